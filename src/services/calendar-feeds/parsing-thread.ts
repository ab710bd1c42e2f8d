/** The thread that reads calendars, so that a large one does not hold up requests. */
import { parentPort } from 'node:worker_threads';
import { type ParsedCalendar, parseCalendar, type ReadAt } from './parsing.ts';

/** A calendar's bytes. Its answer carries the same number. */
export type ToParse = { number: number; bytes: Uint8Array; at: ReadAt };
export type Parsed = { number: number; calendar: ParsedCalendar };

parentPort?.on('message', ({ number, bytes, at }: ToParse) => {
  const calendar = parseCalendar(new TextDecoder().decode(bytes), at);
  parentPort?.postMessage({ number, calendar } satisfies Parsed);
});
