import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { mayDo } from '../../../../services/access/access.ts';
import { needs, teamPath } from '../../../../web/member-visit.ts';
import type { Html } from '../../../../web/views/html.ts';
import { sendPage } from '../../../../web/views/layout.ts';
import { readCleaning } from '../../services/cleaning.ts';
import { type DeskView, isDeskView } from '../../services/desk-views.ts';
import { readFirstSteps } from '../../services/first-steps.ts';
import { readDeskProblems } from '../../services/problems.ts';
import { readShortDay } from '../../services/short-day.ts';
import { type DeskDay, readDeskDay } from '../../services/today.ts';
import { cleaningPage } from './cleaning-page.ts';
import { todayPage } from './page.ts';
import { renderProblems } from './problems.ts';
import { shortDayPage } from './short-day-page.ts';
import { VIEW_NAMES } from './views.ts';

/** Today by default. */
function readView({ query }: FastifyRequest): DeskView {
  const { day } = query as Record<string, unknown>;
  return isDeskView(day) ? day : 'today';
}

const hasStay = ({ arrivals, departures, inHouse, waiting }: DeskDay): boolean =>
  [arrivals, departures, inHouse, waiting].some(({ length }) => length > 0);

/** Of each kind. */
const MAX_TO_DECIDE = 20;

async function readToDecide(request: FastifyRequest) {
  const { scope, server, teamVisit } = request;
  const base = teamPath(request);
  const view = { base, zone: teamVisit.team.timezone, limit: MAX_TO_DECIDE };
  const ofOptions = await Promise.all(
    server.toDecide.map(async ({ position, read }) => ({ position, lines: await read(scope, view) })),
  );
  return renderProblems({ base, problems: await readDeskProblems(scope, MAX_TO_DECIDE), ofOptions });
}

async function renderDay(reply: FastifyReply, view: DeskView): Promise<Html> {
  const { request } = reply;
  const day = await readDeskDay(request.scope, view, request.teamVisit.team.timezone);
  // A team whose day shows a stay has a booking, and needs no first steps.
  const firstSteps = hasStay(day) ? null : await readFirstSteps(request.scope);
  const problems = await readToDecide(request);
  return todayPage(reply, { base: teamPath(request), view, day, firstSteps, problems });
}

async function renderShortDay(request: FastifyRequest, view: DeskView): Promise<Html> {
  const { timezone } = request.teamVisit.team;
  const [day, tomorrow] = await Promise.all([
    readShortDay(request.scope, view, timezone),
    view === 'today' ? readShortDay(request.scope, 'tomorrow', timezone) : null,
  ]);
  return shortDayPage({ base: teamPath(request), day, tomorrow });
}

/** This page is the first after signing in. */
export const todayRoutes: FastifyPluginAsync = async (app) => {
  app.get('/today', needs({ any: ['calendar:read', 'bookings:read'] }), async (request, reply) => {
    const view = readView(request);
    const body = mayDo(request.scope.access, 'bookings:read')
      ? await renderDay(reply, view)
      : await renderShortDay(request, view);
    return sendPage(reply, { title: VIEW_NAMES[view], tab: 'today', body });
  });

  app.get('/today/cleaning', needs('calendar:read'), async (request, reply) => {
    const view = readView(request);
    const cleaning = await readCleaning(request.scope, view, request.teamVisit.team.timezone);
    const body = cleaningPage({ base: teamPath(request), view, cleaning });
    return sendPage(reply, { title: 'To clean', tab: 'today', body });
  });
};
