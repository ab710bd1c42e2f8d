import type { FastifyPluginAsync } from 'fastify';
import { amendmentBody, bookingChangeBody } from '../../../../schemas/bookings/bodies.ts';
import { amendBooking } from '../../../../services/bookings/amend.ts';
import { confirmBooking } from '../../../../services/bookings/cancel.ts';
import { changeBooking } from '../../../../services/bookings/change.ts';
import type { BookingWithFolio } from '../../../../services/bookings/read.ts';
import { redirectWithNotice } from '../../../../web/flash.ts';
import { emptyForm } from '../../../../web/form.ts';
import { LONG_FORM, readId } from '../../../../web/member-visit.ts';
import { computeFormVersion, forgetSeen, readForm, toRefusedForm } from '../../../../web/sent-form.ts';
import { listBilling, toPreviewedForm } from './folio/billing.ts';
import { listReferences, readCustomFields } from './references.ts';
import { bookingPath, listNotes, readBookingOfPath, showBooking } from './show-booking.ts';

const LABELS = {
  notes: 'Your team’s notes',
  special_requests: 'The guest’s requests',
  billing_name: 'Name or company',
  billing_address: 'Address',
  external_reference: 'The number in another system',
  custom_fields: 'Own fields',
};
const NOT_A_FIELD = 'Each line of the own fields needs a name and a value, such as “flight: TP 931”.';

export const bookingRoutes: FastifyPluginAsync = async (app) => {
  app.get('/bookings/:booking', (_request, reply) => showBooking(reply));

  app.post('/bookings/:booking/confirm', async (request, reply) => {
    try {
      await confirmBooking(request.scope, readId(request, 'booking'));
      return redirectWithNotice(reply, bookingPath(request), 'The booking is confirmed.');
    } catch (error) {
      return showBooking(reply, toRefusedForm(emptyForm, error), 422);
    }
  });

  app.post('/bookings/:booking/notes', LONG_FORM, async (request, reply) => {
    const form = readForm(request.body, LABELS);
    const seen = form.text('seen');
    // The form of a booking that is over can only change the notes.
    const hasRequests = Object.hasOwn(request.body as object, 'special_requests');
    const id = readId(request, 'booking');
    const notes = { notes: form.optional('notes') };
    const isCurrent = ({ booking }: BookingWithFolio) => computeFormVersion(listNotes(booking)) === seen;
    const requests = { special_requests: form.optional('special_requests') };
    const change = hasRequests ? form.check(bookingChangeBody, { ...notes, ...requests }) : null;
    const amendment = hasRequests ? null : form.check(amendmentBody, notes);
    if (!change && !amendment) return showBooking(reply, form, 422);
    try {
      if (change) await changeBooking(request.scope, id, change, { isCurrent });
      if (amendment) await amendBooking(request.scope, id, amendment, { isCurrent });
      return redirectWithNotice(reply, bookingPath(request), 'The notes are saved.');
    } catch (error) {
      return showBooking(reply, forgetSeen(form.refused(error)), 422);
    }
  });

  app.post('/bookings/:booking/billing', async (request, reply) => {
    const form = readForm(request.body, LABELS);
    const seen = form.text('billing_seen');
    const body = {
      billing_name: form.optional('billing_name'),
      billing_address: form.optional('billing_address'),
    };
    const input = form.check(amendmentBody, body);
    if (!input) return showBooking(reply, form, 422);
    if (form.text('step') === 'preview') return showBooking(reply, toPreviewedForm(form));
    const isCurrent = ({ booking }: BookingWithFolio) => computeFormVersion(listBilling(booking)) === seen;
    try {
      await amendBooking(request.scope, readId(request, 'booking'), input, { isCurrent });
      return redirectWithNotice(reply, bookingPath(request), 'The billing is saved.');
    } catch (error) {
      return showBooking(reply, forgetSeen(form.refused(error), 'billing_seen'), 422);
    }
  });

  app.post('/bookings/:booking/references', LONG_FORM, async (request, reply) => {
    const form = readForm(request.body, LABELS, (path) => path.split('.')[0] ?? path);
    const seen = form.text('references_seen');
    const { booking } = await readBookingOfPath(request);
    const custom_fields = readCustomFields(form.text('custom_fields'), booking.customFields);
    if (custom_fields === null) form.errors.custom_fields = NOT_A_FIELD;
    const body = { external_reference: form.optional('external_reference'), custom_fields };
    const input = form.check(amendmentBody, body);
    if (!input) return showBooking(reply, form, 422);
    const isCurrent = ({ booking }: BookingWithFolio) => computeFormVersion(listReferences(booking)) === seen;
    try {
      await amendBooking(request.scope, booking.id, input, { isCurrent });
      return redirectWithNotice(reply, bookingPath(request), 'The references are saved.');
    } catch (error) {
      return showBooking(reply, forgetSeen(form.refused(error), 'references_seen'), 422);
    }
  });
};
