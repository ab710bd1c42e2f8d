import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Booking } from '../../../../services/bookings/read.ts';
import { emptyForm, type Form } from '../../../../web/form.ts';
import { readId, teamPath } from '../../../../web/member-visit.ts';
import { doOncePerForm, toNotice } from '../../../../web/once-per-form.ts';
import { requireForPage } from '../../../../web/page-error.ts';
import { readForm } from '../../../../web/sent-form.ts';
import { sendPage } from '../../../../web/views/layout.ts';
import { bookingOfBlockBody } from '../../../calendars/schemas/booking-of-block.ts';
import { createBookingOfBlock } from '../../../calendars/services/feeds/enter-guest.ts';
import { findBlockWithUnitLabel } from '../../services/calendar.ts';
import { guestPage } from './guest-page.ts';

const LABELS = {
  guest_name: 'Name',
  guest_email: 'Email',
  guest_phone: 'Phone',
  number_of_guests: 'Guests',
  total: 'Agreed total',
  notes: 'Notes',
};
const FIELD_NAMES: Record<string, string> = {
  guest: 'guest_name',
  'guest.name': 'guest_name',
  'guest.email': 'guest_email',
  'guest.phone': 'guest_phone',
  number_of_guests: 'number_of_guests',
  'totals.grand_total': 'total',
  totals: 'total',
  notes: 'notes',
};
const toFieldName = (path: string): string => FIELD_NAMES[path] ?? 'form';

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

  app.get('/calendar/blocks/:block/guest', (_request, reply) =>
    show(reply, { ...emptyForm, values: { number_of_guests: '1' } }),
  );

  app.post('/calendar/blocks/:block/guest', async (request, reply) => {
    // If the same form was sent twice, the block is gone, and the answer is that of the first time.
    const blockId = readId(request, 'block');
    const block = await findBlockWithUnitLabel(request.scope, blockId);
    const form = readForm(request.body, LABELS, toFieldName);
    const total = form.cents('total', block?.currency ?? 'EUR');
    const body = {
      guest: {
        name: form.text('guest_name'),
        email: form.optional('guest_email'),
        phone: form.optional('guest_phone'),
      },
      number_of_guests: form.integer('number_of_guests'),
      totals: total === null ? null : { grand_total: total },
      notes: form.optional('notes'),
    };
    const input = form.check(bookingOfBlockBody, body);
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
