import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { readCleaning } from '../../services/front-desk/cleaning.ts';
import { type DeskView, isDeskView } from '../../services/front-desk/desk-views.ts';
import { readFirstSteps } from '../../services/front-desk/first-steps.ts';
import { readDeskDay } from '../../services/front-desk/today.ts';
import { teamPath } from '../member-visit.ts';
import { sendPage } from '../views/layout.ts';
import { cleaningPage } from './cleaning-page.ts';
import { todayPage } from './page.ts';
import { VIEW_NAMES } from './views.ts';

/** The days that the page's address asks for, today by default. */
function readView({ query }: FastifyRequest): DeskView {
  const { day } = query as Record<string, unknown>;
  return isDeskView(day) ? day : 'today';
}

/**
 * The day page: what a team has to do on a day, or in the next seven days. The day page is the first page
 * after signing in.
 */
export const todayRoutes: FastifyPluginAsync = async (app) => {
  app.get('/today', async (request, reply) => {
    const view = readView(request);
    const [day, firstSteps] = await Promise.all([
      readDeskDay(request.scope, view, request.teamVisit.team.timezone),
      readFirstSteps(request.scope),
    ]);
    const body = todayPage(reply, { base: teamPath(request), view, day, firstSteps });
    return sendPage(reply, { title: VIEW_NAMES[view], tab: 'today', body });
  });

  app.get('/today/cleaning', async (request, reply) => {
    const view = readView(request);
    const cleaning = await readCleaning(request.scope, view, request.teamVisit.team.timezone);
    const body = cleaningPage({ base: teamPath(request), view, cleaning });
    return sendPage(reply, { title: 'To clean', tab: 'today', body });
  });
};
