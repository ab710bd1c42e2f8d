import type { FastifyInstance } from 'fastify';
import { takeNotice } from '../flash.ts';
import { placeOf } from '../team-scope.ts';
import { sendPage } from '../views/layout.ts';
import { todayPage } from '../views/today.ts';

/** What a team has to do today (contract, section 23). Signing in leads here. */
export function todayRoutes(app: FastifyInstance): void {
  app.get('/today', (request, reply) =>
    sendPage(reply, {
      title: 'Today',
      team: placeOf(request, 'today'),
      body: todayPage({ said: takeNotice(request, reply) }),
    }),
  );
}
