/** The link is for the member to give to the guest (docs/rules.md, 15.11). */

import type { FastifyPluginAsync } from 'fastify';
import { publicBaseUrl } from '../../../../../plugins/paging.ts';
import { buildGuestLink } from '../../../../../services/bookings/guest-page.ts';
import { readTeam } from '../../../../../services/team/settings.ts';
import { emptyForm } from '../../../../../web/form.ts';
import { needs } from '../../../../../web/member-visit.ts';
import { readBookingOfPath, showBooking } from '../show-booking.ts';

export const guestLinkRoutes: FastifyPluginAsync = async (app) => {
  // Only after a POST: nobody can make the link appear on a member's screen by sending an address.
  app.post('/bookings/:booking/guest-link', needs('bookings:write'), async (request, reply) => {
    const { booking, guest } = await readBookingOfPath(request);
    const link = buildGuestLink(request.scope, {
      baseUrl: publicBaseUrl(request),
      team: await readTeam(request.scope),
      booking: { ...booking, language: booking.language ?? guest.language },
    });
    return showBooking(reply, emptyForm, 200, link);
  });
};
