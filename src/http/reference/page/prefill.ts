import { addDays, daysBetween, isStayDate, type StayDate } from '../../../domain/stay.ts';
import { RECORDED_ON } from '../examples.ts';
import type { Endpoint } from './document.ts';

/** What an operation's form is filled in with; parameters by name, the body as JSON text. */
export type Prefill = { parameters: Record<string, string>; body: string | null };

/**
 * The first recorded request that succeeded, with its dates moved as far as the demo's own dates have moved since: what
 * it names exists in the demo, and its nights are free there until somebody books them.
 */
export function prefillOf({ operation, parameters }: Endpoint, today: StayDate): Prefill {
  const days = daysBetween(RECORDED_ON, today);
  const content = operation.requestBody?.content['application/json'];
  const [first] = Object.values(content?.examples ?? {});
  return {
    parameters: Object.fromEntries(
      parameters
        .filter(({ example }) => example !== undefined)
        .map(({ name, example }) => [name, String(moveDates(example, days))]),
    ),
    body: content ? JSON.stringify(moveDates(first?.value ?? {}, days), null, 2) : null,
  };
}

function moveDates(value: unknown, days: number): unknown {
  if (typeof value === 'string') return isStayDate(value) ? addDays(value, days) : value;
  if (Array.isArray(value)) return value.map((entry) => moveDates(entry, days));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, moveDates(entry, days)]));
}
