import type { FastifyReply } from 'fastify';
import type { LanguageCode } from '../../../../domain/languages/languages.ts';
import type { PageOfRows } from '../../../../domain/page.ts';
import type { NamedChargeKind } from '../../../../services/catalogue/charges.ts';
import type { Form } from '../../../../web/form.ts';
import { field } from '../../../../web/form-table.ts';
import { buildUrl, ROWS_PER_PAGE } from '../../../../web/paging.ts';
import { renderCheckboxes, renderHidden, renderSelect } from '../../../../web/views/fields.ts';
import { type Html, html } from '../../../../web/views/html.ts';
import { renderFormToken } from '../../../../web/views/layout.ts';
import {
  renderCardOf,
  renderFormErrors,
  renderPager,
  renderPassedNotice,
  renderTable,
} from '../../../../web/views/parts.ts';
import { CHARGE_WORDS } from '../charges/words.ts';
import { LANGUAGE_CHOICES } from './form.ts';
import { buildTranslationForm, findFirstText, listTexts, type Thing } from './things.ts';
import { nameLanguage } from './words.ts';

type LanguagesView = { base: string; form: Form; seen: string; others: readonly LanguageCode[] };

export const languagesPage = (reply: FastifyReply, { base, form, seen, others }: LanguagesView): Html => html`
<h1>Languages</h1>
${renderPassedNotice(reply)}
${renderFormErrors(form)}
<div class="cards">
${renderCardOf(
  'offered',
  'What guests can read',
  html`<form method="post" action="${base}/languages">${renderFormToken(reply)}${renderHidden({ seen })}
${renderSelect(form, { name: 'first', label: 'Your own language', help: 'What you write on these pages is in it.', choices: LANGUAGE_CHOICES })}
${renderCheckboxes(form, { name: 'others', label: 'Further languages', choices: LANGUAGE_CHOICES })}
<p class="help">Your site and your messages speak them to guests. What you write yourself is shown in your own language until you translate it here.</p>
<button type="submit">Save</button></form>`,
)}
${
  others.length === 0
    ? ''
    : renderCardOf(
        'translate',
        'Translate',
        html`<ul>${others.map((code) => html`<li><a href="${base}/languages/${code}">${nameLanguage(code)}</a></li>`)}</ul>`,
      )
}
</div>`;

export type PlaceRow = { id: string; title: string; missing: number };
type Counted = { all: number; translated: number };

type OverviewView = {
  base: string;
  code: LanguageCode;
  first: LanguageCode;
  team: Counted;
  /** By what is named. */
  charges: readonly { kind: NamedChargeKind; counted: Counted }[];
  places: PageOfRows<PlaceRow>;
  page: number;
};

const wordCount = ({ all, translated }: Counted): string =>
  all === 0
    ? 'Nothing to translate'
    : all === translated
      ? 'All translated'
      : `${translated} of ${all} translated`;

const wordMissing = (missing: number, code: LanguageCode, first: LanguageCode): string =>
  missing === 0
    ? `Shown in ${nameLanguage(code)}`
    : `Shown in ${nameLanguage(first)} until ${missing === 1 ? 'one more text is' : `${missing} more texts are`} there`;

export function overviewPage(reply: FastifyReply, view: OverviewView): Html {
  const { base, code, first, team, charges, places, page } = view;
  const path = `${base}/languages/${code}`;
  return html`
<p class="up"><a href="${base}/languages">Languages</a></p>
<h1>${nameLanguage(code)}</h1>
${renderPassedNotice(reply)}
<section class="card flush" aria-label="What can be translated">
${renderTable({ label: 'What can be translated', heads: ['What', 'How far'] }, [
  [html`<a href="${path}/team">Your site and messages</a>`, wordCount(team)],
  ...charges.map(({ kind, counted }) => [
    html`<a href="${buildUrl(`${path}/charges`, { kind })}">Names of ${CHARGE_WORDS[kind].all.toLowerCase()}</a>`,
    wordCount(counted),
  ]),
])}
</section>
<h2>Places <span class="count">${places.total.toLocaleString('en-GB')}</span></h2>
<p class="help">Guests read a place in one language: in ${nameLanguage(code)} once its name, its sentence, its description and its rules are all translated.</p>
<section class="card flush" aria-label="Places">
${renderTable(
  { label: 'Places', heads: ['Place', 'What guests read'] },
  places.rows.map(({ id, title, missing }) => [
    html`<a class="name" href="${path}/places/${id}">${title}</a>`,
    wordMissing(missing, code, first),
  ]),
)}
</section>
${renderPager({ page, perPage: ROWS_PER_PAGE, total: places.total }, (to) => buildUrl(path, { page: to }))}`;
}

export type SentThing = { key: string; form: Form };
/** Paths are below that of the language. */
export type Subject = {
  path: string;
  title: string;
  things: readonly Thing[];
  /** Of a list that may be long. */
  pages?: { page: number; total: number; pathOf: (page: number) => string };
};
type ThingsView = Subject & {
  base: string;
  code: LanguageCode;
  first: LanguageCode;
  sent: SentThing | null;
};

export const thingsPage = (reply: FastifyReply, view: ThingsView): Html => {
  const { base, title, code, pages, sent } = view;
  const things = view.things.filter((thing) => listTexts(thing).length > 0);
  return html`
<p class="up"><a href="${base}">${nameLanguage(code)}</a></p>
<h1>${title} <span class="count">in ${nameLanguage(code)}</span></h1>
${renderPassedNotice(reply)}
${sent ? renderFormErrors(sent.form) : ''}
${
  things.length === 0
    ? html`<p>There is nothing to translate yet.</p>`
    : html`<div class="cards">${things.map((thing) => renderThing(reply, view, thing))}</div>`
}
${pages ? renderPager({ ...pages, perPage: ROWS_PER_PAGE }, (to) => `${base}/${pages.pathOf(to)}`) : ''}`;
};

function renderThing(reply: FastifyReply, { base, path, code, first, sent }: ThingsView, thing: Thing): Html {
  const table = buildTranslationForm(thing, code);
  const form = sent?.key === thing.key ? sent.form : { values: table.toValues(thing.presented), errors: {} };
  const seen = form.values.seen ?? table.computeVersion(thing.presented);
  return renderCardOf(
    `of-${thing.key}`,
    thing.title,
    html`<form method="post" action="${base}/${path}">${renderFormToken(reply)}${renderHidden({ seen, thing: thing.key })}
${listTexts(thing).map(
  (
    text,
  ) => html`<blockquote class="first-text" lang="${first}">${findFirstText(thing.presented, text) ?? ''}</blockquote>
${field(form, table, table.toPath(text), { lang: code, maxLength: text.maxLength, isOptional: 'unmarked', ...(text.rows ? { rows: text.rows } : {}) })}`,
)}
<button class="quiet" type="submit">Save</button></form>`,
  );
}
