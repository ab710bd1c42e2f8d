import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { feedChangeBody, newFeedBody } from '../../schemas/calendar-feed.ts';
import {
  type CalendarFeed,
  changeFeed,
  createFeed,
  deleteFeed,
  findFeed,
  listFeeds,
  refreshFeed,
} from '../../services/calendar-feeds/feeds.ts';
import { findUnitLabels, listUnitChoices } from '../../services/front-desk/unit-labels.ts';
import type { Services } from '../../services/services.ts';
import { setFlash, takeNotice } from '../flash.ts';
import { emptyForm, type Form } from '../form.ts';
import { openForm } from '../open-form.ts';
import { noSuchPage } from '../page-error.ts';
import { ROWS_PER_PAGE, readPageNumber } from '../paging.ts';
import { buildMemberCall, readId, teamPath } from '../team-scope.ts';
import { sendPage } from '../views/layout.ts';
import { deleteFeedPage, feedPage, feedsPage } from './page.ts';

const LABELS = { unit_id: 'Unit', name: 'Name', url: 'Address', paused: 'Paused', ignore: 'Ignored events' };
/** An invalid summary is reported under the field of the whole list. */
const toFieldName = (path: string) => path.replace(/^ignore\..*/, 'ignore');
const openFeedForm = (sent: unknown) => openForm(sent, LABELS, toFieldName);
/** One summary on each line. */
const splitSummaries = (typed: string) => typed.split('\n').filter((line) => line.trim() !== '');

/** The pages of a team's calendar feeds. */
function feedPages({ db, clock }: Services) {
  async function showList(reply: FastifyReply, form: Form, status: number, notice: string | null = null) {
    const { request } = reply;
    const { id, timezone: zone } = request.teamVisit.team;
    const page = readPageNumber(request.query);
    const feeds = await listFeeds(db, id, { page, perPage: ROWS_PER_PAGE });
    const labels = await findUnitLabels(
      db,
      id,
      feeds.rows.map(({ unitId }) => unitId),
    );
    const choices = await listUnitChoices(db, id);
    const view = { base: teamPath(request), zone, page, feeds, labels, choices, now: clock(), form, notice };
    const body = feedsPage(reply, view);
    return sendPage(reply, {
      title: 'Calendar feeds',
      status,
      tab: 'calendar-feeds',
      body,
    });
  }

  async function feedIn(request: FastifyRequest): Promise<CalendarFeed> {
    const feed = await findFeed(db, request.teamVisit.team.id, readId(request, 'feed'));
    if (!feed) throw noSuchPage();
    return feed;
  }

  async function show(reply: FastifyReply, form: Form, status: number, notice: string | null = null) {
    const { request } = reply;
    const feed = await feedIn(request);
    const { team } = request.teamVisit;
    const labels = await findUnitLabels(db, team.id, [feed.unitId]);
    const unit = labels.get(feed.unitId);
    const values = {
      name: feed.name,
      url: feed.url,
      ignore: feed.ignore.join('\n'),
      paused: feed.paused ? 'on' : '',
      ...form.values,
    };
    const view = { zone: unit?.timezone ?? team.timezone, feed, unit, now: clock(), notice };
    const body = feedPage(reply, { base: teamPath(request), ...view, form: { ...form, values } });
    return sendPage(reply, { title: feed.name, status, tab: 'calendar-feeds', body });
  }

  return { showList, feedIn, show };
}

function goTo(request: FastifyRequest, reply: FastifyReply, id: string, text: string): FastifyReply {
  setFlash(reply, { what: 'notice', text });
  return reply.redirect(`${teamPath(request)}/calendar-feeds${id === '' ? '' : `/${id}`}`, 303);
}

/** The calendars that a team reads: added, changed, read at once, deleted. */
export const calendarFeedRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  const { showList, feedIn, show } = feedPages(services);

  app.get('/calendar-feeds', (request, reply) => showList(reply, emptyForm, 200, takeNotice(request, reply)));

  app.post('/calendar-feeds', async (request, reply) => {
    const form = openFeedForm(request.body);
    const body = {
      unit_id: form.text('unit_id'),
      name: form.text('name'),
      url: form.text('url'),
      ignore: splitSummaries(form.text('ignore')),
    };
    const read = form.check(newFeedBody, body);
    if (!read.ok) return showList(reply, read.form, 422);
    try {
      const { id } = await createFeed(services, buildMemberCall(request), read.value);
      return goTo(request, reply, id, 'The feed is added. It is read within minutes, or at once below.');
    } catch (error) {
      return showList(reply, form.refused(error), 422);
    }
  });

  app.get('/calendar-feeds/:feed', (request, reply) =>
    show(reply, emptyForm, 200, takeNotice(request, reply)),
  );

  app.post('/calendar-feeds/:feed', async (request, reply) => {
    const form = openFeedForm(request.body);
    const body = {
      name: form.text('name'),
      url: form.text('url'),
      ignore: splitSummaries(form.text('ignore')),
      paused: form.isChecked('paused'),
    };
    const read = form.check(feedChangeBody, body);
    if (!read.ok) return show(reply, read.form, 422);
    const id = readId(request, 'feed');
    const call = buildMemberCall(request);
    try {
      await changeFeed(services, call, id, read.value);
      return goTo(request, reply, id, 'The feed is saved.');
    } catch (error) {
      return show(reply, form.refused(error), 422);
    }
  });

  app.post('/calendar-feeds/:feed/refresh', async (request, reply) => {
    const id = readId(request, 'feed');
    const feed = await refreshFeed(services, buildMemberCall(request), id);
    const text =
      feed.lastError === null
        ? `The calendar was read: ${feed.events} events.`
        : 'The calendar could not be read.';
    return goTo(request, reply, id, text);
  });

  app.get('/calendar-feeds/:feed/delete', async (request, reply) => {
    const body = deleteFeedPage(reply, { base: teamPath(request), feed: await feedIn(request) });
    return sendPage(reply, { title: 'Delete a feed', tab: 'calendar-feeds', body });
  });

  app.post('/calendar-feeds/:feed/delete', async (request, reply) => {
    await deleteFeed(services, buildMemberCall(request), readId(request, 'feed'));
    return goTo(request, reply, '', 'The feed is deleted, and its nights are free.');
  });
};
