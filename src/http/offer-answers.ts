/** The answers about stays and calendars, the same for the team and its booking site. */
import { z } from 'zod';
import { invalidFields } from '../plugins/errors.ts';
import {
  availabilitySchema,
  calendarDaySchema,
  presentAvailability,
  presentCalendarDay,
} from '../schemas/availability.ts';
import { type calendarQuery, type stayQuery, stayRequestOf } from '../schemas/stay-parameters.ts';
import type { ListingName } from '../services/availability.ts';
import type { Services } from '../services/services.ts';

export const availabilityAnswer = z.object({ data: availabilitySchema });
export const calendarAnswer = z.object({ data: z.array(calendarDaySchema) });

type Asked<Query> = { services: Pick<Services, 'availability'>; teamId: number; query: Query };

/** Availability and price of the requested stay. Null if there is no such listing. */
export async function quoteOf(
  named: ListingName,
  { services, teamId, query }: Asked<z.infer<typeof stayQuery>>,
) {
  const result = await services.availability.quote(teamId, named, stayRequestOf(query));
  if (result === null) return null;
  if (result.ok) return { data: presentAvailability(result.quote) };
  const { reason, message } = result.refusal;
  throw invalidFields({ [reason === 'amount_out_of_range' ? 'guests' : 'coupon_code']: [message] });
}

/** The calendar of the requested days. Null if there is no such listing. */
export async function calendarOf(
  named: ListingName,
  { services, teamId, query }: Asked<z.infer<typeof calendarQuery>>,
) {
  const { start_date: startDate, end_date: endDate } = query;
  const days = await services.availability.calendar(teamId, named, { startDate, endDate });
  return days && { data: days.map(presentCalendarDay) };
}
