import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { parseUuid } from '../../../domain/formats.ts';
import { findUrlMessagesOfBody } from '../../../plugins/bodies/url-check.ts';
import type { Services } from '../../../services/services.ts';
import { findUnitLabel, listUnitChoices, type UnitLabel } from '../../../services/unit-labels.ts';
import { redirectWithNotice } from '../../../web/flash.ts';
import { emptyForm, type Form } from '../../../web/form.ts';
import { needs, readId, teamPath } from '../../../web/member-visit.ts';
import { requireForPage } from '../../../web/page-error.ts';
import { ROWS_PER_PAGE, readPageNumber, readQuery } from '../../../web/paging.ts';
import { forgetSeen } from '../../../web/sent-form.ts';
import { sendPage } from '../../../web/views/layout.ts';
import { calendarFeedChangeBody, createCalendarFeedPresenter } from '../schemas/calendar-feed.ts';
import { type ChannelPair, findChannelPair, listChannelPairs } from '../services/feeds/channel-pairs.ts';
import {
  type CalendarFeed,
  changeCalendarFeed,
  deleteCalendarFeed,
  noteShownAddress,
  refreshCalendarFeed,
} from '../services/feeds/feeds.ts';
import { toHttpsUrl } from '../services/feeds/fetching.ts';
import type { ReadsOnRequest } from '../services/feeds/refreshing.ts';
import { addFeed } from './add-feed.ts';
import { presentEvents } from './channel-pairs.ts';
import { FEED } from './form.ts';
import { deleteFeedPage, feedPage, feedsPage } from './page.ts';

const presentFeed = createCalendarFeedPresenter(true);
const computeFeedVersion = (feed: CalendarFeed): string => FEED.computeVersion(presentFeed(feed));

const listPath = (request: FastifyRequest): string => `${teamPath(request)}/calendar-feeds`;
const feedPath = (request: FastifyRequest): string => `${listPath(request)}/${readId(request, 'feed')}`;

export const calendarFeedRoutes: FastifyPluginAsync<Services & ReadsOnRequest> = async (app, services) => {
  const { clock } = services;

  async function findChosenUnit(request: FastifyRequest): Promise<UnitLabel | null> {
    const { unit } = readQuery(request.query, ['unit']);
    if (unit === undefined) return null;
    const id = requireForPage(parseUuid(unit));
    return requireForPage(await findUnitLabel(request.scope, id));
  }

  async function showList(reply: FastifyReply, form: Form = emptyForm, status = 200) {
    const { request } = reply;
    const unit = await findChosenUnit(request);
    const page = readPageNumber(request.query);
    const pairs = await listChannelPairs(request.scope, unit && [unit.id], { page, perPage: ROWS_PER_PAGE });
    const choices = await listUnitChoices(request.scope);
    const chosen = unit ? { unit_id: unit.id } : {};
    const body = feedsPage(reply, {
      base: teamPath(request),
      page,
      pairs,
      unit,
      choices,
      now: clock(),
      form: { values: { ...chosen, ...form.values }, errors: form.errors },
    });
    return sendPage(reply, { title: 'Calendar feeds', status, tab: 'places', body });
  }

  const pairIn = async (request: FastifyRequest): Promise<ChannelPair> =>
    requireForPage(await findChannelPair(request.scope, readId(request, 'feed')));

  async function show(reply: FastifyReply, form: Form = emptyForm, status = 200) {
    const { request } = reply;
    const pair = await pairIn(request);
    const { feed } = pair;
    noteShownAddress(request.scope, feed);
    const values = { seen: computeFeedVersion(feed), ...FEED.toValues(presentFeed(feed)), ...form.values };
    const body = feedPage(reply, {
      base: teamPath(request),
      pair,
      now: clock(),
      form: { values, errors: form.errors },
    });
    return sendPage(reply, { title: feed.name, status, tab: 'places', body });
  }

  app.get('/calendar-feeds', needs({ all: ['calendar:read', 'listings:read'] }), (_request, reply) =>
    showList(reply),
  );

  app.post('/calendar-feeds', needs('calendar:write'), (_request, reply) =>
    addFeed(services, reply, (form) => showList(reply, form, 422)),
  );

  app.get('/calendar-feeds/:feed', needs('calendar:write'), (_request, reply) => show(reply));

  app.post('/calendar-feeds/:feed', needs('calendar:write'), async (request, reply) => {
    const form = FEED.open(request.body);
    const seen = form.text('seen');
    const body = FEED.read(form);
    const input = form.check(
      calendarFeedChangeBody,
      body,
      await findUrlMessagesOfBody(services, body, toHttpsUrl),
    );
    if (!input) return show(reply, form, 422);
    try {
      const isCurrent = (stored: CalendarFeed) => computeFeedVersion(stored) === seen;
      const id = readId(request, 'feed');
      await changeCalendarFeed(request.scope, id, { change: input, urlMessages: {} }, { isCurrent });
      return redirectWithNotice(reply, feedPath(request), 'The feed is saved.');
    } catch (error) {
      return show(reply, forgetSeen(form.refused(error)), 422);
    }
  });

  app.post('/calendar-feeds/:feed/refresh', needs('calendar:write'), async (request, reply) => {
    const feed = await refreshCalendarFeed(request.scope, services, readId(request, 'feed'));
    const text =
      feed.lastError === null
        ? `The calendar was read: ${presentEvents(feed)}.`
        : 'The calendar could not be read, or only in part.';
    return redirectWithNotice(reply, feedPath(request), text);
  });

  app.get('/calendar-feeds/:feed/delete', needs('calendar:write'), async (request, reply) => {
    const { feed } = await pairIn(request);
    const body = deleteFeedPage(reply, { base: teamPath(request), feed });
    return sendPage(reply, { title: 'Delete a feed', tab: 'places', body });
  });

  app.post('/calendar-feeds/:feed/delete', needs('calendar:write'), async (request, reply) => {
    await deleteCalendarFeed(request.scope, readId(request, 'feed'));
    return redirectWithNotice(reply, listPath(request), 'The feed is deleted, and its nights are free.');
  });
};
