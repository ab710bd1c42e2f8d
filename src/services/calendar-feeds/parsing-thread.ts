/** The thread that reads calendars, so that a large one does not hold up requests. */
import { parentPort } from 'node:worker_threads';
import { type ParsedCalendar, parseCalendar, type ReadAt } from './parsing.ts';

/** Parts are so small that the other thread needs well under a millisecond for each. */
const EVENTS_PER_PART = 100;

/** A calendar's bytes. Its answer carries the same number. */
export type ToParse = { number: number; bytes: Uint8Array; at: ReadAt };

/**
 * The events are JSON texts in bytes that change hands. Objects would be copied all at once, and messages that wait are
 * received all at once too.
 */
export type SentCalendar =
  | Extract<ParsedCalendar, { kind: 'refused' }>
  | { kind: 'read'; parts: Uint8Array<ArrayBuffer>[]; unreadable: number };
export type Parsed = { number: number; calendar: SentCalendar };

parentPort?.on('message', ({ number, bytes, at }: ToParse) => {
  const calendar = sent(parseCalendar(new TextDecoder().decode(bytes), at));
  const buffers = calendar.kind === 'read' ? calendar.parts.map(({ buffer }) => buffer) : [];
  parentPort?.postMessage({ number, calendar } satisfies Parsed, buffers);
});

function sent(calendar: ParsedCalendar): SentCalendar {
  if (calendar.kind === 'refused') return calendar;
  const { events, unreadable } = calendar;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let from = 0; from < events.length; from += EVENTS_PER_PART)
    parts.push(new TextEncoder().encode(JSON.stringify(events.slice(from, from + EVENTS_PER_PART))));
  return { kind: 'read', parts, unreadable };
}
