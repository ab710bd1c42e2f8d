import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../../../services/services.ts';
import type { Form } from '../../../../web/form.ts';
import { needs, readId, teamPath } from '../../../../web/member-visit.ts';
import { requireForPage } from '../../../../web/page-error.ts';
import { ROWS_PER_PAGE, readPageNumber, readQuery } from '../../../../web/paging.ts';
import { sendPage } from '../../../../web/views/layout.ts';
import { addFeed } from '../../../calendars/web/add-feed.ts';
import { listPlaceChannels } from '../../services/place-channels.ts';
import { findPlace, type Place } from '../../services/places.ts';
import { channelsPage } from './channels-page.ts';

export const placeChannelRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  const placeIn = async (request: FastifyRequest): Promise<Place> =>
    requireForPage(await findPlace(request.scope, readId(request, 'listing')));

  async function show(reply: FastifyReply, sent: Form | null = null) {
    const { request } = reply;
    const { scope } = request;
    const place = await placeIn(request);
    const page = readPageNumber(request.query);
    const channels = await listPlaceChannels(scope, place.id, { page, perPage: ROWS_PER_PAGE });
    const { unit = '' } = readQuery(request.query, ['unit']);
    const body = channelsPage(reply, {
      base: teamPath(request),
      place,
      page,
      channels,
      now: services.clock(),
      form: sent ?? { values: { unit_id: unit }, errors: {} },
    });
    const status = sent === null ? 200 : 422;
    return sendPage(reply, { title: place.publicTitle, status, tab: 'places', body });
  }

  app.get(
    '/places/:listing/channels',
    needs({ all: ['calendar:read', 'listings:read'] }),
    (_request, reply) => show(reply),
  );

  app.post('/places/:listing/channels', needs('calendar:write'), async (request, reply) => {
    await placeIn(request);
    return addFeed(services, reply, (form) => show(reply, form));
  });
};
