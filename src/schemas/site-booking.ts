import { z } from 'zod';
import { instantOrNull, instantText } from '../domain/notation.ts';
import { BOOKING_STATUSES } from '../domain/vocabulary.ts';
import type { Booking } from '../services/bookings/reading.ts';
import type { KeyedBooking } from '../services/bookings/site.ts';
import { cancellationSchema, presentCancellation } from './cancellation-policy.ts';
import { amountSchema, currencySchema, dateSchema, instantSchema, wordSchema } from './formats.ts';
import { presentPriceLine, priceLineSchema } from './price-line.ts';

const keySchema = z
  .string()
  .describe('A secret of 32 characters that is shown only here. With it, the guest reads the booking again.');

/** A booking as its guest sees it (contract, section 16): without ids, the unit, and anybody's data. */
const shownFields = {
  status: wordSchema(BOOKING_STATUSES),
  expires_at: instantSchema.nullable().describe('When a request lapses if the team does not answer.'),
  listing: z.string().describe('The slug of the listing.'),
  check_in: dateSchema,
  check_out: dateSchema,
  nights: z.int(),
  number_of_guests: z.int(),
  currency: currencySchema,
  accommodation_total: amountSchema,
  discount_total: amountSchema,
  fees_total: amountSchema,
  taxes_total: amountSchema,
  grand_total: amountSchema,
  price_breakdown: z.array(priceLineSchema),
  cancellation: cancellationSchema.nullable().describe('The cancellation terms. Null if there are none.'),
  created_at: instantSchema,
};
const codeSchema = z.string().describe('The code by which the guest and the team name the booking.');

export const newSiteBookingSchema = z
  .object({ confirmation_code: codeSchema, key: keySchema, ...shownFields })
  .meta({ id: 'NewlyBookedOnSite' });

export const siteBookingSchema = z
  .object({ confirmation_code: codeSchema, ...shownFields, cancelled_at: instantSchema.nullable() })
  .meta({ id: 'SiteBooking' });

const presentShown = ({ booking, listing, nights, cancellation }: Booking) => ({
  status: booking.status,
  expires_at: instantOrNull(booking.expiresAt),
  listing: listing.slug,
  check_in: booking.checkIn,
  check_out: booking.checkOut,
  nights,
  number_of_guests: booking.numberOfGuests,
  currency: booking.currency,
  accommodation_total: booking.accommodationTotalCents,
  discount_total: booking.discountTotalCents,
  fees_total: booking.feesTotalCents,
  taxes_total: booking.taxesTotalCents,
  grand_total: booking.grandTotalCents,
  price_breakdown: booking.priceLines.map(presentPriceLine),
  cancellation: presentCancellation(cancellation),
  created_at: instantText(booking.createdAt),
});

export const presentNewSiteBooking = ({
  booking,
  key,
}: KeyedBooking): z.infer<typeof newSiteBookingSchema> => ({
  confirmation_code: booking.booking.confirmationCode,
  key,
  ...presentShown(booking),
});

export const presentSiteBooking = (booking: Booking): z.infer<typeof siteBookingSchema> => ({
  confirmation_code: booking.booking.confirmationCode,
  ...presentShown(booking),
  cancelled_at: instantOrNull(booking.booking.cancelledAt),
});
