import type { FastifyPluginAsync } from 'fastify';
import { addDays, isoWeekday, isStayDate, type StayDate, todayIn } from '../../domain/dates.ts';
import { MAX_PAGE } from '../../domain/limits.ts';
import { parseUuid } from '../../domain/uuid.ts';
import { readDeskCalendar } from '../../services/front-desk/calendar.ts';
import type { Services } from '../../services/services.ts';
import { takeNotice } from '../flash.ts';
import { teamPath } from '../team-scope.ts';
import { sendPage } from '../views/layout.ts';
import { VIEWS, type View } from './lines.ts';
import { buildCalendarPath, type CalendarQuery, calendarPage } from './page.ts';

const FIRST_DATE = '2000-01-01';
const LAST_DATE = '2199-10-01';
const MAX_TEXT = 100;

/** The calendar of all units. */
export const calendarRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  app.get('/calendar', { config: { asksForMore: true } }, async (request, reply) => {
    const { team } = request.teamVisit;
    const query = readQuery(
      request.query as Record<string, unknown>,
      todayIn(team.timezone, services.clock()),
    );
    const { days, building, q, page } = query;
    const shown = {
      days: { startDate: days.from, endDate: addDays(days.from, days.count) },
      filter: { buildingId: parseUuid(building), text: q === '' ? null : q },
      page,
    };
    const calendar = await readDeskCalendar(services, team.id, shown, request.cost);
    const base = teamPath(request);
    if (calendar.units.length === 0 && page > 1)
      return reply.redirect(buildCalendarPath(base, { ...query, page: 1 }), 303);
    const notice = takeNotice(request, reply);
    return sendPage(reply, {
      title: 'Calendar',
      tab: 'calendar',
      script: 'calendar.js',
      body: calendarPage({ base, query, calendar, notice }),
    });
  });
};

/** Reads the address. A parameter that is missing or invalid has its default: a month from this Monday on. */
function readQuery(params: Record<string, unknown>, today: StayDate): CalendarQuery {
  const text = (name: string) => (typeof params[name] === 'string' ? params[name].trim() : '');
  const from = text('from');
  const isDate = isStayDate(from) && from >= FIRST_DATE && from <= LAST_DATE;
  const page = Number(text('page'));
  return {
    days: {
      from: isDate ? from : addDays(today, 1 - isoWeekday(today)),
      count: VIEWS.find((count): count is View => String(count) === text('days')) ?? 31,
    },
    building: parseUuid(text('building')) ?? '',
    q: [...text('q').replaceAll('\0', '')].slice(0, MAX_TEXT).join(''),
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1,
  };
}
