import { z } from 'zod';
import { toInstantText, toInstantTextOrNull } from '../../domain/formats.ts';
import { MAX_CODE_LENGTH } from '../../domain/limits.ts';
import { BOOKING_STATUSES, type BookingStatus, SECURITY_DEPOSIT_STATUSES } from '../../domain/vocabulary.ts';
import type { Booking, BookingWithFolio } from '../../services/bookings/read.ts';
import type { NewSiteBooking, SiteCancellation } from '../../services/bookings/site.ts';
import type { BookingWithKey } from '../../services/bookings/site-key.ts';
import { stayChecks } from '../availability.ts';
import {
  extrasField,
  extrasSchema,
  guestsCheck,
  guestsFields,
  partySchema,
  presentExtras,
  presentStoredParty,
  toExtras,
  toPartyOfBody,
} from '../bookings/party.ts';
import { dateField } from '../fields/dates.ts';
import {
  addressedNameField,
  computedCentsField,
  couponCodeField,
  emailField,
  nameField,
  notesField,
  phoneField,
  typedTextField,
} from '../fields/fields.ts';
import {
  amountSchema,
  currencySchema,
  dateSchema,
  instantSchema,
  listingHoursFields,
  wordSchema,
} from '../formats.ts';
import { addressRow } from '../listings/fields.ts';
import {
  bookingPriceFields,
  cancellationSchema,
  presentBookingPrice,
  presentCancellation,
} from '../price.ts';
import { siteParams } from './listing.ts';

export const newSiteBookingBody = z
  .object({
    listing: nameField.describe('The slug of a listing that the site shows.'),
    check_in: dateField,
    check_out: dateField,
    ...guestsFields,
    extras: extrasField.describe('The chosen extras: optional fees by their codes.'),
    guest: z.object({ name: addressedNameField, email: emailField, phone: phoneField }),
    coupon_code: couponCodeField,
    special_requests: notesField.describe('The guest’s wishes.'),
    expected_total: computedCentsField.describe(
      'The grand total that the guest has agreed to. If the price differs, the answer is a 409.',
    ),
  })
  .check(...stayChecks, guestsCheck)
  .transform(
    (body): Omit<NewSiteBooking, 'address'> => ({
      slug: body.listing,
      stay: { checkIn: body.check_in, checkOut: body.check_out },
      party: toPartyOfBody(body),
      extras: toExtras(body.extras),
      guest: { name: body.guest.name, email: body.guest.email, phone: body.guest.phone ?? null },
      couponCode: body.coupon_code ?? null,
      specialRequests: body.special_requests ?? null,
      expectedTotalCents: body.expected_total,
    }),
  )
  .meta({
    id: 'NewSiteBooking',
    examples: [
      {
        listing: 'sea-loft',
        check_in: '2027-04-26',
        check_out: '2027-04-29',
        number_of_guests: 3,
        guest: { name: 'Bea Lind', email: 'bea.lind@example.com' },
        expected_total: 49231,
      },
    ],
  });

export const siteBookingParams = siteParams.extend({
  confirmation_code: typedTextField({ min: 1, max: MAX_CODE_LENGTH }).describe('The booking’s code.'),
});

export const bookingKeyHeaders = z.object({
  'booking-key': z
    .string()
    .optional()
    .describe('The key that the answer to the request for this booking showed.'),
});

const bookingKeySchema = z
  .string()
  .describe('A secret of 32 characters that is shown only here. With it, the guest reads the booking again.');

/**
 * The schema of a booking as its guest sees it, without ids, the unit and personal data (docs/rules.md,
 * 15.3).
 */
const shownBookingFields = {
  status: wordSchema(BOOKING_STATUSES),
  expires_at: instantSchema.nullable().describe('When a request lapses if the team does not answer.'),
  listing: z.string().describe('The slug of the listing.'),
  check_in: dateSchema,
  check_out: dateSchema,
  nights: z.int(),
  number_of_guests: z.int(),
  party: partySchema,
  extras: extrasSchema,
  ...bookingPriceFields,
  cancellation: cancellationSchema.nullable().describe('The cancellation terms. Null if there are none.'),
  created_at: instantSchema,
};
const codeSchema = z.string().describe('The code by which the guest and the team name the booking.');

const newSiteBookingSchema = z
  .object({ confirmation_code: codeSchema, key: bookingKeySchema, ...shownBookingFields })
  .meta({ id: 'NewlyBookedOnSite' });

