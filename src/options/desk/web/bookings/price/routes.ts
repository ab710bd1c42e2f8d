import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { findBookingChangeRefusal } from '../../../../../domain/booking.ts';
import { type AgreedPrice, findAgreedPrice } from '../../../../../domain/pricing/agreed-price.ts';
import type { BookingStatus } from '../../../../../domain/vocabulary.ts';
import { findStayOptions } from '../../../../../services/availability/stay-options.ts';
import type { Booking } from '../../../../../services/bookings/read.ts';
import { emptyForm } from '../../../../../web/form.ts';
import { teamPath } from '../../../../../web/member-visit.ts';
import { readPlaceNames } from '../../../../../web/place-names.ts';
import { readForm, type SentForm } from '../../../../../web/sent-form.ts';
import { toAmountField } from '../../../../../web/views/format.ts';
import { sendPage } from '../../../../../web/views/layout.ts';
import { toExtrasBody, toExtrasValue } from '../extras.ts';
import { previewOrChange, type Shown } from '../previewed-change.ts';
import { readBookingOfPath } from '../show-booking.ts';
import { findLineField, LINE_LABELS, readLines, toLineValues } from './lines.ts';
import { bookingPricePage } from './page.ts';

const LABELS = {
  agreed: 'What is agreed',
  agreed_amount: 'Amount',
  discount_total: 'Discounts in it',
  fees_total: 'Fees in it',
  taxes_total: 'Taxes in it',
  cancellation_fee: 'Fee',
  extras: 'The extras',
  ...LINE_LABELS,
};
const FIELDS: Record<string, string> = {
  totals: 'agreed_amount',
  'totals.accommodation_total': 'agreed_amount',
  'totals.grand_total': 'agreed_amount',
  'totals.discount_total': 'discount_total',
  'totals.fees_total': 'fees_total',
  'totals.taxes_total': 'taxes_total',
};
const toFieldOfForm = (path: string): string =>
  FIELDS[path] ?? findLineField(path) ?? (path.startsWith('extras.') ? 'extras' : path);
const AMOUNT_NEEDED = 'Amount is required for what is agreed.';

function toPriceValues({ booking }: Booking): Record<string, string> {
  const { currency, adjustments, extras, cancellationFeeCents } = booking;
  return {
    ...toAgreedValues(findAgreedPrice(booking), currency),
    ...toLineValues(adjustments, currency),
    extras: toExtrasValue(extras),
    cancellation_fee: cancellationFeeCents === null ? '' : toAmountField(cancellationFeeCents, currency),
  };
}

function toAgreedValues(agreed: AgreedPrice | null, currency: string): Record<string, string> {
  if (agreed === null) return { agreed: 'nights', agreed_amount: '' };
  const { accommodationTotalCents } = agreed;
  if (agreed.form === 'nights')
    return { agreed: 'nights', agreed_amount: toAmountField(accommodationTotalCents, currency) };
  const { discountTotalCents, feesTotalCents, taxesTotalCents } = agreed;
  const toField = (cents: number) => (cents === 0 ? '' : toAmountField(cents, currency));
  const totalCents = accommodationTotalCents - discountTotalCents + feesTotalCents + taxesTotalCents;
  return {
    agreed: 'total',
    agreed_amount: toAmountField(totalCents, currency),
    discount_total: toField(discountTotalCents),
    fees_total: toField(feesTotalCents),
    taxes_total: toField(taxesTotalCents),
  };
}

/** Undefined leaves the price as it is: none is agreed, and none was before. */
function readTotals(
  form: SentForm,
  { priceAgreed, currency }: Booking['booking'],
): object | null | undefined {
  const agreed = form.text('agreed');
  const amount = form.cents('agreed_amount', currency);
  const [discount_total, fees_total, taxes_total] = ['discount_total', 'fees_total', 'taxes_total'].map(
    (name) => form.cents(name, currency),
  );
  if (agreed === 'rates') return null;
  if (amount === null && priceAgreed === null) return undefined;
  if (amount === null) form.errors.agreed_amount ??= AMOUNT_NEEDED;
  return agreed === 'total'
    ? { grand_total: amount, discount_total, fees_total, taxes_total }
    : { accommodation_total: amount };
}

/** Each status has a form of its own. */
const BODIES = {
  pending: readPrice,
  confirmed: readPrice,
  completed: (form, { currency }, sent) => ({
    adjustments: readLines(form, currency),
    extras: toExtrasBody(form, sent),
  }),
  cancelled: (form, { currency }) => ({ cancellation_fee: form.cents('cancellation_fee', currency) }),
} satisfies Record<BookingStatus, (form: SentForm, booking: Booking['booking'], sent: unknown) => object>;

function readPrice(form: SentForm, booking: Booking['booking']): object {
  const totals = readTotals(form, booking);
  return { ...(totals === undefined ? {} : { totals }), adjustments: readLines(form, booking.currency) };
}

/** A change is saved only after its effects were shown. */
export const bookingPriceRoutes: FastifyPluginAsync = async (app) => {
  async function show(reply: FastifyReply, { form, preview = null, status = 200 }: Shown) {
    const { request } = reply;
    const booking = await readBookingOfPath(request);
    const values = { ...toPriceValues(booking), ...form.values };
    const isOver = booking.booking.status === 'completed';
    const options = isOver ? await findStayOptions(request.scope, { id: booking.listing.id }) : null;
    const presentPlace = await readPlaceNames(request.scope, [booking.listing]);
    const shown = { values, errors: form.errors };
    const extras = options?.extras ?? [];
    const view = { base: teamPath(request), booking, extras, form: shown, preview, presentPlace };
    const title = `Price of ${booking.booking.confirmationCode}`;
    return sendPage(reply, { title, status, tab: 'bookings', body: bookingPricePage(reply, view) });
  }

  app.get('/bookings/:booking/price', (_request, reply) => show(reply, { form: emptyForm }));

  app.post('/bookings/:booking/price', async (request, reply) => {
    const stored = await readBookingOfPath(request);
    const { booking } = stored;
    const form = readForm(request.body, LABELS, toFieldOfForm);
    const body = BODIES[booking.status](form, booking, request.body);
    const isAmendment = findBookingChangeRefusal(booking.status) !== null;
    const notice = 'The price is changed.';
    return previewOrChange(reply, {
      form,
      stored,
      body,
      isAmendment,
      notice,
      show: (shown) => show(reply, shown),
    });
  });
};
