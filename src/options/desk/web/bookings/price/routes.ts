import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { findBookingChangeRefusal } from '../../../../../domain/booking.ts';
import { type AgreedPrice, findAgreedPrice } from '../../../../../domain/pricing/agreed-price.ts';
import type { BookingStatus } from '../../../../../domain/vocabulary.ts';
import { presentBareBooking } from '../../../../../schemas/bookings/booking.ts';
import { findStayOptions } from '../../../../../services/availability/stay-options.ts';
import type { Booking } from '../../../../../services/bookings/read.ts';
import { emptyForm } from '../../../../../web/form.ts';
import type { Values } from '../../../../../web/form-table.ts';
import { needs, teamPath } from '../../../../../web/member-visit.ts';
import { readPlaceNames } from '../../../../../web/place-names.ts';
import { readForm, type SentForm } from '../../../../../web/sent-form.ts';
import { sendPage } from '../../../../../web/views/layout.ts';
import { previewOrChange, type Shown } from '../previewed-change.ts';
import { readBookingOfPath } from '../show-booking.ts';
import { defineAgreement, defineFee, defineTotalParts, EXTRAS } from './form.ts';
import { defineLines, LINES_LABEL, readLines, toLineValues } from './lines.ts';
import { bookingPricePage } from './page.ts';

const AGREED_AMOUNT = 'agreed_amount';

function createNaming(currency: string) {
  const [agreement, parts, fee] = [
    defineAgreement(currency),
    defineTotalParts(currency),
    defineFee(currency),
  ];
  const lines = defineLines(currency);
  const labels = {
    ...agreement.labels,
    ...parts.labels,
    ...fee.labels,
    ...lines.labels,
    ...LINES_LABEL,
    ...EXTRAS.labels,
  };
  const nameOf = (path: string, values: Values): string => {
    if (path.startsWith('adjustments.')) return lines.findName(path, values) ?? path;
    if (path.startsWith('totals.')) return parts.findName(path) ?? AGREED_AMOUNT;
    return path === 'totals' ? AGREED_AMOUNT : EXTRAS.nameOf(path);
  };
  return { labels, nameOf };
}

const AMOUNT_NEEDED = 'Amount is required for what is agreed.';

function toPriceValues(stored: Booking): Record<string, string> {
  const { booking } = stored;
  const { currency } = booking;
  return {
    ...toAgreedValues(findAgreedPrice(booking), currency),
    ...toLineValues(stored),
    ...EXTRAS.toValues(presentBareBooking(stored)),
    ...defineFee(currency).toValues(presentBareBooking(stored)),
  };
}

function toAgreedValues(agreed: AgreedPrice | null, currency: string): Record<string, string> {
  const { toValues } = defineAgreement(currency);
  if (agreed === null) return toValues({ agreed: 'nights', agreed_amount: null });
  const { accommodationTotalCents } = agreed;
  if (agreed.form === 'nights') return toValues({ agreed: 'nights', agreed_amount: accommodationTotalCents });
  const { discountTotalCents, feesTotalCents, taxesTotalCents } = agreed;
  const totals = {
    discount_total: discountTotalCents,
    fees_total: feesTotalCents,
    taxes_total: taxesTotalCents,
  };
  const totalCents = accommodationTotalCents - discountTotalCents + feesTotalCents + taxesTotalCents;
  return {
    ...toValues({ agreed: 'total', agreed_amount: totalCents }),
    ...defineTotalParts(currency).toValues({ totals }),
  };
}

/** Undefined leaves the price as it is: none is agreed, and none was before. */
function readTotals(
  form: SentForm,
  { priceAgreed, currency }: Booking['booking'],
): object | null | undefined {
  const { agreed, agreed_amount: amount } = defineAgreement(currency).read(form);
  const { totals: parts } = defineTotalParts(currency).read(form);
  if (agreed === 'rates') return null;
  if (amount === null && priceAgreed === null) return undefined;
  if (amount === null) form.errors[AGREED_AMOUNT] ??= AMOUNT_NEEDED;
  return agreed === 'total' ? { grand_total: amount, ...(parts as object) } : { accommodation_total: amount };
}

/** Each status has a form of its own. */
const BODIES = {
  pending: readPrice,
  confirmed: readPrice,
  completed: (form, { currency }) => ({ adjustments: readLines(form, currency), ...EXTRAS.read(form) }),
  cancelled: (form, { currency }) => defineFee(currency).read(form),
} satisfies Record<BookingStatus, (form: SentForm, booking: Booking['booking']) => object>;

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

  app.get('/bookings/:booking/price', needs({ all: ['bookings:write', 'money:write'] }), (_request, reply) =>
    show(reply, { form: emptyForm }),
  );

  app.post(
    '/bookings/:booking/price',
    needs({ all: ['bookings:write', 'money:write'] }),
    async (request, reply) => {
      const stored = await readBookingOfPath(request);
      const { booking } = stored;
      const { labels, nameOf } = createNaming(booking.currency);
      const form = readForm(request.body, labels, nameOf);
      const body = BODIES[booking.status](form, booking);
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
    },
  );
};
