import type { FastifyPluginAsync } from 'fastify';
import { readDeskDay } from '../../services/front-desk/today.ts';
import type { Services } from '../../services/services.ts';
import { teamPath } from '../team-scope.ts';
import { sendPage } from '../views/layout.ts';
import { toHomePath } from '../views/navigation.ts';
import { todayPage } from './page.ts';

/** What a team has to do today. Signing in leads here. */
export const todayRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  app.get('/today', async (request, reply) => {
    const day = await readDeskDay(services, request.teamVisit.team);
    const docs = `${toHomePath(request.visit.root)}/docs`;
    const body = todayPage(reply, { base: teamPath(request), day, docs });
    return sendPage(reply, { title: 'Today', tab: 'today', body });
  });
};
