/** The pages of a team's webhooks. */
import type { FastifyReply } from 'fastify';
import { html } from 'ghtml';
import { EVENT_PATTERNS } from '../../domain/event-types.ts';
import { MAX_NAME_LENGTH, MAX_URL_LENGTH, MAX_WEBHOOKS } from '../../domain/limits.ts';
import { DELIVERY_STATUSES, type WebhookStatus } from '../../domain/vocabulary.ts';
import type { Page } from '../../services/page.ts';
import type { Delivery } from '../../services/webhooks/deliveries.ts';
import type { Webhook } from '../../services/webhooks/webhooks.ts';
import type { Form } from '../form.ts';
import type { Query } from '../paging.ts';
import { exactly } from '../when.ts';
import { DELIVERY_WORDS, WEBHOOK_WORDS } from '../words.ts';
import { boxes, entry, hidden, type Options, problems, select } from './entry.ts';
import { formToken, type Html } from './layout.ts';
import { denseTable, formOf, pager } from './lists.ts';
import { copyable, empty, moment, notice } from './parts.ts';

const badge = (status: WebhookStatus): Html =>
  html`<span class="badge hook-${status}">${WEBHOOK_WORDS[status]}</span>`;
const nameOf = ({ description, url }: Webhook): string => description ?? url;
const typesOf = ({ types }: Webhook): string => types?.join(', ') ?? 'all events';

type ListView = { base: string; webhooks: Page<Webhook>; now: Date; form: Form; said: string | null };

export const webhooksPage = (
  reply: FastifyReply,
  { base, webhooks, now, form, said }: ListView,
): Html => html`
<div class="head"><h1>Webhooks</h1><a class="button" href="#new">New webhook</a></div>
<p class="lead">Innkeep sends what happens in your team to these addresses, signed, in order, and tries again if nobody answers.</p>
!${said ? notice(said) : ''}
!${problems(form)}
<section class="card flush" aria-label="Webhooks">
!${
  webhooks.rows.length === 0
    ? empty(
        'webhooks',
        'No webhooks yet',
        'Add the address of your own system below, and it hears of every booking at once.',
      )
    : denseTable(
        'Webhooks',
        [
          { head: 'Webhook' },
          { head: 'Events' },
          { head: 'Status' },
          { head: 'Last success' },
          { head: 'Behind', right: true },
        ],
        webhooks.rows.map((webhook) => [
          html`<a class="name" href="${base}/webhooks/${webhook.id}">${nameOf(webhook)}</a>!${webhook.description ? html` <span class="faint name">${webhook.url}</span>` : ''}`,
          html`<span class="name">${typesOf(webhook)}</span>`,
          badge(webhook.status),
          webhook.lastSuccessAt ? moment(webhook.lastSuccessAt, now) : '<span class="faint">never</span>',
          String(webhook.behind),
        ]),
      )
}
</section>
<section class="card" id="new" aria-labelledby="new-heading"><h2 id="new-heading">New webhook</h2>
<form method="post" action="${base}/webhooks">!${formToken(reply)}!${webhookFields(form)}
<button type="submit">Add webhook</button></form>
!${webhooks.total >= MAX_WEBHOOKS / 2 ? html`<p class="help">${webhooks.total} of at most ${MAX_WEBHOOKS} webhooks.</p>` : ''}
</section>`;

/** Whole kinds of events, and the single types that a webhook has already. */
function typeOptions(form: Form): Options {
  const kinds = EVENT_PATTERNS.filter((pattern) => pattern.endsWith('.*'));
  const chosen = (form.values.types ?? '').split(',').filter((type) => type !== '' && !kinds.includes(type));
  return [
    ...kinds.map((kind) => [kind, kind.slice(0, -2).replace('_', ' ')] as const),
    ...chosen.map((type) => [type, type] as const),
  ];
}

const webhookFields = (form: Form): Html => html`
!${entry(form, { name: 'url', label: 'Address', type: 'url', required: true, maxLength: MAX_URL_LENGTH, help: 'It begins with https:// and is reachable from the internet.' })}
!${entry(form, { name: 'description', label: 'Description', maxLength: MAX_NAME_LENGTH })}
!${boxes(form, { name: 'types', label: 'Only events of (none: all)', options: typeOptions(form) })}`;

type OneView = {
  base: string;
  webhook: Webhook;
  query: Query;
  page: number;
  deliveries: Page<Delivery>;
  now: Date;
  form: Form;
  secret: string | null;
  said: string | null;
};

