import type { FastifyPluginAsync } from 'fastify';
import { readDeskDay } from '../../services/front-desk/today.ts';
import { teamPath } from '../member-visit.ts';
import { sendPage } from '../views/layout.ts';
import { toServiceRoot } from '../views/navigation.ts';
import { todayPage } from './page.ts';

/** What a team has to do today. Signing in leads to this page. */
export const todayRoutes: FastifyPluginAsync = async (app) => {
  app.get('/today', async (request, reply) => {
    const day = await readDeskDay(request.scope, request.teamVisit.team.timezone);
    const docs = `${toServiceRoot(request.visit.root)}/docs`;
    const body = todayPage(reply, { base: teamPath(request), day, docs });
    return sendPage(reply, { title: 'Today', tab: 'today', body });
  });
};
