import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { hasManyNights } from '../../plugins/admission.ts';
import { bookingChangeBody, cancellationBody } from '../../schemas/booking-bodies.ts';
import { findStayOptions } from '../../services/availability/stay-options.ts';
import { cancelBooking, previewCancellation } from '../../services/bookings/cancel.ts';
import { changeBooking, previewChange } from '../../services/bookings/change.ts';
import type { BookingPreview } from '../../services/bookings/preview.ts';
import { PriceChanged } from '../../services/errors.ts';
import { redirectWithNotice } from '../flash.ts';
import { emptyForm, type Form } from '../form.ts';
import { readId, teamPath } from '../member-visit.ts';
import { computeFormVersion, readForm } from '../sent-form.ts';
import { sendPage } from '../views/layout.ts';
import { cancelPage, changePage } from './change-page.ts';
import { toExtrasBody, toExtrasValue } from './extras.ts';
import { PARTY_LABELS, toPartyBody, toPartyField, toPartyValues } from './party.ts';
import { bookingPath, readBookingOfPath } from './show-booking.ts';

const CHANGE_LABELS = {
  check_in: 'Arrival',
  check_out: 'Departure',
  ...PARTY_LABELS,
  expected_total: 'The total',
};
const CANCEL_LABELS = { fee: 'The fee', reason: 'Reason' };

type Shown = { form: Form; preview?: BookingPreview | null; status?: number };

/** A booking's dates, guests and extras are changed after its sender has seen what that does. */
export const bookingChangeRoutes: FastifyPluginAsync = async (app) => {
  async function show(reply: FastifyReply, { form, preview = null, status = 200 }: Shown) {
    const { request } = reply;
    const booking = await readBookingOfPath(request);
    const { checkIn: check_in, checkOut: check_out, extras: chosen } = booking.booking;
    const stay = { check_in, check_out, ...toPartyValues(booking.booking), extras: toExtrasValue(chosen) };
    const options = await findStayOptions(request.scope, { id: booking.listing.id });
    const view = {
      base: teamPath(request),
      booking,
      extras: options?.extras ?? [],
      form: { values: { ...stay, ...form.values }, errors: form.errors },
      preview,
    };
    const body = changePage(reply, view);
    const title = `Change ${booking.booking.confirmationCode}`;
    return sendPage(reply, { title, status, tab: 'bookings', body });
  }

  app.get('/bookings/:booking/change', (_request, reply) => show(reply, { form: emptyForm }));

  const ofManyNights = { config: { heavy: hasManyNights('check_in', 'check_out') } };
  app.post('/bookings/:booking/change', ofManyNights, async (request, reply) => {
    const form = readForm(request.body, CHANGE_LABELS, toPartyField);
    const body = {
      check_in: form.text('check_in'),
      check_out: form.text('check_out'),
      ...toPartyBody(form),
      extras: toExtrasBody(form, request.body),
      override_rules: form.isChecked('override_rules'),
    };
    const seen = computeFormVersion(body);
    // A change that its sender has not seen as a preview is shown as one first.
    const isSaved = form.text('step') === 'save' && form.text('previewed') === seen;
    const input = form.check(bookingChangeBody, {
      ...body,
      ...(isSaved ? { expected_total: form.integer('expected_total') } : {}),
    });
    if (!input) return show(reply, { form, status: 422 });
    const id = readId(request, 'booking');
    const change = input;
    try {
      if (isSaved && (await isChanged(() => changeBooking(request.scope, id, change))))
        return redirectWithNotice(reply, bookingPath(request), 'The booking is changed.');
      const preview = await previewChange(request.scope, id, { ...change, expectedTotalCents: null });
      const errors: Record<string, string> = isSaved ? { form: PRICE_CHANGED } : {};
      const shown = { values: { ...form.values, previewed: seen }, errors };
      return show(reply, { form: shown, preview, status: isSaved ? 409 : 200 });
    } catch (error) {
      return show(reply, { form: form.refused(error), status: 422 });
    }
  });
};

/** Whether the change was saved. The change is not saved if its price has become another one. */
async function isChanged(save: () => Promise<unknown>): Promise<boolean> {
  try {
    await save();
    return true;
  } catch (error) {
    if (error instanceof PriceChanged) return false;
    throw error;
  }
}

const PRICE_CHANGED = 'The price has changed meanwhile. Look at the new one, then save it again.';

/** A booking is cancelled after its sender has seen the fee. */
export const bookingCancelRoutes: FastifyPluginAsync = async (app) => {
  async function show(reply: FastifyReply, { form, preview = null, status = 200 }: Shown) {
    const { request } = reply;
    const booking = await readBookingOfPath(request);
    const body = cancelPage(reply, { base: teamPath(request), booking, form, preview });
    const title = `Cancel ${booking.booking.confirmationCode}`;
    return sendPage(reply, { title, status, tab: 'bookings', body });
  }

  /** What the cancellation would do, and what the sender must have seen. */
  async function showFee(reply: FastifyReply, sent: unknown) {
    const { request } = reply;
    const { booking } = await readBookingOfPath(request);
    const form = readForm(sent, CANCEL_LABELS);
    const body = { reason: form.optional('reason'), fee: form.cents('fee', booking.currency) };
    const isCancelled = form.text('step') === 'cancel';
    const previewed = form.text('previewed');
    const input = form.check(cancellationBody, body);
    if (!input) return show(reply, { form, status: 422 });
    const cancellation = input;
    try {
      const preview = await previewCancellation(request.scope, booking.id, cancellation);
      const seen = computeFormVersion([
        preview.booking.booking.cancellationFeeCents,
        preview.folio.refundDueCents,
      ]);
      if (isCancelled && previewed === seen) {
        await cancelBooking(request.scope, booking.id, cancellation);
        return redirectWithNotice(reply, bookingPath(request), 'The booking is cancelled.');
      }
      const errors: Record<string, string> = isCancelled ? { form: 'Look at the fee first.' } : {};
      const shown = { values: { ...form.values, previewed: seen }, errors };
      return show(reply, { form: shown, preview, status: isCancelled ? 409 : 200 });
    } catch (error) {
      return show(reply, { form: form.refused(error), status: 422 });
    }
  }

  app.get('/bookings/:booking/cancel', (_request, reply) => showFee(reply, {}));
  app.post('/bookings/:booking/cancel', (request, reply) => showFee(reply, request.body));
};
