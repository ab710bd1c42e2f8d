import type { FastifyPluginAsync } from 'fastify';
import type { Message } from '../../../../../services/messages.ts';
import type { Services } from '../../../../../services/services.ts';
import { needs, readId } from '../../../../../web/member-visit.ts';
import { doOncePerForm, toNotice } from '../../../../../web/once-per-form.ts';
import { requireForPage } from '../../../../../web/page-error.ts';
import { readForm } from '../../../../../web/sent-form.ts';
import { newMailBody } from '../../../../mail/schemas/mail.ts';
import { MESSAGE } from '../../../../mail/web/form.ts';
import { bookingPath, showBooking } from '../show-booking.ts';

/** A guest without an address is refused. */
const LABELS = { ...MESSAGE.labels, guest: 'The guest' };

export const bookingMessageRoutes: FastifyPluginAsync<Services> = async (app, { messages }) => {
  app.post('/bookings/:booking/messages', needs('bookings:write'), async (request, reply) => {
    const form = readForm(request.body, LABELS);
    const text = form.check(newMailBody, MESSAGE.read(form));
    if (!text) return showBooking(reply, form, 422);
    try {
      return await doOncePerForm<Message>(
        reply,
        (options) =>
          requireForPage(messages).write(
            request.scope,
            { bookingId: readId(request, 'booking'), ...text },
            options,
          ),
        () => toNotice(`${bookingPath(request)}#messages`, 'The message is written.'),
      );
    } catch (error) {
      return showBooking(reply, form.refused(error), 422);
    }
  });
};
