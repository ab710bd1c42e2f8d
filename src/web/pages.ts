import type { FastifyPluginAsync } from 'fastify';
import { declareRateLimit } from '../plugins/rate-limit.ts';
import type { Services } from '../services/services.ts';
import { accountRoutes } from './account/routes.ts';
import { assetRoutes } from './assets.ts';
import { beginRoutes, type TeamBeginning } from './begin/routes.ts';
import { bookingCancelRoutes, bookingChangeRoutes } from './bookings/change-routes.ts';
import { paymentPlanRoutes } from './bookings/folio/plan-routes.ts';
import { folioRoutes } from './bookings/folio/routes.ts';
import { guestLinkRoutes } from './bookings/guest-link-routes.ts';
import { holdAndUnitRoutes } from './bookings/hold-and-unit-routes.ts';
import { bookingListRoutes } from './bookings/list-routes.ts';
import { newBookingRoutes } from './bookings/new-routes.ts';
import { bookingPriceRoutes } from './bookings/price/routes.ts';
import { bookingRoutes } from './bookings/routes.ts';
import { unitAddressRoutes } from './calendar/address-routes.ts';
import { stayGuestRoutes } from './calendar/guest-routes.ts';
import { nightsRoutes } from './calendar/nights-routes.ts';
import { calendarRoutes } from './calendar/routes.ts';
import { channelAddressRoutes } from './calendar-feeds/address-routes.ts';
import { calendarFeedRoutes } from './calendar-feeds/routes.ts';
import { chargePageRoutes } from './charges/routes.ts';
import { errorPages } from './errors.ts';
import { forgottenPasswordRoutes } from './forgotten-password/routes.ts';
import { formAddresses } from './form-addresses.ts';
import { guardForms, refuseForeignRequests } from './form-guard.ts';
import { guestRoutes } from './guests/routes.ts';
import { pageHeaders } from './headers.ts';
import { invitationRoutes } from './invitations/routes.ts';
import { requireMember } from './member-visit.ts';
import { memberRoutes } from './members/routes.ts';
import { messageKindRoutes } from './messages/kind-routes.ts';
import { messageRoutes } from './messages/routes.ts';
import { writtenMailRoutes } from './messages/written-routes.ts';
import { moneyRoutes } from './money/routes.ts';
import { aboutRoutes } from './places/about/routes.ts';
import { placeChannelRoutes } from './places/channels-routes.ts';
import { newPlaceRoutes } from './places/new-routes.ts';
import { placePhotoRoutes } from './places/photos-routes.ts';
import { placeListRoutes } from './places/routes.ts';
import { placeStatusRoutes } from './places/status-routes.ts';
import { placeUnitRoutes } from './places/units-routes.ts';
import { adjustRoutes } from './prices/adjust-routes.ts';
import { copySeasonsRoutes } from './prices/copy-seasons.ts';
import { priceRoutes } from './prices/routes.ts';
import { undoRoutes } from './prices/undo.ts';
import { keepForms } from './sign-in/keep-forms.ts';
import { signInRoutes } from './sign-in/routes.ts';
import { siteRoutes } from './site/routes.ts';
import { teamRoutes } from './team/routes.ts';
import { todayRoutes } from './today/routes.ts';
import { tokenRoutes } from './tokens/routes.ts';
import { usageRoute } from './usage/routes.ts';
import { visits } from './visit.ts';
import { webhookRoutes } from './webhooks/routes.ts';

/**
 * The web pages on which teams work. The teams' web pages are rendered on the server and work without
 * JavaScript.
 */
export const webPages: FastifyPluginAsync<{ services: Services } & TeamBeginning> = async (
  app,
  { services, mayAlwaysBegin },
) => {
  app.register(pageHeaders);
  app.register(assetRoutes);
  app.register(async (pages) => {
    declareRateLimit(pages, 'person');
    pages.register(refuseForeignRequests);
    pages.register(visits, services);
    pages.register(keepForms, { ...services, mayAlwaysBegin });
    pages.register(guardForms);
    pages.register(errorPages);
    pages.register(formAddresses);
    pages.register(beginRoutes, { ...services, mayAlwaysBegin });
    pages.register(signInRoutes, { ...services, mayAlwaysBegin });
    pages.register(forgottenPasswordRoutes, services);
    pages.register(invitationRoutes, services);
    pages.register(accountRoutes, { ...services, prefix: '/account' });
    pages.register(teamPages, { services, prefix: '/teams/:team' });
  });
};

const teamPages: FastifyPluginAsync<{ services: Services }> = async (app, { services }) => {
  await app.register(requireMember, services);
  app.get('/', (request, reply) =>
    reply.redirect(`${request.visit.root}/teams/${request.teamVisit.team.slug}/today`, 303),
  );
  app.register(todayRoutes);
  app.register(calendarRoutes, services);
  app.register(nightsRoutes, services);
  app.register(stayGuestRoutes);
  app.register(tokenRoutes, services);
  app.register(teamRoutes);
  app.register(memberRoutes, services);
  app.register(bookingListRoutes, services);
  app.register(bookingRoutes);
  app.register(newBookingRoutes);
  app.register(bookingChangeRoutes);
  app.register(bookingCancelRoutes);
  app.register(bookingPriceRoutes);
  app.register(holdAndUnitRoutes);
  app.register(guestLinkRoutes);
  app.register(folioRoutes, services);
  app.register(paymentPlanRoutes, services);
  app.register(placeListRoutes);
  app.register(newPlaceRoutes);
  app.register(aboutRoutes);
  app.register(placeStatusRoutes);
  app.register(placeUnitRoutes);
  app.register(placeChannelRoutes, services);
  app.register(priceRoutes, services);
  app.register(adjustRoutes);
  app.register(copySeasonsRoutes);
  app.register(undoRoutes);
  app.register(chargePageRoutes);
  app.register(siteRoutes);
  app.register(guestRoutes, services);
  app.register(placePhotoRoutes, services);
  app.register(moneyRoutes, services);
  app.register(messageKindRoutes, services);
  app.register(messageRoutes, services);
  app.register(writtenMailRoutes, services);
  app.register(webhookRoutes, services);
  app.register(calendarFeedRoutes, services);
  app.register(channelAddressRoutes, services);
  app.register(unitAddressRoutes);
  app.register(usageRoute);
};
