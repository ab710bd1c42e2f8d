import type { FastifyReply } from 'fastify';
import {
  EVENT_TYPE_PATTERNS,
  listEventTypesMatching,
  TEAM_EVENT_TYPES,
  type TeamEventType,
} from '../../../domain/events.ts';
import { MAX_NAME_LENGTH, MAX_URL_LENGTH, MAX_WEBHOOKS_OF_TEAM } from '../../../domain/limits.ts';
import type { PageOfRows } from '../../../domain/page.ts';
import type { WebhookStatus } from '../../../domain/vocabulary.ts';
import type { Form } from '../../../web/form.ts';
import { field } from '../../../web/form-table.ts';
import { buildUrl, type Query, ROWS_PER_PAGE, toFilterForm } from '../../../web/paging.ts';
import { renderButtonForm } from '../../../web/views/button-form.ts';
import { renderConfirmation } from '../../../web/views/confirmation.ts';
import { type Choice, renderHidden, renderSelect, toChoices } from '../../../web/views/fields.ts';
import { type Html, html } from '../../../web/views/html.ts';
import { renderFormToken } from '../../../web/views/layout.ts';
import {
  renderCopyable,
  renderEmpty,
  renderFormErrors,
  renderMoment,
  renderPager,
  renderPassedNotice,
  renderTable,
} from '../../../web/views/parts.ts';
import { presentExactTime } from '../../../web/views/when.ts';
import { DELIVERY_WORDS, WEBHOOK_WORDS } from '../../../web/views/words.ts';
import type { Delivery } from '../services/deliveries.ts';
import type { Webhook } from '../services/webhooks.ts';
import { REPLAY, WEBHOOK } from './form.ts';

const ACTIVATE = { text: 'Make active', values: { status: 'active' } };
const STATUS_STEPS = {
  active: { text: 'Pause', values: { status: 'paused' } },
  paused: ACTIVATE,
  disabled: ACTIVATE,
} satisfies Record<WebhookStatus, object>;
const DELIVERY_CHOICES = [{ value: '', name: 'Any' }, ...toChoices(DELIVERY_WORDS)];

const renderBadge = (status: WebhookStatus): Html =>
  html`<span class="badge hook-${status}">${WEBHOOK_WORDS[status]}</span>`;
const presentName = ({ description, url }: Webhook): string => description ?? url;
const presentTypes = ({ types }: Webhook): string => types?.join(', ') ?? 'all events';

type ListView = {
  base: string;
  zone: string;
  webhooks: PageOfRows<Webhook>;
  now: Date;
  form: Form;
  /** Types of events that the visitor may read. */
  readable: readonly TeamEventType[];
};

export const webhooksPage = (
  reply: FastifyReply,
  { base, zone, webhooks, now, form, readable }: ListView,
): Html => html`
<div class="head"><h1>Webhooks</h1><a class="button quiet" href="#new">New webhook</a></div>
<p class="lead">Innkeep sends what happens in your team to these addresses, signed, in order, and tries again if nobody answers.</p>
${renderPassedNotice(reply)}
${renderFormErrors(form)}
<section class="card flush" aria-label="Webhooks">
${renderTable(
  {
    label: 'Webhooks',
    heads: ['Webhook', 'Events', 'Status', 'Last success', 'Behind'],
    numbers: ['Behind'],
  },
  webhooks.rows.map((webhook) => [
    html`<a class="name" href="${base}/webhooks/${webhook.id}">${presentName(webhook)}</a>${webhook.description ? html` <span class="faint name">${webhook.url}</span>` : ''}`,
    html`<span class="name">${presentTypes(webhook)}</span>`,
    renderBadge(webhook.status),
    webhook.lastSuccessAt
      ? renderMoment(webhook.lastSuccessAt, now, zone)
      : html`<span class="faint">never</span>`,
    String(webhook.behind),
  ]),
  renderEmpty(
    'webhooks',
    'No webhooks yet',
    'Add the address of your own system below, and it hears of every booking at once.',
  ),
)}
</section>
<section class="card" id="new" aria-labelledby="new-heading"><h2 id="new-heading">New webhook</h2>
<form method="post" action="${base}/webhooks">${renderFormToken(reply)}${renderWebhookFields(form, readable)}
<button type="submit">Add webhook</button></form>
${webhooks.total >= MAX_WEBHOOKS_OF_TEAM / 2 ? html`<p class="help">${webhooks.total} of at most ${MAX_WEBHOOKS_OF_TEAM} webhooks.</p>` : ''}
</section>`;

/** Whole groups that the visitor may read, and what the webhook already has. */
function toTypeChoices(form: Form, readable: readonly TeamEventType[]): readonly Choice[] {
  const kinds = EVENT_TYPE_PATTERNS.filter(
    (pattern) =>
      pattern.endsWith('.*') && listEventTypesMatching([pattern]).every((type) => readable.includes(type)),
  );
  const chosen = (form.values.types ?? '').split(',').filter((type) => type !== '' && !kinds.includes(type));
  return [
    ...kinds.map((kind) => ({ value: kind, name: kind.slice(0, -2).replace('_', ' ') })),
    ...chosen.map((type) => ({ value: type, name: type })),
  ];
}

const renderWebhookFields = (form: Form, readable: readonly TeamEventType[]): Html => html`
${field(form, WEBHOOK, 'url', { type: 'url', maxLength: MAX_URL_LENGTH, help: 'It begins with https:// and is reachable from the internet.' })}
${field(form, WEBHOOK, 'description', { maxLength: MAX_NAME_LENGTH, isOptional: 'unmarked' })}
${field(form, WEBHOOK, 'types', {
  label: readable.length === TEAM_EVENT_TYPES.length ? 'Only events of (none: all)' : 'Events of',
  choices: toTypeChoices(form, readable),
})}`;

