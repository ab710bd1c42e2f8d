/** Parts of how routes are called. */
import type { Inn } from '../helpers/bookings.ts';
import type { Undo } from './entry.ts';
import type { RouteCall } from './registers.ts';

/** Forms say what their sender saw, and this sender saw something else, so that nothing is changed. */
export const seen = 'something else';
export const refused = (form: Record<string, string>): RouteCall => ({ form, status: 422 });
export const toSignIn = (more: RouteCall): RouteCall => ({ as: 'anyone', status: 422, ...more });

export const posting =
  (inn: Inn, path: string, body: object = {}) =>
  (headers: Record<string, string>) =>
    inn.send('POST', path, body, headers);

export const empty = (prefix: string, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [`${prefix}_${name}`, '']));

export const idAtEnd = (location: string): string => /([0-9a-f-]{36})$/.exec(location)?.[1] ?? '';

/** An email that a guest has got is taken from then on. */
export const giveEmailBack: Undo = (_world, { client, own }) =>
  client.send('PUT', `/guests/${own.guest}`, { email: own.guestEmail });

/** The body of a guest created under an idempotency key. Sending it again under that key gets the same answer. */
export const KEYED_BODY = { name: 'Made under a key' };
