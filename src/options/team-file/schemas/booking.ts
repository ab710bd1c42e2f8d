import type { z } from 'zod';
import {
  MAX_ADJUSTMENTS,
  MAX_CHILD_AGE,
  MAX_CHILDREN,
  MAX_CODE_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_EVENT_UID_LENGTH,
  MAX_EXTRA_QUANTITY,
  MAX_EXTRAS,
  MAX_GUESTS,
  MAX_NAME_LENGTH,
  MAX_PETS,
  MAX_PLANNED_PAYMENTS,
} from '../../../domain/limits.ts';
import { BOOKING_STATUSES, PRICE_AGREEMENTS } from '../../../domain/vocabulary.ts';
import { presentAgreedPrice } from '../../../schemas/bookings/agreed-price.ts';
import { presentBookingLifecycle } from '../../../schemas/bookings/booking.ts';
import { presentBookingEvent } from '../../../schemas/bookings/event.ts';
import { bookingRow, endRow } from '../../../schemas/bookings/fields.ts';
import {
  presentInvoice,
  presentPayment,
  presentPaymentPlan,
  presentSecurityDeposit,
} from '../../../schemas/bookings/folio.ts';
import { presentExtras, presentStoredParty } from '../../../schemas/bookings/party.ts';
import { bookingSourceField } from '../../../schemas/bookings/source.ts';
import { cancellationPolicyEntry, presentCancellationPolicy } from '../../../schemas/cancellation-policy.ts';
import { createdAndUpdatedEntries, dateEntry, instantEntry } from '../../../schemas/fields/dates.ts';
import {
  booleanField,
  currencyField,
  guestCountEntry,
  idField,
  integer,
  objectEntry,
  optionalText,
  requiredText,
  ruleDaysField,
  signedCentsField,
  slugField,
  sumOfCentsField,
  wordField,
} from '../../../schemas/fields/fields.ts';
import { distinctListOf, listOf, mustBe } from '../../../schemas/fields/lists.ts';
import type { PresentedEntry } from '../../../schemas/formats.ts';
import { presentPriceTotals } from '../../../schemas/price.ts';
import type { BookingEventRecord, BookingRecord, Folio } from '../../../services/bookings/read.ts';
import { bookingEventEntry, invoiceEntry, paymentEntry, securityDepositEntry } from './folio.ts';
import { presentInvoiceDocument } from './invoice-document.ts';
import { MAX_LINES_OF_BOOKING_ENTRY, presentPriceLineEntry, priceLineEntry } from './price-line.ts';

const heldUnitEntry = objectEntry({
  listing: slugField.describe('The slug of the unit type.'),
  unit: requiredText(MAX_NAME_LENGTH).describe('The name of the unit.'),
});

const chosenExtraEntry = objectEntry({
  code: requiredText(MAX_CODE_LENGTH).describe('The code of the fee.'),
  quantity: integer(1, MAX_EXTRA_QUANTITY).nullish().meta({ description: 'How many.', default: 1 }),
});

const adjustmentEntry = objectEntry({
  id: idField.nullish().describe('Kept from another system.'),
  name: requiredText(MAX_NAME_LENGTH).describe('The name of the line.'),
  amount: signedCentsField
    .refine((amount) => amount !== 0, mustBe('an amount other than 0'))
    .describe('In cents; below 0, it lowers the price.'),
  taxable: booleanField.nullish().meta({
    description: 'Whether percentage taxes on the accommodation count it in.',
    default: false,
  }),
});

