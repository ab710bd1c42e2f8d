import type { FastifyReply } from 'fastify';
import {
  MAX_CODE_LENGTH,
  MAX_IMPRINT_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PAYMENT_INSTRUCTIONS_LENGTH,
  MAX_WEB_ADDRESS_LENGTH,
} from '../../../../domain/limits.ts';
import type { SiteBookingMode, SiteCancellationMode } from '../../../../domain/vocabulary.ts';
import type { Form } from '../../../../web/form.ts';
import {
  renderField,
  renderHidden,
  renderSelect,
  renderTextArea,
  toChoices,
} from '../../../../web/views/fields.ts';
import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';
import { renderFormToken } from '../../../../web/views/layout.ts';
import { findSitesPath } from '../../../../web/views/navigation.ts';
import { renderFormErrors, renderPassedNotice } from '../../../../web/views/parts.ts';
import { FEE_BASE_WORDS, FEE_TAX_HELP } from '../../../../web/views/words.ts';
import { countTierRows } from './form.ts';

type View = { base: string; form: Form; seen: string; mode: SiteBookingMode; tiers: number };

const MODES = {
  off: 'Off: guests look, and ask you',
  request: 'By request: you confirm each booking',
  instant: 'At once: a booking is confirmed when it is made',
} satisfies Record<SiteBookingMode, string>;
const CANCELLATION = {
  off: 'Not by themselves: they ask you',
  by_terms: 'By themselves, at the fee of your terms',
} satisfies Record<SiteCancellationMode, string>;
const STANDINGS = {
  off: 'Guests see your open places there, and cannot book yet.',
  request: 'Guests see your open places there, and request bookings.',
  instant: 'Guests see your open places there, and book them.',
} satisfies Record<SiteBookingMode, string>;

export function sitePage(reply: FastifyReply, view: View): Html {
  const { base, form, seen, mode } = view;
  return html`
<div class="head"><h1>Site</h1>${renderSiteLink(reply)}</div>
${renderPassedNotice(reply)}
${renderFormErrors(form)}
<p class="lead">${STANDINGS[mode]}</p>
<form method="post" action="${base}/site">${renderFormToken(reply)}${renderHidden({ seen })}
${renderBooking(form)}
${renderTexts(form)}
${renderMoney(form)}
${renderPaying(form)}
${renderArrival(form)}
${renderTerms(view)}
<p class="save"><button type="submit">Save</button></p>
</form>`;
}

function renderSiteLink({ request }: FastifyReply): Html {
  const { visit, teamVisit, server } = request;
  const sites = findSitesPath(server, visit.root);
  if (sites === null) return EMPTY_HTML;
  return html`<div class="actions"><a class="button quiet" href="${sites}/${teamVisit.team.slug}">Look at your booking page</a></div>`;
}

const renderCardOf = (id: string, title: string, body: Html): Html =>
  html`<section class="card" aria-labelledby="${id}-heading"><h2 id="${id}-heading">${title}</h2>${body}</section>`;

const renderBooking = (form: Form): Html =>
  renderCardOf(
    'booking',
    'Booking',
    html`${renderSelect(form, { name: 'site_bookings', label: 'Guests book', choices: toChoices(MODES) })}
<div class="fields">${renderField(form, { name: 'hold_value', label: 'A request waits', keys: 'numeric', help: 'Then it lapses, and its nights are free again.' })}
${renderSelect(form, { name: 'hold_unit', label: 'Counted in', choices: toChoices({ minutes: 'minutes', hours: 'hours', days: 'days' }) })}
${renderField(form, { name: 'site_max_nights', label: 'Longest stay', keys: 'numeric', help: 'In nights.' })}</div>
${renderSelect(form, { name: 'site_cancellation', label: 'Guests cancel a confirmed booking', choices: toChoices(CANCELLATION) })}`,
  );

const renderAddress = (form: Form, name: string, label: string): Html =>
  renderField(form, { name, label, type: 'url', maxLength: MAX_WEB_ADDRESS_LENGTH, isOptional: true });

