import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Booking } from '../../../../services/bookings/read.ts';
import { emptyForm, type Form } from '../../../../web/form.ts';
import { needs, readId, teamPath } from '../../../../web/member-visit.ts';
import { doOncePerForm, toNotice } from '../../../../web/once-per-form.ts';
import { requireForPage } from '../../../../web/page-error.ts';
import { sendPage } from '../../../../web/views/layout.ts';
import { bookingOfBlockBody } from '../../../calendars/schemas/booking-of-block.ts';
import { createBookingOfBlock } from '../../../calendars/services/feeds/enter-guest.ts';
import { findBlockWithUnitLabel } from '../../services/calendar.ts';
import { defineStayGuest } from './forms.ts';
import { guestPage } from './guest-page.ts';

/** For a stay that a channel has sold. */
export const stayGuestRoutes: FastifyPluginAsync = async (app) => {
  const blockIn = async (request: FastifyRequest) => {
    const block = requireForPage(await findBlockWithUnitLabel(request.scope, readId(request, 'block')));
    return requireForPage(block.feedId === null ? null : block);
  };

  async function show(reply: FastifyReply, form: Form, status = 200) {
    const { request } = reply;
    const block = await blockIn(request);
    const body = guestPage(reply, { base: teamPath(request), block, form });
    return sendPage(reply, { title: 'Enter the guest', status, tab: 'calendar', body });
  }

  app.get('/calendar/blocks/:block/guest', needs('bookings:write'), (_request, reply) =>
    show(reply, { ...emptyForm, values: { number_of_guests: '1' } }),
  );

  app.post('/calendar/blocks/:block/guest', needs('bookings:write'), async (request, reply) => {
    // If the same form was sent twice, the block is gone, and the answer is that of the first time.
    const blockId = readId(request, 'block');
    const block = await findBlockWithUnitLabel(request.scope, blockId);
    const STAY_GUEST = defineStayGuest(block?.currency ?? 'EUR');
    const form = STAY_GUEST.open(request.body);
    const input = form.check(bookingOfBlockBody, STAY_GUEST.read(form));
    if (!input) return show(reply, form, 422);
    try {
      return await doOncePerForm<Booking>(
        reply,
        (options) => createBookingOfBlock(request.scope, blockId, input, options),
        ({ booking }) => toNotice(`${teamPath(request)}/bookings/${booking.id}`, 'The guest is entered.'),
      );
    } catch (error) {
      return show(reply, form.refused(error), 422);
    }
  });
};
