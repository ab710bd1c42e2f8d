import { z } from 'zod';

export const unitCalendarAnswer = z.object({
  data: z
    .object({ url: z.string().describe('Anyone with this address can read the calendar.') })
    .meta({ id: 'UnitCalendar' }),
});

/** The address at which a calendar is read. `base` is the address of the service. */
export const calendarUrl = (base: string, secret: string): string => `${base}/calendars/${secret}.ics`;