export const bookingEntry = objectEntry({
  id: idField.nullish().describe('Kept from another system.'),
  confirmation_code: requiredText(MAX_CODE_LENGTH).describe('Identifies the booking.'),
  listing: slugField.optional().describe('The slug of its listing.'),
  unit: optionalText(MAX_NAME_LENGTH).describe('The name of its unit. Default: one is chosen.'),
  units: listOf(heldUnitEntry, 50_000)
    .nullish()
    .describe("The units that a whole building's booking occupies, if they are not all the active ones."),
  guest: requiredText(MAX_EMAIL_LENGTH)
    .optional()
    .describe('The email of its guest, or the id of a guest without email.'),
  status: wordField(BOOKING_STATUSES).optional().describe('The status of the booking.'),
  source: bookingSourceField.nullish().meta({ description: 'Where it came from.', default: 'import' }),
  check_in: dateEntry.optional().describe('The first night.'),
  check_out: dateEntry.optional().describe('The day on which the guests leave.'),
  number_of_guests: guestCountEntry
    .optional()
    .describe('The number of guests, without infants. It need not be given together with `party.adults`.'),
  party: objectEntry({
    adults: integer(0, MAX_GUESTS).nullish().describe('Without them, all guests are adults.'),
    children_ages: listOf(integer(0, MAX_CHILD_AGE), MAX_CHILDREN)
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
  extras: listOf(chosenExtraEntry, MAX_EXTRAS)
    .nullish()
    .describe('The chosen optional fees; replaced as a whole.'),
  currency: currencyField
    .nullish()
    .describe(
      "Differs from the listing's if the listing has changed its currency since. Default: the listing's.",
    ),
  coupon_code: optionalText(MAX_CODE_LENGTH).describe('The code of its coupon.'),
  ...bookingRow.written,
  totals: objectEntry({
    accommodation_total: sumOfCentsField.describe('Nights and extra guests.'),
    discount_total: sumOfCentsField.describe('All discounts together, as a positive amount.'),
    fees_total: sumOfCentsField.describe('Fees.'),
    taxes_total: sumOfCentsField.describe('Taxes that are not included.'),
    grand_total: sumOfCentsField.describe('Accommodation - discount + fees + taxes.'),
  })
    .nullish()
    .describe("The price, in cents. Default: the price at today's rates."),
  lines: listOf(priceLineEntry, MAX_LINES_OF_BOOKING_ENTRY)
    .nullish()
    .describe('The price, line by line. Default: one line for each total.'),
  price_agreed: wordField(PRICE_AGREEMENTS)
    .nullish()
    .describe(
      'What of the price was agreed: "nights", what the nights cost, or "total", all of it. Needs totals if the price would else be computed.',
    ),
  adjustments: distinctListOf(adjustmentEntry, MAX_ADJUSTMENTS, {
    field: 'id',
    value: idField,
    error: 'must not be named twice',
  })
    .nullish()
    .describe('The lines that were added to the price by hand. Totals and lines contain them.'),
  adjustment: objectEntry({
    name: requiredText(MAX_NAME_LENGTH).describe('The name of the first.'),
    amount: signedCentsField.describe('In cents: the sum of all; below 0, they lower the price.'),
  })
    .nullish()
    .describe('The lines by hand as one. Alone, it is the only one.'),
  preparation_days: ruleDaysField
    .nullish()
    .describe("How many nights after it stay empty. Default: the listing's."),
  cancellation_policy: cancellationPolicyEntry
    .nullish()
    .describe('The cancellation terms at the time of booking. Default: none.'),
  unit_pinned: booleanField
    .nullish()
    .describe('Whether it keeps its unit when bookings are moved to make room. Default: false.'),
  ...endRow.written,
  cancellation_fee: sumOfCentsField
    .nullish()
    .describe(
      'In cents: the fee of a cancelled booking, at most its grand total. Default: none was decided.',
    ),
  events: listOf(bookingEventEntry, 100_000)
    .nullish()
    .describe('The history of the booking. Stored events that the file does not give stay.'),
  expires_at: instantEntry
    .nullish()
    .describe('When a pending booking frees its nights by itself. Default: it keeps them.'),
  confirmed_at: instantEntry.nullish().describe('When it was confirmed. Default: when it was made.'),
  feed_uid: optionalText(MAX_EVENT_UID_LENGTH).describe(
    'The event of a calendar feed that it is, which a feed of its unit recognises.',
  ),
  calendar_invited: booleanField.nullish().meta({
    description: 'Whether messages invite the guest to the stay by their calendar files, not publish it.',
    default: false,
  }),
  cancelled_at: instantEntry.nullish().describe('When it was cancelled. Default: when it was made.'),
  completed_at: instantEntry.nullish().describe('When it was completed. Default: at check-out.'),
  payment_plan: listOf(
    objectEntry({
      amount: sumOfCentsField.describe('In cents.'),
      due_on: dateEntry.describe('When it is due.'),
    }),
    MAX_PLANNED_PAYMENTS,
  )
    .nullish()
    .describe("The plan that the team has made for it. Default: the team's terms."),
  payment_plan_paid: sumOfCentsField
    .nullish()
    .meta({ description: 'In cents: what had been paid when the plan was made.', default: 0 }),
  payments: listOf(paymentEntry, 10_000)
    .nullish()
    .describe('The paid and planned payments; replaced as a whole.'),
  invoices: listOf(invoiceEntry, 10_000).nullish().describe('The invoices; replaced as a whole.'),
  security_deposit: securityDepositEntry.nullish().describe('The deposit held against damage.'),
  ...createdAndUpdatedEntries,
});

export type BookingEntry = z.infer<typeof bookingEntry>;

/**
 * What a team file has in place of ids. `unit`, `units` and `currency` are null unless an import would
 * otherwise choose others.
 */
type BookingEntryNames = {
  listing: string | null;
  unit: string | null;
  units: { listing: string; unit: string }[] | null;
  guest: string;
  currency: string | null;
  coupon: string | null;
};
type BookingEntryParts = Pick<Folio, 'payments' | 'invoices' | 'deposit'> & {
  events: readonly BookingEventRecord[];
};

export const presentBookingEntry = (
  booking: BookingRecord,
  names: BookingEntryNames,
  parts: BookingEntryParts,
) =>
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
    ...bookingRow.present(booking),
    totals: presentPriceTotals(booking) satisfies PresentedEntry<NonNullable<BookingEntry['totals']>>,
    lines: booking.priceLines.map(presentPriceLineEntry),
    ...presentAgreedPrice(booking),
    preparation_days: booking.preparationDays,
    cancellation_policy: presentCancellationPolicy(booking.cancellationPolicy),
    unit_pinned: booking.unitPinned,
    ...presentBookingLifecycle(booking),
    feed_uid: booking.feedUid,
    calendar_invited: booking.calendarInvited,
    payment_plan: presentPaymentPlan(booking.paymentPlan),
    payment_plan_paid: booking.paymentPlan?.paidCents ?? 0,
    payments: parts.payments.map(presentPayment),
    invoices: parts.invoices.map((invoice) => ({
      ...presentInvoice(invoice),
      series: invoice.series,
      serial_number: invoice.serialNumber,
      document: invoice.document && presentInvoiceDocument(invoice.document),
    })),
    security_deposit: parts.deposit && presentSecurityDeposit(parts.deposit),
    events: parts.events.map(presentBookingEvent),
  }) satisfies PresentedEntry<Omit<BookingEntry, 'units' | 'currency'>>;
