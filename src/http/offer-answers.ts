/** The answers on stays and calendars: one way for the team's routes and the public ones, so that they cannot differ. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AvailabilityService, OfferedListing } from '../services/availability.ts';
import { invalidFields } from './errors.ts';
import { type calendarQuery, type stayQuery, stayRequestOf } from './stay-parameters.ts';
import {
  availabilitySchema,
  calendarDaySchema,
  presentAvailability,
  presentCalendarDay,
} from './wire/availability.ts';

export const availabilityAnswer = { 200: z.object({ data: availabilitySchema }) };
export const calendarAnswer = { 200: z.object({ data: z.array(calendarDaySchema) }) };

type WithQuery<Query> = Pick<FastifyRequest, 'validationError'> & { query: Query };

/** Availability and price of the stay that the query asks for. */
export async function answerQuote(
  request: WithQuery<z.infer<typeof stayQuery>>,
  availability: AvailabilityService,
  teamId: number,
  listing: OfferedListing,
) {
  refuseInvalid(request);
  const result = await availability.quote(teamId, listing, stayRequestOf(request.query));
  if (result.ok) return { data: presentAvailability(result.quote) };
  const { reason, message } = result.refusal;
  throw invalidFields({ [reason === 'amount_out_of_range' ? 'guests' : 'coupon_code']: [message] });
}

/** The calendar of the days that the query asks for. */
export async function answerCalendar(
  request: WithQuery<z.infer<typeof calendarQuery>>,
  availability: AvailabilityService,
  teamId: number,
  listing: OfferedListing,
) {
  refuseInvalid(request);
  const { start_date: startDate, end_date: endDate } = request.query;
  const days = await availability.calendar(teamId, listing, { startDate, endDate });
  return { data: days.map(presentCalendarDay) };
}

/**
 * Refuses parameters that were found invalid before the route was entered. The path's resource is looked for first
 * (contract, section 3), so these routes attach the refusal instead of being cut off by it.
 */
function refuseInvalid({ validationError }: Pick<FastifyRequest, 'validationError'>): void {
  if (validationError) throw validationError;
}