type WebhookPageView = {
  base: string;
  /** The team's. */
  zone: string;
  webhook: Webhook;
  query: Query;
  page: number;
  deliveries: PageOfRows<Delivery>;
  now: Date;
  form: Form;
  readable: readonly TeamEventType[];
  secret: string | null;
};

export function webhookPage(reply: FastifyReply, view: WebhookPageView): Html {
  const { base, zone, webhook, now, form, secret } = view;
  const path = `${base}/webhooks/${webhook.id}`;
  return html`
<p class="back"><a href="${base}/webhooks">All webhooks</a></p>
<div class="head"><h1><span class="name">${presentName(webhook)}</span> ${renderBadge(webhook.status)}</h1>
<div class="actions">${renderButtonForm(reply, { action: `${path}/test`, text: 'Send a test' })}
${renderButtonForm(reply, { action: `${path}/status`, look: 'quiet', ...STATUS_STEPS[webhook.status] })}
<a class="button quiet danger" href="${path}/delete">Delete</a></div></div>
${renderPassedNotice(reply)}
${renderFormErrors(form)}
${webhook.disabledReason ? html`<p class="warning">Disabled: ${webhook.disabledReason} Once it is active again, it catches up with what it missed.</p>` : ''}
${renderDeliveriesCard(reply, path, view)}
<div class="columns even">
<section class="card" aria-labelledby="edit-heading"><h2 id="edit-heading">Settings</h2>
<form method="post" action="${path}">${renderFormToken(reply)}${renderHidden({ seen: form.values.seen ?? '' })}${renderWebhookFields(form, view.readable)}<button type="submit">Save</button></form></section>
<section class="card" aria-labelledby="state-heading"><h2 id="state-heading">State</h2>
<dl>
<div><dt>Added</dt><dd>${presentExactTime(webhook.createdAt, zone)}</dd></div>
<div><dt>Last success</dt><dd>${webhook.lastSuccessAt ? renderMoment(webhook.lastSuccessAt, now, zone) : 'never'}</dd></div>
<div><dt>Events not delivered yet</dt><dd>${webhook.behind}</dd></div>
</dl>
<h3>Secret</h3>
<p class="help">Deliveries are signed with it, by Standard Webhooks. A new one is used at once; for 24 hours the former one signs too.</p>
${secret === null ? renderButtonForm(reply, { action: `${path}/secret`, text: 'Show the secret', look: 'quiet' }) : renderCopyable('Secret', secret)}
${renderButtonForm(reply, { action: `${path}/secret/rotate`, text: 'Make a new secret', look: 'quiet' })}
<h3>Deliver again</h3>
<form method="post" action="${path}/replay" class="inline">${renderFormToken(reply)}
${field(form, REPLAY, 'after', { label: 'Everything after position' })}
<button class="quiet" type="submit">Deliver again</button></form></section>
</div>`;
}

function renderDeliveriesCard(
  reply: FastifyReply,
  path: string,
  { zone, query, page, deliveries, now }: WebhookPageView,
): Html {
  const isFiltered = query.status !== undefined;
  const rows = deliveries.rows.map((delivery) => [
    html`<span class="name">${delivery.type}</span>`,
    String(delivery.position),
    html`<span class="badge delivery-${delivery.status}">${DELIVERY_WORDS[delivery.status]}</span>`,
    String(delivery.attempts),
    renderAnswer(delivery),
    renderMoment(delivery.createdAt, now, zone),
    renderButtonForm(reply, {
      action: `${path}/deliveries/${delivery.id}/redeliver`,
      text: 'Again',
      label: `Deliver ${delivery.type} of position ${delivery.position} again`,
      look: 'link',
    }),
  ]);
  return html`<section class="card flush dense" aria-labelledby="deliveries-heading"><div class="head"><h2 id="deliveries-heading">Deliveries</h2>
<form class="filters" method="get" action="${path}" aria-label="Deliveries">${renderSelect(toFilterForm(query), { name: 'status', label: 'Status', choices: DELIVERY_CHOICES, isOptional: 'unmarked' })}<div class="actions"><button class="quiet" type="submit">Show</button></div></form></div>
${renderTable(
  {
    label: 'Deliveries',
    heads: ['Event', 'Position', 'Status', 'Tries', 'Last answer', 'When', 'Actions'],
    numbers: ['Position', 'Tries'],
  },
  rows,
  renderEmpty(
    'webhooks',
    'No deliveries',
    isFiltered
      ? 'None has this status.'
      : 'Nothing has happened since the webhook was added. Send a test to try it.',
  ),
)}
</section>
${renderPager({ page, perPage: ROWS_PER_PAGE, total: deliveries.total }, (to) => buildUrl(path, { ...query, page: to }))}`;
}

const renderAnswer = ({ responseStatus, error, responseBody }: Delivery): Html =>
  html`<span class="clip" title="${responseBody ?? ''}">${[responseStatus, error].filter((part) => part !== null).join(' ') || 'none'}</span>`;

export const deleteWebhookPage = (
  reply: FastifyReply,
  { base, webhook }: { base: string; webhook: Webhook },
): Html => {
  const path = `${base}/webhooks/${webhook.id}`;
  return renderConfirmation(reply, {
    back: { path, text: 'Back to the webhook' },
    question: html`Delete <span class="name">${presentName(webhook)}</span>?`,
    lead: 'Nothing more is sent to it, and its deliveries are deleted as well. You cannot undo this.',
    action: `${path}/delete`,
    button: 'Delete webhook',
  });
};
