import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { bookingChangeBody } from '../../schemas/booking-bodies.ts';
import { changeBooking } from '../../services/bookings/change.ts';
import type { Services } from '../../services/services.ts';
import { setFlash } from '../flash.ts';
import { type OpenForm, openForm } from '../open-form.ts';
import { buildMemberCall, readId, teamPath } from '../team-scope.ts';
import { readHoldMinutes, toHoldField } from './hold.ts';
import { showBooking } from './show-booking.ts';

const LABELS = { unit_id: 'The unit', unit_pinned: 'Its unit', hold_hours: 'The hold' };

/** The nights and the unit that a booking keeps: its hold, another unit, and whether it may be moved to make room. */
export const bookingRoomRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  async function change(
    request: FastifyRequest,
    reply: FastifyReply,
    { sentForm, body, text }: { sentForm: OpenForm; body: object; text: string },
  ) {
    const read = sentForm.check(bookingChangeBody, body);
    if (!read.ok) return showBooking(services, reply, { form: read.form, status: 422 });
    const id = readId(request, 'booking');
    const call = { ...buildMemberCall(request), isCurrent: null };
    try {
      await changeBooking(services, call, id, read.value);
      setFlash(reply, { what: 'notice', text });
      return reply.redirect(`${teamPath(request)}/bookings/${id}`, 303);
    } catch (error) {
      return showBooking(services, reply, { form: sentForm.refused(error), status: 422 });
    }
  }

  app.post('/bookings/:booking/unit', (request, reply) => {
    const sentForm = openForm(request.body, LABELS);
    const unit_id = sentForm.optional('unit_id');
    if (unit_id !== null)
      return change(request, reply, {
        sentForm,
        body: { unit_id },
        text: 'The booking is moved to this unit.',
      });
    const unit_pinned = sentForm.isChecked('unit_pinned');
    const text = unit_pinned
      ? 'The booking keeps its unit.'
      : 'The booking may be moved to another unit to make room.';
    return change(request, reply, { sentForm, body: { unit_pinned }, text });
  });

  app.post('/bookings/:booking/hold', (request, reply) => {
    const sentForm = openForm(request.body, LABELS, toHoldField);
    const expires_in = readHoldMinutes(sentForm);
    const text =
      expires_in === null
        ? 'The booking is held without an end.'
        : 'The booking is held for so long from now on.';
    return change(request, reply, { sentForm, body: { expires_in }, text });
  });
};
