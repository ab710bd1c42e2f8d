import type { FastifyPluginAsync } from 'fastify';
import { readFirstSteps } from '../../services/front-desk/first-steps.ts';
import { readDeskDay } from '../../services/front-desk/today.ts';
import { teamPath } from '../member-visit.ts';
import { sendPage } from '../views/layout.ts';
import { todayPage } from './page.ts';

/** The page with what a team has to do today, to which signing in leads. */
export const todayRoutes: FastifyPluginAsync = async (app) => {
  app.get('/today', async (request, reply) => {
    const [day, firstSteps] = await Promise.all([
      readDeskDay(request.scope, request.teamVisit.team.timezone),
      readFirstSteps(request.scope),
    ]);
    const body = todayPage(reply, { base: teamPath(request), day, firstSteps });
    return sendPage(reply, { title: 'Today', tab: 'today', body });
  });
};
