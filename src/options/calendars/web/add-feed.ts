import type { FastifyReply } from 'fastify';
import { findUrlMessagesOfBody } from '../../../plugins/bodies/url-check.ts';
import type { Services } from '../../../services/services.ts';
import type { Form } from '../../../web/form.ts';
import { teamPath } from '../../../web/member-visit.ts';
import { doOncePerForm, toNotice } from '../../../web/once-per-form.ts';
import { readForm, type SentForm } from '../../../web/sent-form.ts';
import { newCalendarFeedBody } from '../schemas/calendar-feed.ts';
import { type CalendarFeed, createCalendarFeed } from '../services/feeds/feeds.ts';
import { toHttpsUrl } from '../services/feeds/fetching.ts';
import { findSourceOfAddress } from './channels.ts';

const LABELS = {
  unit_id: 'Unit',
  name: 'Name',
  url: 'Address',
  source: 'Source',
  paused: 'Paused',
  ignore: 'Ignored events',
};
/** An error about one ignored event is shown at the field for all of them. */
const toFieldName = (path: string) => path.replace(/^ignore\..*/, 'ignore');
export const openFeedForm = (sent: unknown) => readForm(sent, LABELS, toFieldName);

/** Ignored events are one on each line. An empty source is the one that the address names. */
export const readFeedFields = (form: SentForm) => ({
  name: form.text('name'),
  url: form.text('url'),
  source: form.text('source') || findSourceOfAddress(form.text('url')),
  ignore: form
    .text('ignore')
    .split('\n')
    .filter((line) => line.trim() !== ''),
});

const ADDED =
  'The feed is added. It is read within minutes, or at once below. Now make our address, and paste it into the channel.';

/** If something is wrong, `show` shows the form again. */
export async function addFeed(
  services: Services,
  reply: FastifyReply,
  show: (form: Form) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { request } = reply;
  const form = openFeedForm(request.body);
  const body = { unit_id: form.text('unit_id'), ...readFeedFields(form) };
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
