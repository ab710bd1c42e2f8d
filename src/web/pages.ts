import type { FastifyPluginAsync } from 'fastify';
import { channelAddressRoutes } from '../options/calendars/web/address-routes.ts';
import { calendarFeedRoutes } from '../options/calendars/web/routes.ts';
import { unitAddressRoutes } from '../options/calendars/web/unit-address-routes.ts';
import { bookingCancelRoutes, bookingChangeRoutes } from '../options/desk/web/bookings/change-routes.ts';
import { paymentPlanRoutes } from '../options/desk/web/bookings/folio/plan-routes.ts';
import { folioRoutes } from '../options/desk/web/bookings/folio/routes.ts';
import { guestLinkRoutes } from '../options/desk/web/bookings/guest/link-routes.ts';
import { bookingMessageRoutes } from '../options/desk/web/bookings/guest/message-routes.ts';
import { holdAndUnitRoutes } from '../options/desk/web/bookings/hold-and-unit-routes.ts';
import { bookingListRoutes } from '../options/desk/web/bookings/list-routes.ts';
import { newBookingRoutes } from '../options/desk/web/bookings/new-routes.ts';
import { bookingPriceRoutes } from '../options/desk/web/bookings/price/routes.ts';
import { bookingRoutes } from '../options/desk/web/bookings/routes.ts';
import { stayGuestRoutes } from '../options/desk/web/calendar/guest-routes.ts';
import { nightsRoutes } from '../options/desk/web/calendar/nights-routes.ts';
import { calendarRoutes } from '../options/desk/web/calendar/routes.ts';
import { chargePageRoutes } from '../options/desk/web/charges/routes.ts';
import { guestRoutes } from '../options/desk/web/guests/routes.ts';
import { moneyRoutes } from '../options/desk/web/money/routes.ts';
import { aboutRoutes } from '../options/desk/web/places/about/routes.ts';
import { placeChannelRoutes } from '../options/desk/web/places/channels-routes.ts';
import { newPlaceRoutes } from '../options/desk/web/places/new-routes.ts';
import { placePhotoRoutes } from '../options/desk/web/places/photos-routes.ts';
import { placeListRoutes } from '../options/desk/web/places/routes.ts';
import { placeStatusRoutes } from '../options/desk/web/places/status-routes.ts';
import { placeUnitRoutes } from '../options/desk/web/places/units-routes.ts';
import { adjustRoutes } from '../options/desk/web/prices/adjust-routes.ts';
import { copySeasonsRoutes } from '../options/desk/web/prices/copy-seasons.ts';
import { priceRoutes } from '../options/desk/web/prices/routes.ts';
import { undoRoutes } from '../options/desk/web/prices/undo.ts';
import { siteRoutes } from '../options/desk/web/site/routes.ts';
import { teamRoutes } from '../options/desk/web/team/routes.ts';
import { todayRoutes } from '../options/desk/web/today/routes.ts';
import { forgottenPasswordRoutes } from '../options/mail/web/forgotten-password/routes.ts';
import { messageKindRoutes } from '../options/mail/web/kind-routes.ts';
import { messageRoutes } from '../options/mail/web/routes.ts';
import { declareRateLimit } from '../plugins/rate-limit.ts';
import type { Services } from '../services/services.ts';
import { accountRoutes } from './account/routes.ts';
import { assetRoutes } from './assets.ts';
import { beginRoutes, type TeamBeginning } from './begin/routes.ts';
import { errorPages } from './errors.ts';
import { formAddresses } from './form-addresses.ts';
import { guardForms, refuseForeignRequests } from './form-guard.ts';
import { pageHeaders } from './headers.ts';
import { invitationRoutes } from './invitations/routes.ts';
import { requireMember } from './member-visit.ts';
import { memberRoutes } from './members/routes.ts';
import { keepForms } from './sign-in/keep-forms.ts';
import { signInRoutes } from './sign-in/routes.ts';
import { tokenRoutes } from './tokens/routes.ts';
import { usageRoute } from './usage/routes.ts';
import { type NavigationEntry, sortNavigation } from './views/navigation.ts';
import { visits } from './visit.ts';

type Pages = { services: Services } & TeamBeginning & {
    navigation: readonly NavigationEntry[];
    /** Pages of options, in a team and without one. */
    teamPages: FastifyPluginAsync<Services>;
    openPages: FastifyPluginAsync<Services>;
  };

/** The others are pages of options. */
const OWN_ENTRIES: readonly NavigationEntry[] = [
  { group: 'daily', position: 10, tab: 'today', name: 'Today' },
  { group: 'daily', position: 20, tab: 'calendar', name: 'Calendar' },
  { group: 'daily', position: 30, tab: 'bookings', name: 'Bookings' },
  { group: 'daily', position: 40, tab: 'guests', name: 'Guests' },
  { group: 'daily', position: 50, tab: 'places', name: 'Places' },
  { group: 'business', position: 10, tab: 'prices', name: 'Prices' },
  { group: 'business', position: 20, tab: 'site', name: 'Site' },
  { group: 'business', position: 30, tab: 'money', name: 'Money' },
  { group: 'business', position: 40, tab: 'messages', name: 'Messages' },
  { group: 'business', position: 50, tab: 'team', name: 'Team' },
  { group: 'developers', position: 10, tab: 'tokens', name: 'Tokens' },
  { group: 'developers', position: 30, tab: 'usage', name: 'Using a token' },
];

/** Rendered on the server. They work without JavaScript. */
export const webPages: FastifyPluginAsync<Pages> = async (
  app,
  { services, mayAlwaysBegin, navigation, teamPages: optionTeamPages, openPages },
) => {
  app.decorate('navigation', sortNavigation([...OWN_ENTRIES, ...navigation]));
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
    pages.register(openPages, services);
    pages.register(teamPages, { services, optionTeamPages, prefix: '/teams/:team' });
  });
};

type TeamPages = { services: Services; optionTeamPages: FastifyPluginAsync<Services> };

const teamPages: FastifyPluginAsync<TeamPages> = async (app, { services, optionTeamPages }) => {
  await app.register(requireMember, services);
  app.get('/', (request, reply) =>
    reply.redirect(
      `${request.visit.root}/teams/${request.teamVisit.team.slug}/${app.navigation[0]?.tab}`,
      303,
    ),
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
  app.register(bookingMessageRoutes, services);
  app.register(calendarFeedRoutes, services);
  app.register(channelAddressRoutes, services);
  app.register(unitAddressRoutes);
  app.register(usageRoute);
  app.register(optionTeamPages, services);
};
