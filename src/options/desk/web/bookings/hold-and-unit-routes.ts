import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { bookingChangeBody } from '../../../../schemas/bookings/bodies.ts';
import { changeBooking } from '../../../../services/bookings/change.ts';
import { redirectWithNotice } from '../../../../web/flash.ts';
import { needs, readId } from '../../../../web/member-visit.ts';
import type { SentForm } from '../../../../web/sent-form.ts';
import { HOLD, PINNED_UNIT } from './hold.ts';
import type { FoldedPart } from './page/parts.ts';
import { bookingPath, showBooking } from './show-booking.ts';

export const holdAndUnitRoutes: FastifyPluginAsync = async (app) => {
  async function change(
    reply: FastifyReply,
    form: SentForm,
    body: object,
    { text, part }: { text: string; part: FoldedPart },
  ) {
    const input = form.check(bookingChangeBody, body);
    if (!input) return showBooking(reply, form, 422);
    const { request } = reply;
    try {
      await changeBooking(request.scope, readId(request, 'booking'), input);
      return redirectWithNotice(reply, bookingPath(request), text, part);
    } catch (error) {
      return showBooking(reply, form.refused(error), 422);
    }
  }

  app.post('/bookings/:booking/unit', needs('bookings:write'), (request, reply) => {
    const form = PINNED_UNIT.open(request.body);
    const body = PINNED_UNIT.read(form);
    const text = body.unit_pinned
      ? 'The booking keeps its unit.'
      : 'The booking may be moved to another unit to make room.';
    return change(reply, form, body, { text, part: 'unit' });
  });

  app.post('/bookings/:booking/hold', needs('bookings:write'), (request, reply) => {
    const form = HOLD.open(request.body);
    const body = HOLD.read(form);
    const text =
      body.expires_in === null
        ? 'The booking is held without an end.'
        : 'The booking is held for so long from now on.';
    return change(reply, form, body, { text, part: 'hold' });
  });
};
