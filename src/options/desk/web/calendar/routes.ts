import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { addDays, isStayDate, type StayDate, todayInZone } from '../../../../domain/dates/dates.ts';
import { parseUuid } from '../../../../domain/formats.ts';
import type { Services } from '../../../../services/services.ts';
import { teamPath } from '../../../../web/member-visit.ts';
import { mayOpen } from '../../../../web/page-routes.ts';
import { readPageNumber, readQuery } from '../../../../web/paging.ts';
import { sendPage } from '../../../../web/views/layout.ts';
import { readDeskCalendar } from '../../services/calendar.ts';
import { DAY_COUNTS, findMonday } from './lines.ts';
import { buildCalendarPath, type CalendarOffer, type CalendarQuery, calendarPage } from './page.ts';

const FIRST_DATE = '2000-01-01';
const LAST_DATE = '2199-10-01';
const MAX_TEXT = 100;

export const calendarRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  app.get(
    '/calendar',
    { config: { permission: 'calendar:read', mayFetch: true, dear: true } },
    async (request, reply) => {
      const { team } = request.teamVisit;
      const query = readCalendarQuery(request.query, todayInZone(team.timezone, services.clock()));
      const { days, building, q, page } = query;
      const shown = {
        days: { startDate: days.from, endDate: addDays(days.from, days.count) },
        filter: { buildingId: parseUuid(building), text: q === '' ? null : q },
        page,
      };
      const calendar = await readDeskCalendar(request.scope, shown);
      const base = teamPath(request);
      if (calendar.units.length === 0 && page > 1)
        return reply.redirect(buildCalendarPath(base, { ...query, page: 1 }), 303);
      return sendPage(reply, {
        title: 'Calendar',
        tab: 'calendar',
        script: 'calendar.js',
        body: calendarPage(reply, { base, query, calendar, offers: listOffers(request) }),
      });
    },
  );
};

const OFFER_PAGES = {
  book: '/bookings/new',
  block: '/calendar/units/:unit/block',
} satisfies Record<CalendarOffer, string>;

const listOffers = ({ server, scope }: FastifyRequest): CalendarOffer[] =>
  (Object.keys(OFFER_PAGES) as CalendarOffer[]).filter((offer) =>
    mayOpen(server.teamPageRoutes, scope.access, OFFER_PAGES[offer]),
  );

/** A month from the Monday of this week on, by default and if a parameter is invalid. */
function readCalendarQuery(params: unknown, today: StayDate): CalendarQuery {
  const { from = '', days, building = '', q = '' } = readQuery(params, ['from', 'days', 'building', 'q']);
  const isDate = isStayDate(from) && from >= FIRST_DATE && from <= LAST_DATE;
  return {
    days: {
      from: isDate ? from : findMonday(today),
      count: DAY_COUNTS.find((count) => String(count) === days) ?? 31,
    },
    building: parseUuid(building) ?? '',
    q: [...q.replaceAll('\0', '')].slice(0, MAX_TEXT).join(''),
    page: readPageNumber(params),
  };
}
