import type { FastifyPluginAsync } from 'fastify';
import { amendmentBody, bookingChangeBody } from '../../../../schemas/bookings/bodies.ts';
import { presentBareBooking } from '../../../../schemas/bookings/booking.ts';
import { amendBooking } from '../../../../services/bookings/amend.ts';
import { confirmBooking } from '../../../../services/bookings/cancel.ts';
import { changeBooking } from '../../../../services/bookings/change.ts';
import type { BookingWithFolio } from '../../../../services/bookings/read.ts';
import { redirectWithNotice } from '../../../../web/flash.ts';
import { emptyForm } from '../../../../web/form.ts';
import type { FormTable } from '../../../../web/form-table.ts';
import { LONG_FORM, needs, readId } from '../../../../web/member-visit.ts';
import { forgetSeen, toRefusedForm } from '../../../../web/sent-form.ts';
import { BILLING, toPreviewedForm } from './folio/billing.ts';
import { NOTES } from './forms.ts';
import { REFERENCES, readReferences } from './references.ts';
import { bookingPath, readBookingOfPath, showBooking } from './show-booking.ts';

const createVersionCheck =
  ({ computeVersion }: Pick<FormTable, 'computeVersion'>, seen: string) =>
  ({ booking }: BookingWithFolio): boolean =>
    computeVersion(presentBareBooking(booking)) === seen;

export const bookingRoutes: FastifyPluginAsync = async (app) => {
  app.get('/bookings/:booking', needs('bookings:read'), (_request, reply) => showBooking(reply));

  app.post('/bookings/:booking/confirm', needs('bookings:write'), async (request, reply) => {
    try {
      await confirmBooking(request.scope, readId(request, 'booking'));
      return redirectWithNotice(reply, bookingPath(request), 'The booking is confirmed.');
    } catch (error) {
      return showBooking(reply, toRefusedForm(emptyForm, error), 422);
    }
  });

  app.post(
    '/bookings/:booking/notes',
    { ...LONG_FORM, ...needs('bookings:write') },
    async (request, reply) => {
      const form = NOTES.open(request.body);
      const seen = form.text('seen');
      // The form of a booking that is over can only change the notes.
      const hasRequests = form.isSent('special_requests');
      const id = readId(request, 'booking');
      const isCurrent = createVersionCheck(NOTES, seen);
      const body = NOTES.read(form, (path) => path === 'special_requests' && !hasRequests);
      const change = hasRequests ? form.check(bookingChangeBody, body) : null;
      const amendment = hasRequests ? null : form.check(amendmentBody, body);
      if (!change && !amendment) return showBooking(reply, form, 422);
      try {
        if (change) await changeBooking(request.scope, id, change, { isCurrent });
        if (amendment) await amendBooking(request.scope, id, amendment, { isCurrent });
        return redirectWithNotice(reply, bookingPath(request), 'The notes are saved.');
      } catch (error) {
        return showBooking(reply, forgetSeen(form.refused(error)), 422);
      }
    },
  );

  app.post('/bookings/:booking/billing', needs('bookings:write'), async (request, reply) => {
    const form = BILLING.open(request.body);
    const seen = form.text('billing_seen');
    const input = form.check(amendmentBody, BILLING.read(form));
    if (!input) return showBooking(reply, form, 422);
    if (form.text('step') === 'preview') return showBooking(reply, toPreviewedForm(form));
    const isCurrent = createVersionCheck(BILLING, seen);
    try {
      await amendBooking(request.scope, readId(request, 'booking'), input, { isCurrent });
      return redirectWithNotice(reply, bookingPath(request), 'The billing is saved.', 'invoices');
    } catch (error) {
      return showBooking(reply, forgetSeen(form.refused(error), 'billing_seen'), 422);
    }
  });

  app.post(
    '/bookings/:booking/references',
    { ...LONG_FORM, ...needs('bookings:write') },
    async (request, reply) => {
      const form = REFERENCES.open(request.body);
      const seen = form.text('references_seen');
      const { booking } = await readBookingOfPath(request);
      const input = form.check(amendmentBody, readReferences(form, booking.customFields));
      if (!input) return showBooking(reply, form, 422);
      const isCurrent = createVersionCheck(REFERENCES, seen);
      try {
        await amendBooking(request.scope, booking.id, input, { isCurrent });
        return redirectWithNotice(reply, bookingPath(request), 'The references are saved.', 'references');
      } catch (error) {
        return showBooking(reply, forgetSeen(form.refused(error), 'references_seen'), 422);
      }
    },
  );
};