const siteBookingSchema = z
  .object({
    confirmation_code: codeSchema,
    ...shownBookingFields,
    cancelled_at: instantSchema.nullable(),
    paid_total: amountSchema,
    balance_due: amountSchema.describe('Negative when overpaid, 0 when cancelled.'),
    cancellation_fee: amountSchema
      .nullable()
      .describe('Null unless it is cancelled under terms or with a fee.'),
    security_deposit: z
      .object({ amount: amountSchema, status: wordSchema(SECURITY_DEPOSIT_STATUSES) })
      .nullable()
      .describe('Null if the booking has none.'),
    ...listingHoursFields,
    address: z
      .object(addressRow.shown)
      .nullable()
      .describe('The whole address of the place. Null unless the booking is confirmed or completed.'),
  })
  .meta({ id: 'SiteBooking' });

export const newSiteBookingAnswer = z.object({ data: newSiteBookingSchema });
export const siteBookingAnswer = z.object({ data: siteBookingSchema });

export const siteCancellationBody = z
  .object({
    expected_fee: computedCentsField
      .nullish()
      .describe(
        'The fee that the guest has agreed to. If it differs, nothing is written, and the answer is a 409.',
      ),
  })
  .transform(({ expected_fee: expectedFee }) => ({ expectedFeeCents: expectedFee ?? null }))
  .meta({ id: 'SiteCancellation', examples: [{ expected_fee: 0 }] })
  // The request may be sent without a body.
  .prefault({});

const siteCancellationPreviewSchema = z
  .object({
    currency: currencySchema,
    cancellation_fee: amountSchema.describe('What the cancellation costs now. 0 for a pending booking.'),
    refund_due: amountSchema.describe('What the guest gets back of what is paid.'),
  })
  .meta({ id: 'SiteCancellationPreview' });

export const siteCancellationPreviewAnswer = z.object({ data: siteCancellationPreviewSchema });

export const presentSiteCancellation = ({
  currency,
  feeCents,
  refundDueCents,
}: SiteCancellation): z.infer<typeof siteCancellationPreviewSchema> => ({
  currency,
  cancellation_fee: feeCents,
  refund_due: refundDueCents,
});

export const feeChangedAnswer = z
  .object({ message: z.string(), code: z.literal('fee_changed') })
  .meta({ id: 'FeeChanged', description: 'The fee is not the `expected_fee`.' });

export const bookingLinkBody = z
  .object({ email: emailField })
  .meta({ id: 'BookingLinkRequest', examples: [{ email: 'bea.lind@example.com' }] });

export const bookingLinkAnswer = z.object({ data: z.null() });

const presentShownBookingFields = ({ booking, listing, nights, cancellation }: Booking) => ({
  status: booking.status,
  expires_at: toInstantTextOrNull(booking.expiresAt),
  listing: listing.slug,
  check_in: booking.checkIn,
  check_out: booking.checkOut,
  nights,
  number_of_guests: booking.numberOfGuests,
  party: presentStoredParty(booking),
  extras: presentExtras(booking.extras),
  ...presentBookingPrice(booking),
  cancellation: presentCancellation(cancellation),
  created_at: toInstantText(booking.createdAt),
});

export const presentNewSiteBooking = ({
  booking,
  key,
}: BookingWithKey): z.infer<typeof newSiteBookingSchema> => ({
  confirmation_code: booking.booking.confirmationCode,
  key,
  ...presentShownBookingFields(booking),
});

/** Only guests whose booking is confirmed see the full address. */
const SHOWS_ADDRESS: Record<BookingStatus, boolean> = {
  pending: false,
  confirmed: true,
  completed: true,
  cancelled: false,
};

export const presentSiteBooking = ({
  booking: found,
  folio,
}: BookingWithFolio): z.infer<typeof siteBookingSchema> => {
  const { booking, listing } = found;
  return {
    confirmation_code: booking.confirmationCode,
    ...presentShownBookingFields(found),
    cancelled_at: toInstantTextOrNull(booking.cancelledAt),
    paid_total: folio.paidTotalCents,
    balance_due: folio.balanceDueCents,
    cancellation_fee: booking.cancellationFeeCents,
    security_deposit: folio.deposit && {
      amount: folio.deposit.amountCents,
      status: folio.deposit.status,
    },
    timezone: listing.timezone,
    check_in_time: listing.checkInTime,
    check_out_time: listing.checkOutTime,
    address: SHOWS_ADDRESS[booking.status] ? addressRow.present(listing) : null,
  };
};
