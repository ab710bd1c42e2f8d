import type { FastifyReply } from 'fastify';
import { MAX_MAIL_BODY_LENGTH, MAX_MAIL_RULE_DAYS, MAX_MAIL_SUBJECT_LENGTH } from '../../../domain/limits.ts';
import type { GuestMailKind } from '../../../domain/vocabulary.ts';
import type { Booking } from '../../../services/bookings/read.ts';
import type { PlaceName } from '../../../services/place-names.ts';
import type { Form } from '../../../web/form.ts';
import { renderPlaceChoice } from '../../../web/form-table/places.ts';
import { field } from '../../../web/form-table.ts';
import { renderButtonForm } from '../../../web/views/button-form.ts';
import { renderSelect, toChoices } from '../../../web/views/fields.ts';
import { dateWithYear } from '../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../web/views/html.ts';
import { renderFormToken } from '../../../web/views/layout.ts';
import { renderFormErrors, renderPassedNotice, renderTable } from '../../../web/views/parts.ts';
import { presentPlaceName } from '../../../web/views/place-name.ts';
import { SOURCE_WORDS } from '../../../web/views/words.ts';
import { MAIL_SCHEDULES } from '../domain/kinds.ts';
import { listMailVariables } from '../domain/values.ts';
import type { RenderedMail } from '../services/rendering/page.ts';
import type { ShownMailRule } from '../services/rules.ts';
import type { ShownMailText } from '../services/texts.ts';
import { RULE, TEXT } from './form.ts';
import { renderMailFrame } from './mail-frame.ts';
import { CAUSE_WORDS, MAIL_KIND_WORDS } from './words.ts';

const SOURCE_CHOICES = toChoices(SOURCE_WORDS);
const presentSource = (source: string): string => (SOURCE_WORDS as Record<string, string>)[source] ?? source;
const presentSources = (sources: readonly string[] | null): string =>
  sources === null ? 'all bookings' : sources.map(presentSource).join(', ') || 'no bookings';

/** Such as "3 days before check-in, at 10:00". */
function presentCause({ kind, days, hour }: ShownMailRule): string {
  if (days === null || hour === null) return CAUSE_WORDS[kind];
  return `${days} ${days === 1 ? 'day' : 'days'} ${CAUSE_WORDS[kind]}, at ${String(hour).padStart(2, '0')}:00`;
}

type KindsView = {
  base: string;
  rules: readonly ShownMailRule[];
  texts: readonly ShownMailText[];
  places: readonly PlaceName[];
};

const presentPlaces = (slugs: readonly string[], places: readonly PlaceName[]): string =>
  places
    .filter(({ slug }) => slugs.includes(slug))
    .map(presentPlaceName)
    .join('; ') || 'no place that is left';

export const kindsPage = (reply: FastifyReply, { base, rules, texts, places }: KindsView): Html => html`
<p class="back"><a href="${base}/messages">All messages</a></p>
<h1>Rules and texts</h1>
<p class="lead">Choose which messages guests get by themselves, and what they say.</p>
${renderPassedNotice(reply)}
<section class="card flush" aria-label="Messages to guests">
${renderTable(
  { label: 'Messages to guests', heads: ['Message', 'Sent', 'For', 'Text', 'Status'] },
  rules.map((rule) => [
    html`<a class="name" href="${base}/messages/kinds/${rule.kind}">${MAIL_KIND_WORDS[rule.kind]}</a>`,
    presentCause(rule),
    html`${presentSources(rule.sources)}${rule.slugs === null ? '' : html` <span class="faint name">at ${presentPlaces(rule.slugs, places)}</span>`}`,
    texts.find(({ kind }) => kind === rule.kind)?.isReplaced ? 'Your own' : 'Ours',
    html`<span class="badge hook-${rule.isActive ? 'active' : 'paused'}">${rule.isActive ? 'On' : 'Off'}</span>`,
  ]),
)}
</section>`;

type KindView = {
  base: string;
  rule: ShownMailRule;
  isReplaced: boolean;
  places: readonly PlaceName[];
  ruleForm: Form;
  textForm: Form;
  /** The latest, to choose one for the preview. */
  bookings: readonly Booking[];
  preview: RenderedMail | null;
};

