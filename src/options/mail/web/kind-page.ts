import type { FastifyReply } from 'fastify';
import { MAX_MAIL_BODY_LENGTH, MAX_MAIL_RULE_DAYS, MAX_MAIL_SUBJECT_LENGTH } from '../../../domain/limits.ts';
import type { GuestMailKind } from '../../../domain/vocabulary.ts';
import type { Booking } from '../../../services/bookings/read.ts';
import type { PlaceName } from '../../../services/place-names.ts';
import type { Form } from '../../../web/form.ts';
import { renderPlaceChoice } from '../../../web/form-table/places.ts';
import { field } from '../../../web/form-table.ts';
import { renderButtonForm } from '../../../web/views/button-form.ts';
import { renderHidden, renderSelect, toChoices } from '../../../web/views/fields.ts';
import { dateWithYear, nameLanguage } from '../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../web/views/html.ts';
import { renderFormToken } from '../../../web/views/layout.ts';
import { renderFormErrors, renderPassedNotice, renderTable } from '../../../web/views/parts.ts';
import { presentPlaceName } from '../../../web/views/place-name.ts';
import { SOURCE_WORDS } from '../../../web/views/words.ts';
import { MAIL_SCHEDULES } from '../domain/kinds.ts';
import { listMailVariables } from '../domain/values.ts';
import type { RenderedMail } from '../services/rendering/page.ts';
import type { ShownMailRule } from '../services/rules.ts';
import type { ListedMailText } from '../services/texts.ts';
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
  texts: readonly ListedMailText[];
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
    presentTexts(texts.filter(({ kind }) => kind === rule.kind)),
    html`<span class="badge hook-${rule.isActive ? 'active' : 'paused'}">${rule.isActive ? 'On' : 'Off'}</span>`,
  ]),
)}
</section>`;

/** Names the languages whose guests get our text although the team has written its own in another. */
function presentTexts(texts: readonly ListedMailText[]): string {
  const offered = texts.filter(({ isOffered }) => isOffered);
  const missing = offered.filter(({ isReplaced }) => !isReplaced);
  if (missing.length === offered.length) return 'Ours';
  return missing.length === 0 ? 'Your own' : `Your own, missing in ${nameLanguages(missing)}`;
}

const nameLanguages = (texts: readonly ListedMailText[]): string =>
  texts.map(({ language }) => nameLanguage(language)).join(', ');

type KindView = {
  base: string;
  rule: ShownMailRule;
  /** In all languages of the team. */
  texts: readonly ListedMailText[];
  /** The one that is shown. */
  text: ListedMailText;
  places: readonly PlaceName[];
  ruleForm: Form;
  textForm: Form;
  /** The version of the text that is stored. */
  textSeen: string;
  /** The latest, to choose one for the preview. */
  bookings: readonly Booking[];
  preview: RenderedMail | null;
  /** Of the addresses to which the forms lead. It names the language. */
  query: string;
};

export function kindPage(reply: FastifyReply, view: KindView): Html {
  const { base, rule, texts, text, ruleForm, textForm, preview } = view;
  const path = `${base}/messages/kinds/${rule.kind}`;
  const to = (action: string): string => `${path}/${action}${view.query}`;
  return html`
<p class="back"><a href="${base}/messages/kinds">Rules and texts</a></p>
<h1>${MAIL_KIND_WORDS[rule.kind]}</h1>
<p class="lead">Sent ${presentCause(rule)}.</p>
${renderPassedNotice(reply)}
${renderFormErrors({ values: { ...ruleForm.values, ...textForm.values }, errors: { ...ruleForm.errors, ...textForm.errors } })}
<section class="card" aria-labelledby="rule-heading"><h2 id="rule-heading">When it is sent</h2>
<form method="post" action="${to('rule')}">${renderFormToken(reply)}${renderHidden({ seen: ruleForm.values.seen ?? '' })}
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
${renderLanguages(path, texts, text)}
<form method="post" action="${to('text')}" data-mail-text="${to('preview')}">${renderFormToken(reply)}${renderHidden({ seen: textForm.values.seen ?? '' })}
${field(textForm, TEXT, 'subject', { maxLength: MAX_MAIL_SUBJECT_LENGTH })}
${field(textForm, TEXT, 'body', { rows: 16, maxLength: MAX_MAIL_BODY_LENGTH, help: 'Markdown, with the values below in double braces.' })}
${renderBookingChoice(textForm, view.bookings)}
<div class="actions"><button type="submit">Save text</button>${view.bookings.length === 0 ? '' : html`<button class="quiet" type="submit" formaction="${to('preview')}">Preview</button>`}</div></form>
${text.isReplaced ? renderWayBack(reply, to('ours'), view.textSeen) : ''}
<details><summary>Values</summary><p class="lines-kept">${[...listMailVariables(rule.kind)].map((name) => `{{ ${name} }}`).join('\n')}</p></details>
</section>
${renderPreview(preview, view.bookings.length > 0)}
</div>`;
}

/** Nothing if the team has one language, and no text in another. */
function renderLanguages(path: string, texts: readonly ListedMailText[], shown: ListedMailText): Html {
  if (texts.length === 1) return EMPTY_HTML;
  const missing = texts.filter(({ isOffered, isReplaced }) => isOffered && !isReplaced);
  const isMissing = missing.length > 0 && texts.some(({ isReplaced }) => isReplaced);
  return html`<nav class="place-tabs" aria-label="Languages"><ul class="tab-row">${texts.map(
    ({ language, isReplaced, isOffered }) =>
      html`<li><a href="${path}?language=${language}"${language === shown.language ? html` aria-current="page"` : ''}>${nameLanguage(language)} <span class="faint">${isReplaced ? 'your own' : 'ours'}${isOffered ? '' : ', not used'}</span></a></li>`,
  )}</ul></nav>
${isMissing ? html`<p class="help">Your own text is missing in ${nameLanguages(missing)}: guests who read it get ours.</p>` : ''}
${shown.isOffered ? '' : html`<p class="help">You do not offer ${nameLanguage(shown.language)}, so this text is kept and not used.</p>`}`;
}

/** A deleted text is gone for good, so the page asks first. */
const renderWayBack = (reply: FastifyReply, action: string, seen: string): Html =>
  html`<details class="more"><summary>Go back to our text</summary><p class="help">Your own text is deleted. Copy it first if you may want it again.</p>
${renderButtonForm(reply, { action, text: 'Delete our own text', look: 'link danger', values: { seen } })}</details>`;

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
