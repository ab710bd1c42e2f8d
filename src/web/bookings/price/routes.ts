import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { subtractAdjustment } from '../../../domain/pricing/adjustment.ts';
import type { Booking } from '../../../services/bookings/read.ts';
import { emptyForm } from '../../form.ts';
import { teamPath } from '../../member-visit.ts';
import { readPlaceNames } from '../../place-names.ts';
import { readForm, type SentForm } from '../../sent-form.ts';
import { toAmountField } from '../../views/format.ts';
import { sendPage } from '../../views/layout.ts';
import { previewOrChange, type Shown } from '../previewed-change.ts';
import { readBookingOfPath } from '../show-booking.ts';
import { pricePage } from './page.ts';

const LABELS = {
  agreed: 'What is agreed',
  agreed_amount: 'Amount',
  discount_total: 'Discounts in it',
  fees_total: 'Fees in it',
  taxes_total: 'Taxes in it',
  line_name: 'What it is for',
  line_amount: 'Amount',
};
const FIELDS: Record<string, string> = {
  totals: 'agreed_amount',
  'totals.accommodation_total': 'agreed_amount',
  'totals.grand_total': 'agreed_amount',
  'totals.discount_total': 'discount_total',
  'totals.fees_total': 'fees_total',
  'totals.taxes_total': 'taxes_total',
  adjustment: 'line_name',
  'adjustment.name': 'line_name',
  'adjustment.amount': 'line_amount',
};
const AMOUNT_NEEDED = 'Amount is required for what is agreed.';

/** The agreed price and the added line of a booking, as values of form fields. */
function toPriceValues({ booking }: Booking): Record<string, string> {
  const { currency, priceAgreed, adjustment } = booking;
  const totals = subtractAdjustment(booking, adjustment);
  const toField = (cents: number) => (cents === 0 ? '' : toAmountField(cents, currency));
  const parts = {
    discount_total: toField(totals.discountTotalCents),
    fees_total: toField(totals.feesTotalCents),
    taxes_total: toField(totals.taxesTotalCents),
  };
  const amounts = { nights: totals.accommodationTotalCents, total: totals.grandTotalCents };
  return {
    agreed: priceAgreed ?? 'nights',
    agreed_amount: priceAgreed === null ? '' : toAmountField(amounts[priceAgreed], currency),
    ...(priceAgreed === 'total' ? parts : {}),
    line_name: adjustment?.name ?? '',
    line_amount: adjustment === null ? '' : toAmountField(adjustment.amountCents, currency),
  };
}

/**
 * Reads the agreed price from a form for the body of an API request. Returns undefined to leave the price as
 * it is, if no price is agreed and none was before.
 */
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

/** The routes of the page for a booking's price, which saves a change only after its effects were shown. */
export const bookingPriceRoutes: FastifyPluginAsync = async (app) => {
  async function show(reply: FastifyReply, { form, preview = null, status = 200 }: Shown) {
    const { request } = reply;
    const booking = await readBookingOfPath(request);
    const values = { ...toPriceValues(booking), ...form.values };
    const presentPlace = await readPlaceNames(request.scope, [booking.listing]);
    const shown = { values, errors: form.errors };
    const view = { base: teamPath(request), booking, form: shown, preview, presentPlace };
    const title = `Price of ${booking.booking.confirmationCode}`;
    return sendPage(reply, { title, status, tab: 'bookings', body: pricePage(reply, view) });
  }

  app.get('/bookings/:booking/price', (_request, reply) => show(reply, { form: emptyForm }));

  app.post('/bookings/:booking/price', async (request, reply) => {
    const stored = await readBookingOfPath(request);
    const { booking } = stored;
    const form = readForm(request.body, LABELS, (path) => FIELDS[path] ?? path);
    const name = form.optional('line_name');
    const amount = form.cents('line_amount', booking.currency, { mayBeNegative: true });
    const totals = readTotals(form, booking);
    const body = {
      ...(totals === undefined ? {} : { totals }),
      adjustment: name === null && amount === null ? null : { name, amount },
    };
    const notice = 'The price is changed.';
    return previewOrChange(reply, { form, stored, body, notice, show: (shown) => show(reply, shown) });
  });
};