export function kindPage(reply: FastifyReply, view: KindView): Html {
  const { base, rule, isReplaced, ruleForm, textForm, preview } = view;
  const path = `${base}/messages/kinds/${rule.kind}`;
  return html`
<p class="back"><a href="${base}/messages/kinds">Rules and texts</a></p>
<h1>${MAIL_KIND_WORDS[rule.kind]}</h1>
<p class="lead">Sent ${presentCause(rule)}.</p>
${renderPassedNotice(reply)}
${renderFormErrors({ values: { ...ruleForm.values, ...textForm.values }, errors: { ...ruleForm.errors, ...textForm.errors } })}
<section class="card" aria-labelledby="rule-heading"><h2 id="rule-heading">When it is sent</h2>
<form method="post" action="${path}/rule">${renderFormToken(reply)}
${field(ruleForm, RULE, 'active')}
${renderSchedule(rule.kind, ruleForm)}
${field(ruleForm, RULE, 'sources', { label: 'For bookings from (none ticked: from anywhere)', choices: listSourceChoices(rule) })}
${renderPlaceChoice(ruleForm, {
  label: 'For stays',
  all: 'At all places, also those to come',
  places: view.places,
  toValue: ({ slug }) => slug,
})}
<button type="submit">Save rule</button></form>
</section>
<div class="columns even">
<section class="card" aria-labelledby="text-heading"><h2 id="text-heading">What it says</h2>
<form method="post" action="${path}/text" data-mail-text="${path}/preview">${renderFormToken(reply)}
${field(textForm, TEXT, 'subject', { maxLength: MAX_MAIL_SUBJECT_LENGTH })}
${field(textForm, TEXT, 'body', { rows: 16, maxLength: MAX_MAIL_BODY_LENGTH, help: 'Markdown, with the values below in double braces.' })}
${renderBookingChoice(textForm, view.bookings)}
<div class="actions"><button type="submit">Save text</button>${view.bookings.length === 0 ? '' : html`<button class="quiet" type="submit" formaction="${path}/preview">Preview</button>`}</div></form>
${isReplaced ? renderWayBack(reply, path) : ''}
<details><summary>Values</summary><p class="lines-kept">${[...listMailVariables(rule.kind)].map((name) => `{{ ${name} }}`).join('\n')}</p></details>
</section>
${renderPreview(preview, view.bookings.length > 0)}
</div>`;
}

/** A deleted text is gone for good, so the page asks first. */
const renderWayBack = (reply: FastifyReply, path: string): Html =>
  html`<details class="more"><summary>Go back to our text</summary><p class="help">Your own text is deleted. Copy it first if you may want it again.</p>
${renderButtonForm(reply, { action: `${path}/ours`, text: 'Delete our own text', look: 'link danger' })}</details>`;

/** Saving the form must keep other sources, which the rule has from the API. */
const listSourceChoices = ({ sources }: ShownMailRule) => [
  ...SOURCE_CHOICES,
  ...(sources ?? [])
    .filter((source) => !Object.hasOwn(SOURCE_WORDS, source))
    .map((source) => ({ value: source, name: source })),
];

function renderSchedule(kind: GuestMailKind, form: Form): Html {
  if (MAIL_SCHEDULES[kind] === null) return EMPTY_HTML;
  return html`<div class="fields">
${field(form, RULE, 'days', { label: `Days ${CAUSE_WORDS[kind]}`, type: 'number', min: 0, max: MAX_MAIL_RULE_DAYS })}
${field(form, RULE, 'hour', { label: 'Hour of the day, at the place', type: 'number', min: 0, max: 23 })}
</div>`;
}

const renderBookingChoice = (form: Form, bookings: readonly Booking[]): Html =>
  bookings.length === 0
    ? html`<p class="help">Once there is a booking, you see here what its guest would read.</p>`
    : renderSelect(form, {
        name: 'booking_id',
        label: 'Shown for',
        choices: bookings.map(({ booking, guest }) => ({
          value: booking.id,
          name: `${booking.confirmationCode}, ${guest.name}, ${dateWithYear(booking.checkIn)}`,
        })),
      });

/** A script updates it while somebody types. */
const renderPreview = (preview: RenderedMail | null, hasBookings: boolean): Html => html`<section
class="card" id="preview" aria-labelledby="preview-heading"><h2 id="preview-heading">As a guest sees it</h2>
${
  preview === null
    ? html`<p>${hasBookings ? 'The text cannot be shown as it is: see what is wrong with it.' : 'There is no booking yet.'}</p>`
    : html`<p class="name"><strong>${preview.subject}</strong></p>${renderMailFrame(preview.html)}`
}
</section>`;
