/** Bookings in a team file, with their prices, folios and events. */
import type { z } from 'zod';
import {
  MAX_CHILD_AGE,
  MAX_CHILDREN,
  MAX_CODE_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_EXTRA_QUANTITY,
  MAX_EXTRAS,
  MAX_GUESTS,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_PETS,
  MAX_REASON_LENGTH,
} from '../../domain/limits.ts';
import { BOOKING_SOURCES, BOOKING_STATUSES } from '../../domain/vocabulary.ts';
import type { Folio } from '../../services/bookings/read.ts';
import type { BookingRecord, EventRecord } from '../../services/team-file/export/export.ts';
import { presentLifeFields } from '../booking.ts';
import { cancellationPolicy, presentPolicyEntry } from '../cancellation-policy.ts';
import { presentEvent } from '../event.ts';
import {
  currency,
  date,
  flag,
  guestCount,
  idField,
  instant,
  integer,
  object,
  optionalLongText,
  optionalText,
  requiredText,
  ruleDays,
  slugField,
  sumOfCents,
  times,
  word,
} from '../fields.ts';
import { presentDeposit, presentInvoice, presentPayment } from '../folio.ts';
import type { Exported } from '../formats.ts';
import { presentExtras, presentStoredParty } from '../party.ts';
import { presentPriceLine, presentTotals } from '../price.ts';
import { bookingEventEntry, depositEntry, invoiceEntry, lineEntry, paymentEntry } from './folio.ts';
import { list } from './lists.ts';

/** More lines than a new price can have, because bookings from before that limit must be accepted too. */
const MAX_LINES = 1_000;

const heldUnitEntry = object({
  listing: slugField.describe('The slug of the unit type.'),
  unit: requiredText(MAX_NAME_LENGTH).describe('The name of the unit.'),
});

const extraEntry = object({
  code: requiredText(MAX_CODE_LENGTH).describe('The code of the fee.'),
  quantity: integer(1, MAX_EXTRA_QUANTITY).nullish().meta({ description: 'How many.', default: 1 }),
});

