import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { publicBaseUrl } from '../../../plugins/paging.ts';
import type { Services } from '../../../services/services.ts';
import { redirectWithNotice } from '../../../web/flash.ts';
import { needs, readId, teamPath } from '../../../web/member-visit.ts';
import { doOncePerForm, toNotice } from '../../../web/once-per-form.ts';
import { requireForPage } from '../../../web/page-error.ts';
import { sendPage } from '../../../web/views/layout.ts';
import { buildUnitCalendarUrl } from '../schemas/unit-calendar.ts';
import { type ChannelPair, findChannelPair } from '../services/feeds/channel-pairs.ts';
import {
  publishCalendar,
  showCalendarSecret,
  withdrawCalendar,
} from '../services/unit-calendars/addresses.ts';
import { channelAddressPage, withdrawChannelAddressPage } from './address-page.ts';

const MADE = 'There is an address now. Show it, and paste it into the channel.';
const WITHDRAWN = 'The address is withdrawn. Nothing is there any more.';

const addressPath = (request: FastifyRequest, feedId: string): string =>
  `${teamPath(request)}/calendar-feeds/${feedId}/address`;

export const channelAddressRoutes: FastifyPluginAsync<Services> = async (app, { clock }) => {
  const pairIn = async (request: FastifyRequest): Promise<ChannelPair> =>
    requireForPage(await findChannelPair(request.scope, readId(request, 'feed')));

  function show(reply: FastifyReply, pair: ChannelPair, address: string | null = null) {
    const view = { base: teamPath(reply.request), now: clock(), pair, address };
    return sendPage(reply, {
      title: `Our calendar for ${pair.feed.name}`,
      tab: 'places',
      body: channelAddressPage(reply, view),
    });
  }

  app.get('/calendar-feeds/:feed/address', needs('calendar:write'), async (request, reply) =>
    show(reply, await pairIn(request)),
  );

  app.post('/calendar-feeds/:feed/address', needs('calendar:write'), async (request, reply) => {
    const { feed } = await pairIn(request);
    return doOncePerForm<string>(
      reply,
      (options) => publishCalendar(request.scope, { feedId: feed.id }, options),
      () => toNotice(addressPath(request, feed.id), MADE),
    );
  });

  // Only after a POST, so that no link can make the secret appear on a member's screen.
  app.post('/calendar-feeds/:feed/address/show', needs('calendar:write'), async (request, reply) => {
    const pair = await pairIn(request);
    const owner = { feedId: pair.feed.id };
    const secret = await showCalendarSecret(request.scope, owner);
    const address = secret === null ? null : buildUnitCalendarUrl(publicBaseUrl(request), secret);
    return show(reply, pair, address);
  });

  app.get('/calendar-feeds/:feed/address/withdraw', needs('calendar:write'), async (request, reply) => {
    const pair = await pairIn(request);
    return sendPage(reply, {
      title: 'Withdraw an address',
      tab: 'places',
      body: withdrawChannelAddressPage(reply, { base: teamPath(request), pair }),
    });
  });

  app.post('/calendar-feeds/:feed/address/withdraw', needs('calendar:write'), async (request, reply) => {
    const { feed } = await pairIn(request);
    await withdrawCalendar(request.scope, { feedId: feed.id });
    return redirectWithNotice(reply, addressPath(request, feed.id), WITHDRAWN);
  });
};
