/** The code of the threads that parse calendars, so that a large calendar does not delay requests. */
import { type ParsedCalendar, parseCalendar, type ReadingOptions } from './parse-calendar.ts';

export type CalendarToParse = { bytes: Uint8Array; at: ReadingOptions };

export const parseCalendarBytes = ({ bytes, at }: CalendarToParse): ParsedCalendar =>
  parseCalendar(new TextDecoder().decode(bytes), at);