export const bookingEntry = object({
  id: idField.nullish().describe('Kept from another system.'),
  confirmation_code: requiredText(MAX_CODE_LENGTH).describe('Identifies the booking.'),
  listing: slugField.optional().describe('The slug of its listing.'),
  unit: optionalText(MAX_NAME_LENGTH).describe('The name of its unit. Default: one is chosen.'),
  units: list(heldUnitEntry, 50_000)
    .nullish()
    .describe("The units that a whole building's booking occupies, if they are not all the active ones."),
  guest: requiredText(MAX_EMAIL_LENGTH)
    .optional()
    .describe('The email of its guest, or the id of a guest without email.'),
  status: word(BOOKING_STATUSES).optional().describe('The status of the booking.'),
  source: word(BOOKING_SOURCES).nullish().meta({ description: 'Where it came from.', default: 'import' }),
  check_in: date.optional().describe('The first night.'),
  check_out: date.optional().describe('The day on which the guests leave.'),
  number_of_guests: guestCount
    .optional()
    .describe('The number of guests, without infants. It need not be given together with `party.adults`.'),
  party: object({
    adults: integer(0, MAX_GUESTS).nullish().describe('Without them, all guests are adults.'),
    children_ages: list(integer(0, MAX_CHILD_AGE), MAX_CHILDREN)
      .nullish()
      .describe('The ages of the children on the day of arrival. Needs `adults`.'),
    infants: integer(0, MAX_CHILDREN)
      .nullish()
      .describe(
        "How many of the children, the youngest, are no guests. Default: by the team's `infant_age`.",
      ),
    pets: integer(0, MAX_PETS).nullish().describe('The number of pets.'),
  })
    .nullish()
    .describe('Who stays. Default: adults only.'),
  extras: list(extraEntry, MAX_EXTRAS).nullish().describe('The chosen optional fees; replaced as a whole.'),
  currency: currency
    .nullish()
    .describe(
      "Differs from the listing's if the listing has changed its currency since. Default: the listing's.",
    ),
  coupon_code: optionalText(MAX_CODE_LENGTH).describe('The code of its coupon.'),
  notes: optionalLongText(MAX_NOTES_LENGTH).describe('Notes for the team.'),
  special_requests: optionalLongText(MAX_NOTES_LENGTH).describe("The guest's wishes."),
  totals: object({
    accommodation_total: sumOfCents.describe('Nights and extra guests.'),
    discount_total: sumOfCents.describe('All discounts together, as a positive amount.'),
    fees_total: sumOfCents.describe('Fees.'),
    taxes_total: sumOfCents.describe('Taxes that are not included.'),
    grand_total: sumOfCents.describe('Accommodation - discount + fees + taxes.'),
  })
    .nullish()
    .describe("The price, in cents. Default: the price at today's rates."),
  lines: list(lineEntry, MAX_LINES)
    .nullish()
    .describe('The price, line by line. Default: one line for each total.'),
  preparation_days: ruleDays
    .nullish()
    .describe("How many nights after it stay empty. Default: the listing's."),
  cancellation_policy: cancellationPolicy
    .nullish()
    .describe('The cancellation terms at the time of booking. Default: none.'),
  unit_pinned: flag
    .nullish()
    .describe('Whether it keeps its unit when bookings are moved to make room. Default: false.'),
  cancellation_reason: optionalLongText(MAX_REASON_LENGTH).describe('Why it was cancelled.'),
  cancellation_fee: sumOfCents
    .nullish()
    .describe(
      'In cents: the fee of a cancelled booking, at most its grand total. Default: none was decided.',
    ),
  events: list(bookingEventEntry, 100_000)
    .nullish()
    .describe('The history of the booking. Stored events that the file does not give stay.'),
  expires_at: instant
    .nullish()
    .describe('When a pending booking frees its nights by itself. Default: it keeps them.'),
  confirmed_at: instant.nullish().describe('When it was confirmed. Default: when it was made.'),
  cancelled_at: instant.nullish().describe('When it was cancelled. Default: when it was made.'),
  completed_at: instant.nullish().describe('When it was completed. Default: at check-out.'),
  payments: list(paymentEntry, 10_000)
    .nullish()
    .describe('The paid and planned payments; replaced as a whole.'),
  invoices: list(invoiceEntry, 10_000).nullish().describe('The invoices; replaced as a whole.'),
  security_deposit: depositEntry.nullish().describe('The deposit held against damage.'),
  ...times,
});

export type BookingEntry = z.infer<typeof bookingEntry>;

/** The names that an entry has in place of ids. The units and the currency only if an import would choose others. */
export type BookingNames = {
  listing: string | null;
  unit: string | null;
  units: { listing: string; unit: string }[] | null;
  guest: string;
  currency: string | null;
  coupon: string | null;
};
export type BookingParts = Pick<Folio, 'payments' | 'invoices' | 'deposit'> & {
  events: readonly EventRecord[];
};

export const presentBookingEntry = (booking: BookingRecord, names: BookingNames, parts: BookingParts) =>
  ({
    id: booking.id,
    confirmation_code: booking.confirmationCode,
    listing: names.listing,
    unit: names.unit,
    ...(names.units ? { units: names.units } : {}),
    guest: names.guest,
    status: booking.status,
    source: booking.source,
    check_in: booking.checkIn,
    check_out: booking.checkOut,
    number_of_guests: booking.numberOfGuests,
    party: presentStoredParty(booking),
    extras: presentExtras(booking.extras),
    ...(names.currency ? { currency: names.currency } : {}),
    coupon_code: names.coupon,
    notes: booking.notes,
    special_requests: booking.specialRequests,
    totals: presentTotals(booking) satisfies Exported<NonNullable<BookingEntry['totals']>>,
    lines: booking.priceLines.map(presentPriceLine),
    preparation_days: booking.preparationDays,
    cancellation_policy: presentPolicyEntry(booking.cancellationPolicy),
    unit_pinned: booking.unitPinned,
    ...presentLifeFields(booking),
    payments: parts.payments.map(presentPayment),
    invoices: parts.invoices.map(presentInvoice),
    security_deposit: parts.deposit && presentDeposit(parts.deposit),
    events: parts.events.map(presentEvent),
  }) satisfies Exported<Omit<BookingEntry, 'units' | 'currency'>>;
