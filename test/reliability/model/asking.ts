/** Sends the same to the service and the model, and compares their answers. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect } from 'vitest';
import { type FieldErrors, invalid, KEY_REUSED, READ_ONLY, type Told, UNAUTHENTICATED } from './answers.ts';
import { folioOf, shownBooking, type Verdict } from './bookings.ts';
import { expectNone } from './differences.ts';
import { shownPayment } from './folio.ts';
import type { Answer, Json, Request, Service } from './service.ts';
import { type Booking, type Kept, noteTaken, type State, type Token } from './state.ts';

/**
 * An action of a client, the clock or the team. It is drawn at random, and its details are chosen when its turn comes.
 */
export type Command = fc.AsyncCommand<State, Service>;

export function command<Draw>(
  name: string,
  draw: fc.Arbitrary<Draw>,
  run: (state: State, service: Service, draw: Draw) => Promise<void>,
): fc.Arbitrary<Command> {
  return draw.map((drawn) => ({
    check: () => true,
    run: async (state, service) => {
      state.commands += 1;
      state.story.push(`— ${name}`);
      await run(state, service, drawn);
    },
    toString: () => `${name} ${fc.stringify(drawn)}`,
  }));
}

/** Records how a command ended, under each of its reasons. */
export function note(
  { outcomes }: State,
  name: string,
  status: number,
  because: readonly string[] = [],
): void {
  for (const why of because.length > 0 ? because : ['']) {
    const key = `${name}: ${status} ${why}`.trim();
    outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
  }
}

export async function send(state: State, service: Service, request: Request): Promise<Answer> {
  const answer = await service.send(request);
  const { method, path, body, key } = request;
  const sent = [method, path, ...(body ? [JSON.stringify(body)] : []), ...(key ? [`key ${key}`] : [])];
  state.story.push(`${sent.join(' ')} → ${answer.status}`);
  return answer;
}

export function expectSame({ status, body }: Answer, told: Told): void {
  expectNone('The answer', { status, body }, { status: told.status, body: told.body });
}

/** Refusals before the request itself is checked. */
const refusedToken = (state: State, token: Token, isWrite: boolean): Told | null => {
  if (!token.isLive) return UNAUTHENTICATED;
  return isWrite && token.scope === 'read-only' && state.team.team.enforce_token_scope ? READ_ONLY : null;
};

/** A read, which the model answers itself. */
export async function read(
  state: State,
  service: Service,
  name: string,
  { path, token }: { path: string; token: Token | null },
  told: () => { told: Told; because?: string[] },
): Promise<void> {
  const answer = await send(state, service, { method: 'GET', path, token: token?.text ?? null });
  const refused = token && refusedToken(state, token, false);
  const expected = refused ? { told: refused, because: [] } : told();
  expectSame(answer, expected.told);
  note(state, name, answer.status, expected.because);
}

export type Write = {
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object | undefined;
  token: Token;
  key?: string | undefined;
  /** The answer if the path names something that the team does not have. */
  missing?: Told | null;
  /** The effect that a missing resource does not prevent. Returns whether there was one. */
  whenMissing?: () => boolean;
  /** The problems of the fields themselves. */
  errors?: FieldErrors;
  /** The fields that refer to something that the team does not have. */
  unknown?: FieldErrors;
  judge: () => Verdict;
  /** The booking to compare afterwards, whatever the outcome. */
  booking?: Booking | undefined;
};

const KEPT_HOURS = 24;

/** The stored answer under a key, if it is still kept. */
export function keptUnder({ kept, now }: State, key: string): Kept | undefined {
  const found = kept.get(key);
  return found && Temporal.Instant.compare(now, found.at.add({ hours: KEPT_HOURS })) < 0 ? found : undefined;
}

const fieldsOf = (errors: FieldErrors) => errors.map(([field]) => `field ${field}`);

const textOf = ({ method, path, body }: Pick<Write, 'method' | 'path' | 'body'>) =>
  JSON.stringify([method, path, body ?? {}]);

