import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { needs, teamPath } from '../../../../web/member-visit.ts';
import { ROWS_PER_PAGE, readPageNumber, readQuery } from '../../../../web/paging.ts';
import { sendPage } from '../../../../web/views/layout.ts';
import { listPlaces } from '../../services/places.ts';
import { placesPage } from './list-page.ts';

const newPlacePath = (request: FastifyRequest): string => `${teamPath(request)}/places/new`;

export const placeListRoutes: FastifyPluginAsync = async (app) => {
  app.get('/places', needs('listings:read'), async (request, reply) => {
    const query = readQuery(request.query, ['q']);
    const page = readPageNumber(request.query);
    const places = await listPlaces(request.scope, query.q ?? null, { page, perPage: ROWS_PER_PAGE });
    const body = placesPage(reply, { base: teamPath(request), query, page, places });
    return sendPage(reply, { title: 'Places', tab: 'places', body });
  });

  // The former address of the form for a new place.
  app.get('/prices/new', needs('listings:write'), (request, reply) =>
    reply.redirect(newPlacePath(request), 303),
  );
};
