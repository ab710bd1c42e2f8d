/** The code of the threads that parse calendars, so that a large calendar does not delay requests. */
import { type ParsedCalendar, parseCalendar, type ReadingOptions } from './parse-calendar.ts';

export type CalendarToParse = { bytes: Uint8Array; at: ReadingOptions };

export const parseCalendarBytes = ({ bytes, at }: CalendarToParse): ParsedCalendar =>
  parseCalendar(new TextDecoder().decode(withWholeCharacters(bytes)), at);

/** A fold of a line with the rest of a character that began before it, with one letter for each byte. */
const FOLD_IN_CHARACTER = /(\r?\n[ \t])([\x80-\xbf]+)/g;

/**
 * Some programs fold lines after a number of bytes, even within a character (RFC 5545, 3.1). The rest of such a
 * character is moved before the fold, so that lines keep their numbers.
 */
function withWholeCharacters(bytes: Uint8Array): Uint8Array {
  const letters = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const mended = letters.replace(FOLD_IN_CHARACTER, '$2$1');
  return mended === letters ? bytes : Buffer.from(mended, 'latin1');
}
