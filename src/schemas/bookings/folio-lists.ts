import { z } from 'zod';
import {
  BOOKING_STATUSES,
  INVOICE_KINDS,
  INVOICE_STATUSES,
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
} from '../../domain/vocabulary.ts';
import type {
  InvoiceFilter,
  ListedInvoice,
  ListedPayment,
  PaymentFilter,
} from '../../services/bookings/folio/lists.ts';
import { dateField } from '../fields/dates.ts';
import { idField } from '../fields/fields.ts';
import { confirmationCodeSchema, currencySchema, idOf, nullableText, wordSchema } from '../formats.ts';
import { pageParameters, pageSchema } from '../page.ts';
import { wordListParameter } from '../parameters.ts';
import { invoiceSchema, paymentSchema, presentInvoice, presentPayment } from './folio.ts';

const bookingFields = {
  booking_id: idOf('the booking'),
  confirmation_code: confirmationCodeSchema,
  booking_status: wordSchema(BOOKING_STATUSES).describe('The booking’s status as it is now.'),
  listing_id: idOf('the booking’s listing'),
  guest_name: nullableText.describe('The booking’s guest. Null without the permission `guests:read`.'),
  currency: currencySchema,
};

export const listedPaymentSchema = paymentSchema
  .extend(bookingFields)
  .meta({ id: 'ListedPayment', description: 'A payment, and the booking that it belongs to.' });
export const listedInvoiceSchema = invoiceSchema
  .extend(bookingFields)
  .meta({ id: 'ListedInvoice', description: 'An invoice, and the booking that it belongs to.' });

export const paymentListAnswer = pageSchema(listedPaymentSchema);
export const invoiceListAnswer = pageSchema(listedInvoiceSchema);

const presentBookingFields = (
  { bookingId, booking }: ListedPayment | ListedInvoice,
  mayReadGuests: boolean,
) => ({
  booking_id: bookingId,
  confirmation_code: booking.confirmationCode,
  booking_status: booking.status,
  listing_id: booking.listingId,
  guest_name: mayReadGuests ? booking.guestName : null,
  currency: booking.currency,
});

export const createListedPaymentPresenter =
  (mayReadGuests: boolean) =>
  (payment: ListedPayment): z.infer<typeof listedPaymentSchema> => ({
    ...presentPayment(payment),
    ...presentBookingFields(payment, mayReadGuests),
  });

export const createListedInvoicePresenter =
  (mayReadGuests: boolean) =>
  (invoice: ListedInvoice): z.infer<typeof listedInvoiceSchema> => ({
    ...presentInvoice(invoice),
    ...presentBookingFields(invoice, mayReadGuests),
  });

const bookingParameter = idField.optional().describe('Only of this booking.');

export const paymentQuery = z.object({
  ...pageParameters,
  status: wordListParameter(PAYMENT_STATUSES),
  booking_status: wordListParameter(BOOKING_STATUSES),
  method: wordListParameter(PAYMENT_METHODS),
  due_from: dateField.optional().describe('Due on this day or later.'),
  due_to: dateField.optional().describe('Due on this day or earlier.'),
  paid_from: dateField.optional().describe('Paid on this day or later, in the listing’s time zone.'),
  paid_to: dateField.optional().describe('Paid on this day or earlier, in the listing’s time zone.'),
  booking_id: bookingParameter,
});

export const toPaymentFilter = (query: z.output<typeof paymentQuery>): PaymentFilter => ({
  statuses: query.status,
  bookingStatuses: query.booking_status,
  methods: query.method,
  bookingId: query.booking_id,
  due: { from: query.due_from, to: query.due_to },
  paid: { from: query.paid_from, to: query.paid_to },
});

export const invoiceQuery = z.object({
  ...pageParameters,
  status: wordListParameter(INVOICE_STATUSES),
  kind: wordListParameter(INVOICE_KINDS),
  issued_from: dateField.optional().describe('Issued on this day or later, in the listing’s time zone.'),
  issued_to: dateField.optional().describe('Issued on this day or earlier, in the listing’s time zone.'),
  booking_id: bookingParameter,
});

export const toInvoiceFilter = (query: z.output<typeof invoiceQuery>): InvoiceFilter => ({
  statuses: query.status,
  kinds: query.kind,
  bookingId: query.booking_id,
  issued: { from: query.issued_from, to: query.issued_to },
});
