/** The answers about stays and calendars, the same for the team and its booking site. */
import { z } from 'zod';
import type { OfferedListing } from '../services/availability.ts';
import type { Services } from '../services/services.ts';
import { invalidFields } from './errors.ts';
import { type calendarQuery, type stayQuery, stayRequestOf } from './stay-parameters.ts';
import {
  availabilitySchema,
  calendarDaySchema,
  presentAvailability,
  presentCalendarDay,
} from './wire/availability.ts';

export const availabilityAnswer = z.object({ data: availabilitySchema });
export const calendarAnswer = z.object({ data: z.array(calendarDaySchema) });

type Asked<Query> = {
  services: Pick<Services, 'availability'>;
  teamId: number;
  found: OfferedListing;
  query: Query;
};

/** Availability and price of the requested stay. */
export async function quoteOf({ services, teamId, found, query }: Asked<z.infer<typeof stayQuery>>) {
  const result = await services.availability.quote(teamId, found, stayRequestOf(query));
  if (result.ok) return { data: presentAvailability(result.quote) };
  const { reason, message } = result.refusal;
  throw invalidFields({ [reason === 'amount_out_of_range' ? 'guests' : 'coupon_code']: [message] });
}

/** The calendar of the requested days. */
export async function calendarOf({ services, teamId, found, query }: Asked<z.infer<typeof calendarQuery>>) {
  const { start_date: startDate, end_date: endDate } = query;
  const days = await services.availability.calendar(teamId, found, { startDate, endDate });
  return { data: days.map(presentCalendarDay) };
}
