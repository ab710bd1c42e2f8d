import { z } from 'zod';
import { buildStayUid } from '../../domain/booking.ts';
import { toInstantText, toInstantTextOrNull } from '../../domain/formats.ts';
import { MAX_CODE_LENGTH } from '../../domain/limits.ts';
import { chooseText, type LanguageChoice, type Translations } from '../../domain/translations.ts';
import {
  BOOKING_STATUSES,
  type BookingStatus,
  PAYMENT_STATUSES,
  SECURITY_DEPOSIT_STATUSES,
} from '../../domain/vocabulary.ts';
import type { GuestBooking } from '../../services/bookings/guest-booking.ts';
import type { Booking } from '../../services/bookings/read.ts';
import type { SiteCancellation } from '../../services/bookings/site.ts';
import type { BookingWithKey } from '../../services/bookings/site-key.ts';
import { bookingFields } from '../bookings/fields.ts';
import {
  extrasSchema,
  numberOfGuestsSchema,
  partySchema,
  presentExtras,
  presentStoredParty,
} from '../bookings/party.ts';
import { emailField } from '../fields/emails.ts';
import { computedCentsField, typedTextField } from '../fields/fields.ts';
import {
  amountSchema,
  confirmationCodeSchema,
  createdAtSchema,
  currencySchema,
  dateSchema,
  instantSchema,
  listingHoursFields,
  nullableText,
  stayFields,
  wordSchema,
} from '../formats.ts';
import { addressRow } from '../listings/fields.ts';
import {
  bookingPriceFields,
  cancellationSchema,
  presentBookingPrice,
  presentCancellation,
} from '../price.ts';
import { fallbackLanguages, presentTexts } from './chosen-text.ts';
import { siteParams } from './listing.ts';

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

/** As the guest sees it, without ids, the unit and personal data (docs/rules.md, 15.3). */
const shownBookingFields = {
  status: wordSchema(BOOKING_STATUSES).describe('`pending`: the team has not answered the request yet.'),
  expires_at: instantSchema
    .nullable()
    .describe('When a request lapses if the team does not answer. Null for any other.'),
  listing: z.string().describe('The slug of the listing.'),
  ...stayFields,
  nights: z.int().describe('How many nights the stay has.'),
  number_of_guests: numberOfGuestsSchema,
  party: partySchema,
  extras: extrasSchema,
  language: bookingFields.language.read,
  ...bookingPriceFields,
  cancellation: cancellationSchema.nullable().describe('The cancellation terms. Null if there are none.'),
  created_at: createdAtSchema,
};

const newSiteBookingSchema = z
  .object({ confirmation_code: confirmationCodeSchema, key: bookingKeySchema, ...shownBookingFields })
  .meta({ id: 'NewlyBookedOnSite', description: 'The new booking, and the key that opens it again.' });

const askedPaymentSchema = z
  .object({
    amount: amountSchema.describe('In cents.'),
    due_on: dateSchema.nullable().describe('The day on which it is due. Null if it was not planned.'),
    status: wordSchema(PAYMENT_STATUSES).describe('`scheduled` and `failed` ones are still to be paid.'),
  })
  .meta({ id: 'AskedPayment', description: 'A payment as the guest of a booking sees it.' });

const siteBookingSchema = z
  .object({
    confirmation_code: confirmationCodeSchema,
    ...shownBookingFields,
    cancelled_at: instantSchema.nullable().describe('When it was cancelled or lapsed. Null if it was not.'),
    paid_total: amountSchema.describe('What is paid, less what was refunded.'),
    balance_due: amountSchema.describe('What is still to be paid. Negative when overpaid, 0 when cancelled.'),
    cancellation_fee: amountSchema
      .nullable()
      .describe('Null unless it is cancelled under terms or with a fee.'),
    security_deposit: z
      .object({
        amount: amountSchema.describe('Not part of the price.'),
        status: wordSchema(SECURITY_DEPOSIT_STATUSES).describe(
          '`pending` until it is received. `held`, then `returned` or `kept` for damage.',
        ),
      })
      .nullable()
      .describe('Null if the booking has none.'),
    payments: z
      .array(askedPaymentSchema)
      .describe('All that are not cancelled, if anything is owed and it is not pending. Else none.'),
    payment_instructions: nullableText.describe('How the team wants to be paid. Null if nothing is owed.'),
    payment_link: nullableText.describe(
      'Where the first payment that is scheduled or has failed is made. Null if there is none.',
    ),
    arrival_instructions: nullableText.describe(
      'What the guest needs to arrive, from some days before check-in until check-out while it is confirmed. Else null.',
    ),
    langs: fallbackLanguages,
    ...listingHoursFields,
    address: z
      .object(addressRow.shown)
      .nullable()
      .describe('The whole address of the place. Null unless the booking is confirmed or completed.'),
    calendar: z
      .object({
        uid: z.string().describe('The `UID` of the stay, the same as in messages.'),
        sequence: z.int().describe('The `SEQUENCE`: it rises when the stay changes.'),
      })
      .describe('What a file of the stay for a calendar has, so that the calendar keeps one entry.'),
  })
  .meta({ id: 'SiteBooking', description: 'A booking as its guest sees it.' });

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
  .meta({
    id: 'SiteCancellation',
    description: 'What the guest has agreed to.',
    examples: [{ expected_fee: 0 }],
  })
  // The request may be sent without a body.
  .prefault({});

