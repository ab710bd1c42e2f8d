import { z } from 'zod';
import { countDaysBetween } from '../domain/dates/dates.ts';
import { toInstantText } from '../domain/formats.ts';
import { MAX_OCCUPANCY_NIGHTS } from '../domain/limits.ts';
import { BOOKING_STATUSES } from '../domain/vocabulary.ts';
import type { TakenUnit } from '../services/availability/occupancies.ts';
import { numberOfGuestsSchema, partySchema, presentStoredParty } from './bookings/party.ts';
import { bookingSourceSchema } from './bookings/source.ts';
import { buildDatesCheck, buildRangeCheck } from './fields/checks.ts';
import { dateField } from './fields/dates.ts';
import { idField } from './fields/fields.ts';
import {
  confirmationCodeSchema,
  dateSchema,
  idOf,
  idSchema,
  instantSchema,
  nullableText,
  stayFields,
  wordSchema,
} from './formats.ts';
import { pageParameters, pageSchema } from './page.ts';

export const occupancyQuery = z
  .object({
    ...pageParameters,
    from: dateField.describe('The first night.'),
    to: dateField.describe(`The day after the last night: at most ${MAX_OCCUPANCY_NIGHTS} nights later.`),
    listing_id: idField
      .optional()
      .describe('Only units of this listing; for a building, those of its unit types.'),
    unit_id: idField.optional().describe('Only this unit.'),
  })
  .check(
    buildRangeCheck('from', 'to'),
    buildDatesCheck(
      ['from', 'to'],
      'too_large',
      `must be at most ${MAX_OCCUPANCY_NIGHTS} nights after from.`,
      (from, to) => countDaysBetween(from, to) <= MAX_OCCUPANCY_NIGHTS,
    ),
  );

/** The nights `[start_date, end_date)` on which a booking or block takes a unit. */
export const occupancySchema = z
  .object({
    listing_id: idSchema.describe('The unit’s listing, even if a whole building is booked.'),
    unit_id: idOf('the unit that is taken'),
    unit_name: z.string().describe('The unit’s name within its listing.'),
    start_date: dateSchema.describe('The first night that is taken.'),
    end_date: dateSchema.describe('The first night that is free again: preparation nights count as taken.'),
    booking: z
      .object({
        id: idSchema,
        confirmation_code: confirmationCodeSchema,
        status: wordSchema(BOOKING_STATUSES).describe('Never `cancelled`, which takes no nights.'),
        source: bookingSourceSchema,
        ...stayFields,
        number_of_guests: numberOfGuestsSchema,
        party: partySchema,
        guest_name: nullableText.describe('The guest who booked. Null without the permission `guests:read`.'),
        whole_building: z.boolean().describe('Whether it takes all units of its building.'),
        expires_at: instantSchema.nullable().describe('When a hold ends; else null.'),
      })
      .nullable()
      .describe('The booking that takes it. Null if a block does.'),
    block: z
      .object({
        id: idSchema,
        reason: nullableText.describe(
          'Notes for the team. Null if it has given none, or without the permission `guests:read`.',
        ),
        source: nullableText.describe(
          'The calendar that the block was imported from; null if the team created it.',
        ),
      })
      .nullable()
      .describe('The block that takes it. Null if a booking does.'),
  })
  .meta({ id: 'Occupancy', description: 'Nights in a row on which one booking or block takes a unit.' });

export const occupancyListAnswer = pageSchema(occupancySchema);

/** Without the names of guests, and what a team has noted, unless the caller may read guests. */
export const createOccupancyPresenter =
  (mayReadGuests: boolean) =>
  ({ booking, block, ...taken }: TakenUnit): z.infer<typeof occupancySchema> => ({
    listing_id: taken.listingId,
    unit_id: taken.unitId,
    unit_name: taken.unitName,
    start_date: taken.startDate,
    end_date: taken.endDate,
    booking: booking && {
      id: booking.id,
      confirmation_code: booking.confirmationCode,
      status: booking.status,
      source: booking.source,
      check_in: booking.checkIn,
      check_out: booking.checkOut,
      number_of_guests: booking.numberOfGuests,
      party: presentStoredParty(booking),
      guest_name: mayReadGuests ? booking.guestName : null,
      whole_building: booking.wholeBuilding,
      expires_at: booking.expiresAt && toInstantText(new Date(booking.expiresAt)),
    },
    block: block && { id: block.id, reason: mayReadGuests ? block.reason : null, source: block.source },
  });
