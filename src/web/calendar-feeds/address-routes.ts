import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { publicBaseUrl } from '../../plugins/paging.ts';
import { buildUnitCalendarUrl } from '../../schemas/listings/unit.ts';
import { type CalendarFeed, findCalendarFeed } from '../../services/calendar-feeds/feeds.ts';
import { findUnitLabels } from '../../services/front-desk/unit-labels.ts';
import type { Services } from '../../services/services.ts';
import {
  findCalendarSecret,
  findLastFetches,
  publishCalendar,
  withdrawCalendar,
} from '../../services/unit-calendars/addresses.ts';
import { redirectWithNotice } from '../flash.ts';
import { readId, teamPath } from '../member-visit.ts';
import { doOncePerForm, toNotice } from '../once-per-form.ts';
import { requireForPage } from '../page-error.ts';
import { sendPage } from '../views/layout.ts';
import { channelAddressPage, withdrawChannelAddressPage } from './address-page.ts';
import { presentUnitName } from './page.ts';

const tab = 'calendar-feeds' as const;
const addressPath = (request: FastifyRequest, feed: CalendarFeed): string =>
  `${teamPath(request)}/calendar-feeds/${feed.id}/address`;

/** The addresses for the channels of feeds: made, shown, withdrawn. */
export const channelAddressRoutes: FastifyPluginAsync<Services> = async (app, { clock }) => {
  const feedIn = async (request: FastifyRequest): Promise<CalendarFeed> =>
    requireForPage(await findCalendarFeed(request.scope, readId(request, 'feed')));

  async function show(reply: FastifyReply, isShown = false) {
    const { request } = reply;
    const { team } = request.teamVisit;
    const feed = await feedIn(request);
    const unit = (await findUnitLabels(request.scope, [feed.unitId])).get(feed.unitId);
    const lastFetch = (await findLastFetches(request.scope, [feed.id])).get(feed.id);
    const secret = isShown ? await findCalendarSecret(request.scope, { feedId: feed.id }) : null;
    const body = channelAddressPage(reply, {
      ...{ base: teamPath(request), feed, lastFetch, now: clock() },
      unitName: presentUnitName(unit),
      address: secret && buildUnitCalendarUrl(publicBaseUrl(request), secret),
      zone: unit?.timezone ?? team.timezone,
    });
    return sendPage(reply, { title: `Our calendar for ${feed.name}`, tab, body });
  }

  app.get('/calendar-feeds/:feed/address', (_request, reply) => show(reply));

  app.post('/calendar-feeds/:feed/address', async (request, reply) => {
    const feed = await feedIn(request);
    const text = `There is an address now. Show it, and give it to ${feed.name}.`;
    return doOncePerForm<string>(
      reply,
      (options) => publishCalendar(request.scope, { feedId: feed.id }, options),
      () => toNotice(addressPath(request, feed), text),
    );
  });

  // By POST, so that a link from somebody else cannot show an address on a screen that others may see.
  app.post('/calendar-feeds/:feed/address/show', (_request, reply) => show(reply, true));

  app.get('/calendar-feeds/:feed/address/withdraw', async (request, reply) => {
    const body = withdrawChannelAddressPage(reply, { base: teamPath(request), feed: await feedIn(request) });
    return sendPage(reply, { title: 'Withdraw an address', tab, body });
  });

  app.post('/calendar-feeds/:feed/address/withdraw', async (request, reply) => {
    const feed = await feedIn(request);
    await withdrawCalendar(request.scope, { feedId: feed.id });
    const text = 'The address is withdrawn. Nothing is there any more.';
    return redirectWithNotice(reply, addressPath(request, feed), text);
  });
};
