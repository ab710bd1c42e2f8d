import { z } from 'zod';
import { instantText } from '../domain/notation.ts';
import { BOOKING_SOURCES, BOOKING_STATUSES } from '../domain/vocabulary.ts';
import type { TakenUnit } from '../services/occupancies.ts';
import { dateSchema, idSchema, instantSchema, nullableText, wordSchema } from './formats.ts';

/** Nights `[start_date, end_date)` of a unit that a booking or a block takes. */
export const occupancySchema = z
  .object({
    listing_id: idSchema.describe('The unit’s listing, even if a whole building is booked.'),
    unit_id: idSchema,
    unit_name: z.string(),
    start_date: dateSchema.describe('The first night that is taken.'),
    end_date: dateSchema.describe('The first night that is free again: preparation nights count as taken.'),
    booking: z
      .object({
        id: idSchema,
        confirmation_code: z.string(),
        status: wordSchema(BOOKING_STATUSES),
        source: wordSchema(BOOKING_SOURCES),
        check_in: dateSchema,
        check_out: dateSchema,
        number_of_guests: z.int(),
        guest_name: z.string(),
        whole_building: z.boolean(),
        expires_at: instantSchema.nullable().describe('When a hold ends; else null.'),
      })
      .nullable(),
    block: z
      .object({
        id: idSchema,
        reason: nullableText,
        source: nullableText.describe(
          'The calendar that the block was imported from; null if the team created it.',
        ),
      })
      .nullable(),
  })
  .meta({ id: 'Occupancy' });

export const presentOccupancy = ({
  booking,
  block,
  ...taken
}: TakenUnit): z.infer<typeof occupancySchema> => ({
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
    guest_name: booking.guestName,
    whole_building: booking.wholeBuilding,
    expires_at: booking.expiresAt && instantText(new Date(booking.expiresAt)),
  },
  block: block && { id: block.id, reason: block.reason, source: block.source },
});
