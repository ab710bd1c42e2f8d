import type { FastifyPluginAsync } from 'fastify';
import { todayInZone } from '../../../../../domain/dates/dates.ts';
import { paymentPlanBody } from '../../../../../schemas/bookings/folio.ts';
import { replacePaymentPlan } from '../../../../../services/bookings/folio/payment-plan.ts';
import type { BookingWithFolio, Folio } from '../../../../../services/bookings/read.ts';
import type { Services } from '../../../../../services/services.ts';
import { needs } from '../../../../../web/member-visit.ts';
import { doOncePerForm, isLedOnAgain, toNotice } from '../../../../../web/once-per-form.ts';
import { bookingPath, readBookingOfPath, showBooking } from '../show-booking.ts';
import { computePlanVersion, openPlan, PLAN_SEEN, readPlan } from './plan.ts';

const SAVED = 'The plan is saved.';
const SET_BACK = 'The payments follow your team’s terms again.';

export const paymentPlanRoutes: FastifyPluginAsync<Services> = async (app, { clock }) => {
  app.post('/bookings/:booking/payment-plan', needs('money:write'), async (request, reply) => {
    // The form itself may have changed what is owed, and the plan that was seen.
    if (await isLedOnAgain(reply)) return reply;
    const { booking, listing } = await readBookingOfPath(request);
    const form = openPlan(request.body, booking.currency);
    const seen = form.text(PLAN_SEEN);
    const isSetBack = form.text('step') === 'terms';
    const today = todayInZone(listing.timezone, clock());
    const payments = isSetBack ? null : readPlan(form, booking.currency, today);
    const input = form.check(paymentPlanBody, { payments });
    if (input === null && !isSetBack) return showBooking(reply, form, 422);
    const isCurrent = ({ folio }: BookingWithFolio) => computePlanVersion(folio) === seen;
    try {
      return await doOncePerForm<Folio>(
        reply,
        (options) => replacePaymentPlan(request.scope, booking.id, input, { ...options, isCurrent }),
        () => toNotice(bookingPath(request), isSetBack ? SET_BACK : SAVED),
      );
    } catch (error) {
      return showBooking(reply, form.refused(error), 422);
    }
  });
};
