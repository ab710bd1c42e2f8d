/** What runs in the threads that read calendars, so that a large one does not hold up requests. */
import { type ParsedCalendar, parseCalendar, type ReadAt } from './parsing.ts';

export type ToParse = { bytes: Uint8Array; at: ReadAt };

export const parse = ({ bytes, at }: ToParse): ParsedCalendar =>
  parseCalendar(new TextDecoder().decode(bytes), at);