const renderTexts = (form: Form): Html =>
  renderCardOf(
    'texts',
    'What it says',
    html`${renderField(form, { name: 'name', label: 'Name', maxLength: MAX_NAME_LENGTH })}
${renderField(form, { name: 'site_sentence', label: 'A sentence', help: 'Below the name. Left empty, it says how many places you have, and where.', maxLength: MAX_NAME_LENGTH, isOptional: true })}
<div class="fields">${renderField(form, { name: 'contact_email', label: 'Email', type: 'email', isOptional: true })}
${renderField(form, { name: 'contact_phone', label: 'Phone', type: 'tel', isOptional: true })}</div>
${renderAddress(form, 'contact_website', 'Website')}
${renderAddress(form, 'terms_url', 'Page with your terms')}
${renderAddress(form, 'privacy_url', 'Page on how you protect data')}
${renderTextArea(form, { name: 'imprint', label: 'Imprint', help: 'Who answers for the page.', rows: 5, maxLength: MAX_IMPRINT_LENGTH, isOptional: true })}`,
  );

const renderMoney = (form: Form): Html =>
  renderCardOf(
    'money',
    'Deposit and balance',
    html`<p class="help">The deposit is due when a booking is made, the rest before arrival. With 0 percent, all of it is due before arrival.</p>
<div class="fields">${renderField(form, { name: 'deposit_percent', label: 'Deposit', keys: 'decimal', unit: '%' })}
${renderField(form, { name: 'balance_due_days', label: 'The rest is due, days before arrival', keys: 'numeric' })}</div>`,
  );

const renderPaying = (form: Form): Html =>
  renderCardOf(
    'paying',
    'How guests pay',
    html`<p class="help">Guests who owe something read it on their own page and in messages.</p>
${renderTextArea(form, { name: 'payment_instructions', label: 'In your words', help: 'Such as your bank account.', rows: 5, maxLength: MAX_PAYMENT_INSTRUCTIONS_LENGTH, isOptional: true })}
${renderField(form, { name: 'payment_link', label: 'Page on which they pay', help: 'Begins with https://. {confirmation_code}, {amount} and {currency} are filled in.', maxLength: MAX_WEB_ADDRESS_LENGTH, isOptional: true })}`,
  );

const renderArrival = (form: Form): Html =>
  renderCardOf(
    'arrival',
    'Arrival',
    html`<p class="help">What guests need to arrive stands at each place. Guests of a confirmed booking see it from some days before check-in on.</p>
<div class="fields">${renderField(form, { name: 'arrival_days_before', label: 'Days before check-in', keys: 'numeric' })}</div>`,
  );

const renderTerms = ({ form, tiers }: View): Html =>
  renderCardOf(
    'terms',
    'Cancellation terms',
    html`<p class="help">What guests get back. A place may have terms of its own. Without any, you decide each time: empty all fields. Bookings that exist keep their terms.</p>
${renderField(form, { name: 'policy_name', label: 'Name of the terms', help: 'Such as “Moderate”. Guests see it.', maxLength: MAX_NAME_LENGTH, isOptional: true })}
${Array.from({ length: countTierRows(tiers) }, (_, row) => renderTier(form, row))}
<div class="fields">${renderField(form, { name: 'grace_hours', label: 'Free within so many hours after booking', keys: 'numeric', isOptional: true })}
${renderField(form, { name: 'grace_days_before', label: 'But only until so many days before arrival', keys: 'numeric', isOptional: true })}</div>
<div class="fields">${renderSelect(form, { name: 'fee_of', label: 'What they get back is', choices: toChoices(FEE_BASE_WORDS) })}
${renderField(form, { name: 'fee_tax', label: 'Tax that the fee contains', help: FEE_TAX_HELP, maxLength: MAX_CODE_LENGTH, isOptional: true })}</div>`,
  );

const renderTier = (form: Form, row: number): Html =>
  html`<div class="fields">${renderField(form, { name: `tier_${row}_days_before`, label: `Until so many days before arrival (${row + 1})`, keys: 'numeric', isOptional: 'unmarked' })}
${renderField(form, { name: `tier_${row}_refund_percent`, label: `They get back (${row + 1})`, keys: 'decimal', unit: '%', isOptional: 'unmarked' })}</div>`;
