import type { FastifyPluginAsync } from 'fastify';
import { publicBaseUrl } from '../../plugins/paging.ts';

import { sendPage } from '../views/layout.ts';
import { usagePage } from './page.ts';

/** How a program uses a token. */
export const usageRoute: FastifyPluginAsync = async (app) => {
  app.get('/usage', (request, reply) =>
    sendPage(reply, {
      title: 'Using a token',
      tab: 'usage',
      body: usagePage(publicBaseUrl(request), request.teamVisit.team.slug),
    }),
  );
};