export function webhookPage(reply: FastifyReply, view: OneView): Html {
  const { base, webhook, now, form, secret, said } = view;
  const path = `${base}/webhooks/${webhook.id}`;
  return html`
<p class="back"><a href="${base}/webhooks">All webhooks</a></p>
<div class="head"><h1><span class="name">${nameOf(webhook)}</span> !${badge(webhook.status)}</h1>
<div class="actions">!${action(reply, `${path}/test`, 'Send a test')}
!${
    webhook.status === 'active'
      ? action(reply, `${path}/status`, 'Pause', { status: 'paused' }, 'quiet')
      : action(reply, `${path}/status`, 'Make active', { status: 'active' }, 'quiet')
  }
<a class="button quiet danger" href="${path}/delete">Delete</a></div></div>
!${said ? notice(said) : ''}
!${problems(form)}
!${webhook.disabledReason ? html`<p class="warning">Disabled: ${webhook.disabledReason} Once it is active again, it catches up with what it missed.</p>` : ''}
!${deliveriesCard(reply, path, view)}
<div class="columns">
<section class="card" aria-labelledby="edit-heading"><h2 id="edit-heading">Settings</h2>
<form method="post" action="${path}">!${formToken(reply)}!${webhookFields(form)}<button type="submit">Save</button></form></section>
<section class="card" aria-labelledby="state-heading"><h2 id="state-heading">State</h2>
<dl>
<div><dt>Added</dt><dd>${exactly(webhook.createdAt)}</dd></div>
<div><dt>Last success</dt><dd>!${webhook.lastSuccessAt ? moment(webhook.lastSuccessAt, now) : 'never'}</dd></div>
<div><dt>Events not delivered yet</dt><dd>${webhook.behind}</dd></div>
</dl>
<h3>Secret</h3>
<p class="help">Deliveries are signed with it, by Standard Webhooks. A new one is used at once; for 24 hours the former one signs too.</p>
!${secret === null ? action(reply, `${path}/secret`, 'Show the secret', {}, 'quiet') : copyable('Secret', secret)}
!${action(reply, `${path}/secret/rotate`, 'Make a new secret', {}, 'quiet')}
<h3>Deliver again</h3>
<form method="post" action="${path}/replay" class="inline">!${formToken(reply)}
!${entry(form, { name: 'after', label: 'Everything after position', keys: 'numeric', required: true })}
<button class="quiet" type="submit">Deliver again</button></form></section>
</div>`;
}

const action = (
  reply: FastifyReply,
  path: string,
  text: string,
  values: Record<string, string> = {},
  look = '',
): Html =>
  html`<form method="post" action="${path}">!${formToken(reply)}!${hidden(values)}<button class="${look}" type="submit">${text}</button></form>`;

function deliveriesCard(reply: FastifyReply, path: string, { query, page, deliveries, now }: OneView): Html {
  const options: Options = [
    ['', 'Any'],
    ...DELIVERY_STATUSES.map((one) => [one, DELIVERY_WORDS[one]] as const),
  ];
  const isFiltered = query.status !== undefined;
  const rows = deliveries.rows.map((delivery) => [
    html`<span class="name">${delivery.type}</span>`,
    String(delivery.position),
    html`<span class="badge delivery-${delivery.status}">${DELIVERY_WORDS[delivery.status]}</span>`,
    String(delivery.attempts),
    answerOf(delivery),
    moment(delivery.createdAt, now),
    html`<form method="post" action="${path}/deliveries/${delivery.id}/redeliver">!${formToken(reply)}<button class="link" type="submit" aria-label="Deliver ${delivery.type} of position ${delivery.position} again">Again</button></form>`,
  ]);
  return html`<section class="card flush" aria-labelledby="deliveries-heading"><div class="head"><h2 id="deliveries-heading">Deliveries</h2>
<form class="filters" method="get" action="${path}" aria-label="Deliveries">!${select(formOf(query), { name: 'status', label: 'Status', options })}<div class="actions"><button class="quiet" type="submit">Show</button></div></form></div>
!${
    rows.length === 0
      ? empty(
          'webhooks',
          'No deliveries',
          isFiltered
            ? 'None has this status.'
            : 'Nothing has happened since the webhook was added. Send a test to try it.',
        )
      : denseTable(
          'Deliveries',
          [
            { head: 'Event' },
            { head: 'Position', right: true },
            { head: 'Status' },
            { head: 'Tries', right: true },
            { head: 'Last answer' },
            { head: 'When' },
            { head: '' },
          ],
          rows,
        )
  }
</section>
!${pager({ path, query, page, total: deliveries.total, noun: 'deliveries' })}`;
}

const answerOf = ({ responseStatus, error, responseBody }: Delivery): Html =>
  html`<span class="clip" title="${responseBody ?? ''}">${[responseStatus, error].filter((part) => part !== null).join(' ') || 'none'}</span>`;

export const deleteWebhookPage = (
  reply: FastifyReply,
  { base, webhook }: { base: string; webhook: Webhook },
): Html => html`
<p class="back"><a href="${base}/webhooks/${webhook.id}">Back to the webhook</a></p>
<section class="card">
<h1>Delete <span class="name">${nameOf(webhook)}</span>?</h1>
<p class="lead">Nothing more is sent to it, and its deliveries are deleted as well. You cannot undo this.</p>
<form method="post" action="${base}/webhooks/${webhook.id}/delete" class="actions">
!${formToken(reply)}
<button class="danger" type="submit">Delete webhook</button>
<a href="${base}/webhooks/${webhook.id}">Keep it</a>
</form>
</section>`;
