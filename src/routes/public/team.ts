import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { REVALIDATED_ANSWER } from '../../plugins/etag.ts';
import { publicBaseUrl } from '../../plugins/paging.ts';
import { siteParams } from '../../schemas/public/listing.ts';
import { presentSiteTeam, siteTeamAnswer } from '../../schemas/public/team.ts';
import { readTeam } from '../../services/team/settings.ts';

export const publicTeamRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/:teamSlug',
    {
      config: { keeping: REVALIDATED_ANSWER },
      schema: {
        operationId: 'getPublicTeam',
        tags: ['Booking site'],
        summary: 'Read the site’s team',
        description: 'Who lets the places and how to reach them, whether or not the site takes bookings.',
        params: siteParams,
        response: { 200: siteTeamAnswer },
      },
    },
    async (request) => ({
      data: presentSiteTeam(await readTeam(request.scope), publicBaseUrl(request), request.languageChoice),
    }),
  );
};
