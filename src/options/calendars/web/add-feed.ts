import type { FastifyReply } from 'fastify';
import { findUrlMessagesOfBody } from '../../../plugins/bodies/url-check.ts';
import type { Services } from '../../../services/services.ts';
import { listUnitChoices } from '../../../services/unit-labels.ts';
import type { Form } from '../../../web/form.ts';
import { teamPath } from '../../../web/member-visit.ts';
import { doOncePerForm, toNotice } from '../../../web/once-per-form.ts';
import { newCalendarFeedBody } from '../schemas/calendar-feed.ts';
import { type CalendarFeed, createCalendarFeed } from '../services/feeds/feeds.ts';
import { toHttpsUrl } from '../services/feeds/fetching.ts';
import { defineNewFeed } from './form.ts';

const ADDED =
  'The feed is added. It is read within minutes, or at once below. Now make our address, and paste it into the channel.';

/** If something is wrong, `show` shows the form again. */
export async function addFeed(
  services: Services,
  reply: FastifyReply,
  show: (form: Form) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { request } = reply;
  const NEW_FEED = defineNewFeed(await listUnitChoices(request.scope));
  const form = NEW_FEED.open(request.body);
  const body = NEW_FEED.read(form);
  const messages = await findUrlMessagesOfBody(services, body, toHttpsUrl);
  const input = form.check(newCalendarFeedBody, body, messages);
  if (!input) return show(form);
  try {
    return await doOncePerForm<CalendarFeed>(
      reply,
      (options) => createCalendarFeed(request.scope, input, {}, options),
      ({ id }) => toNotice(`${teamPath(request)}/calendar-feeds/${id}`, ADDED),
    );
  } catch (error) {
    return show(form.refused(error));
  }
}