/** A write: refused, answered again under its key, refused by the rules, or done. */
export async function write(state: State, service: Service, name: string, asked: Write): Promise<void> {
  const { method, path, body, token, key, errors = [], unknown = [], missing = null } = asked;
  const answer = await send(state, service, { method, path, body, token: token.text, key });
  // Fields come before what the path and the body name.
  const malformed = errors.length > 0 ? invalid(errors) : null;
  const early = refusedToken(state, token, true) ?? malformed;
  if (early) {
    expectSame(answer, early);
    note(state, name, answer.status, answer.status === 422 ? fieldsOf(errors) : []);
    return;
  }
  // The key comes next: if the entity was deleted under this key, the answer is the same as then.
  const kept = key === undefined ? undefined : keptUnder(state, key);
  const request = textOf(asked);
  if (kept) {
    const isSame = kept.request === request;
    expectSame(answer, isSame ? kept : KEY_REUSED);
    expect(answer.isReplay).toBe(isSame);
    note(state, name, answer.status, [isSame ? 'again' : 'other request']);
    return;
  }
  const absent = missing ?? (unknown.length > 0 ? invalid(unknown) : null);
  if (absent) {
    const hasChanged = asked.whenMissing?.() === true;
    expectSame(answer, absent);
    note(state, name, answer.status, fieldsOf(unknown));
    if (hasChanged && asked.booking) await inspect(state, service, asked.booking);
    return;
  }
  const verdict = asked.judge();
  if ('refused' in verdict) expectSame(answer, verdict.refused);
  else {
    if (answer.status !== verdict.status) expectSame(answer, { status: verdict.status, body: 'done' });
    expectIds(answer.body);
    expectSame(answer, { status: verdict.status, body: verdict.done(answer.body) });
    noteTaken(state);
    if (key !== undefined)
      state.kept.set(key, { request, asked, status: answer.status, body: answer.body, at: state.now });
  }
  expect(answer.isReplay).toBe(false);
  note(state, name, answer.status, verdict.because);
  // Traces of a refusal are found at the end of the run. Its possible changes are checked now.
  const hasNewEvent = asked.booking?.events.some(({ id }) => id === null) === true;
  const mayHaveChanged = !('refused' in verdict) || hasNewEvent;
  if (asked.booking && mayHaveChanged) await inspect(state, service, asked.booking);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Every id in the answer has the form of an id. */
function expectIds(body: Json): void {
  for (const item of [body?.data].flat()) if (item?.id !== undefined) expect(item.id).toMatch(UUID);
}

/** Reads everything about a booking, and adopts the ids of its new parts. */
export async function inspect(state: State, service: Service, booking: Booking): Promise<void> {
  const token = state.tokens.find(({ isLive }) => isLive)?.text ?? '';
  const get = (part: string) =>
    send(state, service, { method: 'GET', path: `/bookings/${booking.id}${part}`, token });
  const { folio, events } = booking;

  const shownFolio = await get('/folio');
  takeIds(folio.payments, shownFolio.body.data?.payments ?? [], shownPayment);
  takeIds(folio.invoices, shownFolio.body.data?.invoices ?? []);
  takeIds(folio.deposit ? [folio.deposit] : [], [shownFolio.body.data?.security_deposit ?? {}]);
  expectSame(shownFolio, { status: 200, body: { data: folioOf(state, booking) } });

  const shownEvents = await get('/events?per_page=100');
  for (const [index, event] of events.entries()) event.id ??= shownEvents.body.data?.[index]?.id;
  expectNone('The list of events', shownEvents.body.data, events);
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  for (const { id } of events) expect(id).toMatch(UUID);

  expectSame(await get(''), { status: 200, body: { data: shownBooking(state, booking) } });
}

/** Gives each part without an id the id of an equal one that is still free. */
function takeIds<Part extends { id: string | null }>(
  parts: readonly Part[],
  told: readonly Json[],
  shown: (part: Part) => object = (part) => part,
): void {
  const free = told.filter(({ id }) => !parts.some((part) => part.id === id));
  for (const part of parts.filter(({ id }) => id === null)) {
    const index = free.findIndex((one) => isDeepStrictEqual(one, { ...shown(part), id: one.id }));
    if (index >= 0) part.id = free.splice(index, 1)[0].id;
  }
}