const siteCancellationPreviewSchema = z
  .object({
    currency: currencySchema,
    cancellation_fee: amountSchema.describe('What the cancellation costs now. 0 for a pending booking.'),
    refund_due: amountSchema.describe('What the guest gets back of what is paid.'),
  })
  .meta({ id: 'SiteCancellationPreview', description: 'What a cancellation costs now. Nothing is stored.' });

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
  .object({
    message: z.string().describe('An English sentence.'),
    code: z.literal('fee_changed').describe('Tells it from a conflict of an idempotency key.'),
  })
  .meta({ id: 'FeeChanged', description: 'The fee is not the `expected_fee`.' });

export const bookingLinkBody = z
  .object({
    email: emailField.describe('A message goes out only if it is the guest’s. Case does not matter.'),
  })
  .meta({
    id: 'BookingLinkRequest',
    description: 'Who asks for the link to the booking.',
    examples: [{ email: 'bea.lind@example.com' }],
  });

export const bookingLinkAnswer = z.object({
  data: z.null().describe('Always null, so that the answer tells nothing.'),
});

const presentShownBookingFields = (
  { booking, listing, nights, cancellation }: Booking,
  choice: LanguageChoice,
) => ({
  status: booking.status,
  expires_at: toInstantTextOrNull(booking.expiresAt),
  listing: listing.slug,
  check_in: booking.checkIn,
  check_out: booking.checkOut,
  nights,
  number_of_guests: booking.numberOfGuests,
  party: presentStoredParty(booking),
  extras: presentExtras(booking.extras),
  language: booking.language,
  ...presentBookingPrice(booking, choice),
  cancellation: presentCancellation(cancellation, choice),
  created_at: toInstantText(booking.createdAt),
});

export const presentNewSiteBooking = (
  { booking, key }: BookingWithKey,
  choice: LanguageChoice,
): z.infer<typeof newSiteBookingSchema> => ({
  confirmation_code: booking.booking.confirmationCode,
  key,
  ...presentShownBookingFields(booking, choice),
});

const chooseInstructions = <Name extends string>(
  given: { text: string | null; translations: Translations<Name> | null } | null | undefined,
  name: Name,
  choice: LanguageChoice,
) => chooseText(given?.text ?? null, given?.translations ?? null, name, choice);

/** Only guests whose booking is confirmed see the full address. */
const SHOWS_ADDRESS: Record<BookingStatus, boolean> = {
  pending: false,
  confirmed: true,
  completed: true,
  cancelled: false,
};

export const presentSiteBooking = (
  { booking: found, folio, paying, arrivalInstructions, staySequence }: GuestBooking,
  choice: LanguageChoice,
): z.infer<typeof siteBookingSchema> => {
  const { booking, listing } = found;
  const texts = presentTexts(
    {
      payment_instructions: chooseInstructions(paying?.instructions, 'payment_instructions', choice),
      arrival_instructions: chooseInstructions(arrivalInstructions, 'arrival_instructions', choice),
    },
    choice,
  );
  return {
    confirmation_code: booking.confirmationCode,
    ...presentShownBookingFields(found, choice),
    cancelled_at: toInstantTextOrNull(booking.cancelledAt),
    paid_total: folio.paidTotalCents,
    balance_due: folio.balanceDueCents,
    cancellation_fee: booking.cancellationFeeCents,
    security_deposit: folio.deposit && {
      amount: folio.deposit.amountCents,
      status: folio.deposit.status,
    },
    payments: (paying?.payments ?? []).map(({ amountCents, dueOn, status }) => ({
      amount: amountCents,
      due_on: dueOn,
      status,
    })),
    payment_instructions: texts.payment_instructions,
    payment_link: paying?.link ?? null,
    arrival_instructions: texts.arrival_instructions,
    ...(texts.langs ? { langs: texts.langs } : {}),
    timezone: listing.timezone,
    check_in_time: listing.checkInTime,
    check_out_time: listing.checkOutTime,
    address: SHOWS_ADDRESS[booking.status] ? addressRow.present(listing) : null,
    calendar: { uid: buildStayUid(booking.id), sequence: staySequence },
  };
};
