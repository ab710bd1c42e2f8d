/** The code of the threads that parse calendars, so that a large calendar does not delay requests. */
import { type ParsedCalendar, parseCalendar, type ReadAt } from './parsing.ts';

export type ToParse = { bytes: Uint8Array; at: ReadAt };

export const parse = ({ bytes, at }: ToParse): ParsedCalendar =>
  parseCalendar(new TextDecoder().decode(bytes), at);
