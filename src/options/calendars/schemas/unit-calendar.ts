import { z } from 'zod';

export const unitCalendarAnswer = z.object({
  data: z
    .object({ url: z.string().describe('Anyone with this address can read the calendar.') })
    .meta({ id: 'UnitCalendar', description: 'Where other systems read the unit’s calendar.' }),
});

/** `base` is the address of the service. */
export const buildUnitCalendarUrl = (base: string, secret: string): string =>
  `${base}/calendars/${secret}.ics`;
