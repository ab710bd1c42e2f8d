import { z } from 'zod';
import { MAX_DAYS_OF_REQUEST, MAX_LISTINGS_OF_DAYS } from '../../domain/limits.ts';
import { dayOverrideSchema, presentDayOverride } from '../../schemas/day-override.ts';
import { dateField, idParameter, orderCheck } from '../../schemas/fields.ts';
import type { ChangedDays, DayOverride } from '../../services/catalogue/days.ts';
import { daysChange, manyDaysChange } from '../../services/team-data/days.ts';
import { resource } from '../operation.ts';
import { read } from '../reading.ts';
import { write } from '../writing.ts';

const daysAnswer = z.object({ data: z.array(dayOverrideSchema) });

const theListing = resource({
  name: 'listing',
  params: { listing: idParameter('The listing’s id.') },
  find: ({ services, teamId, params }) => services.days.hasListing(teamId, params.listing),
});

const listDays = read({
  id: 'listDays',
  tag: 'Rates',
  summary: 'List a listing’s day overrides',
  description: 'Only days that differ from their season or listing, in order. The calendar shows the result.',
  asks: 'team',
  route: 'GET /v1/listings/:listing/days',
  resource: theListing,
  query: z
    .object({
      start_date: dateField.describe('The first day.'),
      end_date: dateField.describe('The last day.'),
    })
    .check(orderCheck('start_date', 'end_date')),
  success: daysAnswer,
  answer: async ({ services, teamId, params, query }) => {
    const span = { from: query.start_date, to: query.end_date };
    const days = await services.days.listDays(teamId, params.listing, span);
    return { data: days.map(presentDayOverride) };
  },
});

const changeDays = write({
  id: 'changeDays',
  tag: 'Rates',
  summary: 'Change days of a listing',
  description:
    'Answers with the days of the ranges after the change. A day on which everything is null or false has no override. Existing bookings keep their prices.',
  asks: 'team',
  route: 'PUT /v1/listings/:listing/days',
  resource: theListing,
  body: daysChange.meta({ id: 'DaysChange' }),
  isBodyReadInPieces: true,
  run: ({ services, params, body }, call, { cost }) =>
    services.days.changeDays(call, params.listing, body.ranges, cost),
  success: 200,
  answers: daysAnswer,
  present: (days: DayOverride[]) => ({ data: days.map(presentDayOverride) }),
});

const PLACES = Array.from({ length: MAX_LISTINGS_OF_DAYS }, (_, place) => `updates.${place}.listing_id`);

const changeManyDays = write({
  id: 'changeManyDays',
  tag: 'Rates',
  summary: 'Change days of many listings',
  description: `Up to ${MAX_LISTINGS_OF_DAYS} listings and ${MAX_DAYS_OF_REQUEST} days, all or none, in a body of up to 16 MiB. The answer says how many listings and days have changed.`,
  asks: 'team',
  route: 'POST /v1/days',
  body: manyDaysChange.meta({ id: 'ManyDaysChange' }),
  bodyLimitMiB: 16,
  isBodyReadInPieces: true,
  furtherProblems: ({ services, teamId, idIn }) => services.days.unknownListings(teamId, PLACES.map(idIn)),
  run: ({ services, body }, call, { cost }) =>
    services.days.changeManyDays(
      call,
      body.updates.map(({ listing_id, ranges }) => ({ listingId: listing_id, ranges })),
      cost,
    ),
  success: 200,
  answers: z.object({ data: z.object({ listings: z.int(), days: z.int() }) }),
  present: ({ listings, days }: ChangedDays) => ({ data: { listings, days } }),
});

export const dayOperations = [listDays, changeDays, changeManyDays];
