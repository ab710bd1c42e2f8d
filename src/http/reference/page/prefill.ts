import { addDays, daysBetween, isStayDate, type StayDate } from '../../../domain/stay.ts';
import { RECORDED_ON } from '../examples.ts';
import type { Endpoint } from './document.ts';

/** The values of an operation's form: parameters by name, the body as JSON text. */
export type Prefill = { parameters: Record<string, string>; body: string | null };

/**
 * The first recorded request that succeeded. Its dates are moved as far as the demo's own dates have moved since the
 * recording. Its names exist in the demo, and its nights are free there until somebody books them.
 */
export function prefillOf(endpoint: Endpoint, today: StayDate): Prefill {
  const { operation, parameters } = endpoint;
  const left = leftToReader(endpoint)?.parameters ?? [];
  const days = daysBetween(RECORDED_ON, today);
  const content = operation.requestBody?.content['application/json'];
  const [first] = Object.values(content?.examples ?? {});
  return {
    parameters: Object.fromEntries(
      parameters
        .filter(({ name, example }) => example !== undefined && !left.includes(name))
        .map(({ name, example }) => [name, String(moveDates(example, days))]),
    ),
    body: content ? JSON.stringify(moveDates(first?.value ?? {}, days), null, 2) : null,
  };
}

const KEY = 'Booking-Key';

/** The parameters that a reader must fill in, and why, for the requests that need something the demo does not have. */
export function leftToReader({
  operation,
  parameters,
}: Endpoint): { parameters: string[]; why: string } | null {
  if (operation.operationId === 'eraseGuest')
    return { parameters: ['guest'], why: 'An erasure cannot be undone. Fill in the id of the guest.' };
  if (operation.operationId === 'createPublicBooking') {
    const why =
      'A price depends on its days. Fill in the total of a quote for these days as `expected_total`.';
    return { parameters: [], why };
  }
  const names = parameters.map(({ name }) => name);
  if (names.includes(KEY)) {
    const why =
      'Only a visitor has the key of their booking. Request one first, then fill in its code and key.';
    return { parameters: ['confirmation_code', KEY], why };
  }
  const missing = names.filter((name) => name in NOT_IN_DEMO);
  const [first] = missing;
  return first === undefined
    ? null
    : {
        parameters: missing,
        why: `The demo has no ${NOT_IN_DEMO[first]}. Create one first, then fill in its id.`,
      };
}

/** What the demo lacks, by the names of the parameters. */
const NOT_IN_DEMO: Record<string, string> = {
  webhook: 'webhooks',
  delivery: 'webhooks',
  feed: 'calendar feeds',
};

function moveDates(value: unknown, days: number): unknown {
  if (typeof value === 'string') return isStayDate(value) ? addDays(value, days) : value;
  if (Array.isArray(value)) return value.map((entry) => moveDates(entry, days));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, moveDates(entry, days)]));
}
