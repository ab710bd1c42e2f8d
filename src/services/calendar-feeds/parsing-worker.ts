/** What runs in the threads that read calendars, so that a large one does not hold up requests. */
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { type ParsedCalendar, parseCalendar, type ReadAt } from './parsing.ts';

/** Parts are so small that the other thread needs well under a millisecond for each. */
const EVENTS_PER_PART = 100;

export type ToParse = { bytes: Uint8Array; at: ReadAt };

/**
 * The events are JSON texts in bytes that change hands. Objects would be copied all at once, and messages that wait are
 * received all at once too.
 */
export type SentCalendar =
  | Extract<ParsedCalendar, { kind: 'refused' }>
  | { kind: 'read'; parts: Uint8Array<ArrayBuffer>[]; unreadable: number };

export function parse({ bytes, at }: ToParse): unknown {
  const calendar = sent(parseCalendar(new TextDecoder().decode(bytes), at));
  const buffers = calendar.kind === 'read' ? calendar.parts.map(({ buffer }) => buffer) : [];
  return move({ [transferableSymbol]: buffers, [valueSymbol]: calendar });
}

function sent(calendar: ParsedCalendar): SentCalendar {
  if (calendar.kind === 'refused') return calendar;
  const { events, unreadable } = calendar;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let from = 0; from < events.length; from += EVENTS_PER_PART)
    parts.push(new TextEncoder().encode(JSON.stringify(events.slice(from, from + EVENTS_PER_PART))));
  return { kind: 'read', parts, unreadable };
}
