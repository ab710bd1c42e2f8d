import type { FastifyReply } from 'fastify';
import {
  MAX_CODE_LENGTH,
  MAX_IMPRINT_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PAYMENT_INSTRUCTIONS_LENGTH,
  MAX_WEB_ADDRESS_LENGTH,
} from '../../../../domain/limits.ts';
import type { SiteBookingMode } from '../../../../domain/vocabulary.ts';
import type { Form } from '../../../../web/form.ts';
import { type Drawn, field } from '../../../../web/form-table.ts';
import { renderHidden } from '../../../../web/views/fields.ts';
import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';
import { renderFormToken } from '../../../../web/views/layout.ts';
import { findSitesPath } from '../../../../web/views/navigation.ts';
import { renderCardOf, renderFormErrors, renderPassedNotice } from '../../../../web/views/parts.ts';
import { FEE_TAX_HELP } from '../../../../web/views/words.ts';
import { renderFold } from '../fold.ts';
import { HOLD, SITE, SITE_TERMS } from './form.ts';
import { renderPictures } from './pictures-card.ts';
import { renderSitePreview, type SiteLook } from './preview.ts';

type View = {
  base: string;
  form: Form;
  seen: string;
  mode: SiteBookingMode;
  look: SiteLook;
  takesPictures: boolean;
};

const STANDINGS = {
  off: 'Guests see your open places there, and cannot book yet.',
  request: 'Guests see your open places there, and request bookings.',
  instant: 'Guests see your open places there, and book them.',
} satisfies Record<SiteBookingMode, string>;

export function sitePage(reply: FastifyReply, view: View): Html {
  const { base, form, seen, mode, look } = view;
  return html`
<div class="head"><h1>Site</h1>${renderSiteLink(reply)}</div>
${renderPassedNotice(reply)}
${renderFormErrors(form)}
<p class="lead">${STANDINGS[mode]}</p>
${renderPictures(reply, view)}
<form method="post" action="${base}/site" data-look="${base}/site/preview">${renderFormToken(reply)}${renderHidden({ seen })}
${renderLook(form, look)}
${renderBooking(form)}
<div class="folds">${Object.entries(FOLDED).map(([id, part]) => renderPart(form, id, part))}</div>
<p class="save"><button type="submit">Save</button></p>
</form>`;
}

function renderSiteLink({ request }: FastifyReply): Html {
  const { visit, teamVisit, server } = request;
  const sites = findSitesPath(server, visit.root);
  if (sites === null) return EMPTY_HTML;
  return html`<div class="actions"><a class="button quiet" href="${sites}/${teamVisit.team.slug}">Look at your booking page</a></div>`;
}

const renderBooking = (form: Form): Html =>
  renderCardOf(
    'booking',
    'Booking',
    html`${field(form, SITE, 'site_bookings', { label: 'Guests book' })}
<div class="fields">${field(form, HOLD, 'hold_value', { label: 'A request waits', help: 'Then it lapses, and its nights are free again.' })}
${field(form, HOLD, 'hold_unit')}
${field(form, SITE, 'site_max_nights', { help: 'In nights.' })}</div>
${field(form, SITE, 'site_cancellation', { label: 'Guests cancel a confirmed booking' })}`,
  );

const renderLook = (form: Form, look: SiteLook): Html =>
  renderCardOf(
    'look',
    'How it looks',
    html`<div class="site-look"><div>
${field(form, SITE, 'name', { maxLength: MAX_NAME_LENGTH })}
${field(form, SITE, 'site_headline', { help: 'Left empty, it is your name.', maxLength: MAX_NAME_LENGTH })}
${field(form, SITE, 'site_sentence', { label: 'A sentence', help: 'Below the headline. Left empty, it says how many places you have, and where.', maxLength: MAX_NAME_LENGTH })}
${field(form, SITE, 'site_color', { help: 'In six hexadecimal digits, such as #1f6f5c. Left empty, it is Innkeep’s own. Any colour can be read: what is written on it, and links, adapt to it.', maxLength: COLOR_LENGTH })}
</div>${renderSitePreview(look)}</div>`,
  );

const COLOR_LENGTH = 7;
const WEB_ADDRESS: Drawn = { type: 'url', maxLength: MAX_WEB_ADDRESS_LENGTH };

const renderTexts = (
  form: Form,
): Html => html`<div class="fields">${field(form, SITE, 'contact.email', { type: 'email' })}
${field(form, SITE, 'contact.phone', { type: 'tel' })}</div>
${field(form, SITE, 'contact.website', WEB_ADDRESS)}
${field(form, SITE, 'terms_url', { ...WEB_ADDRESS, label: 'Page with your terms' })}
${field(form, SITE, 'privacy_url', { ...WEB_ADDRESS, label: 'Page on how you protect data' })}
${field(form, SITE, 'imprint', { help: 'Who answers for the page.', rows: 5, maxLength: MAX_IMPRINT_LENGTH })}`;

const renderMoney = (
  form: Form,
): Html => html`<p class="help">The deposit is due when a booking is made, the rest before arrival. With 0 percent, all of it is due before arrival.</p>
<div class="fields">${field(form, SITE, 'deposit_percent')}
${field(form, SITE, 'balance_due_days', { label: 'The rest is due, days before arrival' })}</div>`;

const renderPaying = (
  form: Form,
): Html => html`<p class="help">Guests who owe something read it on their own page and in messages.</p>
${field(form, SITE, 'payment_instructions', { label: 'In your words', help: 'Such as your bank account.', rows: 5, maxLength: MAX_PAYMENT_INSTRUCTIONS_LENGTH })}
${field(form, SITE, 'payment_link', { label: 'Page on which they pay', help: 'Begins with https://. {confirmation_code}, {amount} and {currency} are filled in.', maxLength: MAX_WEB_ADDRESS_LENGTH })}`;

const renderArrival = (
  form: Form,
): Html => html`<p class="help">What guests need to arrive stands at each place. Guests of a confirmed booking see it from some days before check-in on.</p>
<div class="fields">${field(form, SITE, 'arrival_days_before', { label: 'Days before check-in' })}</div>`;

const { policy: POLICY, tiers: TIERS } = SITE_TERMS;

const renderTerms = (
  form: Form,
): Html => html`<p class="help">What guests get back. A place may have terms of its own. Without any, you decide each time: empty all fields. Bookings that exist keep their terms.</p>
${field(form, POLICY, 'name', { help: 'Such as “Moderate”. Guests see it.', maxLength: MAX_NAME_LENGTH, isOptional: true })}
${TIERS.findShown(form.values).map((row) => renderTier(form, row))}
<div class="fields">${field(form, POLICY, 'grace_hours', { label: 'Free within so many hours after booking', isOptional: true })}
${field(form, POLICY, 'grace_days_before', { label: 'But only until so many days before arrival', isOptional: true })}</div>
<div class="fields">${field(form, POLICY, 'fee_of')}
${field(form, POLICY, 'fee_tax', { help: FEE_TAX_HELP, maxLength: MAX_CODE_LENGTH })}</div>`;

type FoldedPart = {
  title: string;
  /** The names of its fields begin so. */
  fields: RegExp;
  gist: (values: Form['values']) => string;
  render: (form: Form) => Html;
};

const FOLDED = {
  texts: {
    title: 'What it says',
    fields: /^(contact_|terms_url|privacy_url|imprint)/,
    gist: ({ contact_email: email, contact_phone: phone, imprint }) =>
      [email, phone, imprint ? 'imprint' : ''].filter(Boolean).join(' · ') || 'no contact',
    render: renderTexts,
  },
  money: {
    title: 'Deposit and balance',
    fields: /^(deposit_percent|balance_due_days)/,
    gist: ({ deposit_percent: percent, balance_due_days: days }) =>
      `${percent} % at first, the rest ${days} days before arrival`,
    render: renderMoney,
  },
  paying: {
    title: 'How guests pay',
    fields: /^payment_/,
    gist: ({ payment_instructions: text, payment_link: link }) => text || link || 'not said',
    render: renderPaying,
  },
  arrival: {
    title: 'Arrival',
    fields: /^arrival_/,
    gist: ({ arrival_days_before: days }) => `read from ${days} days before check-in on`,
    render: renderArrival,
  },
  terms: {
    title: 'Cancellation terms',
    fields: /^(policy_|tier_|grace_|fee_)/,
    gist: ({ policy_name: name }) => name || 'none: you decide each time',
    render: renderTerms,
  },
} satisfies Record<string, FoldedPart>;

/** Open if something in it was refused. */
const renderPart = (form: Form, id: string, { title, fields, gist, render }: FoldedPart): Html =>
  renderFold(
    {
      heading: `${id}-heading`,
      title,
      gist: gist(form.values),
      isOpen: Object.keys(form.errors).some((name) => fields.test(name)),
    },
    html`<section class="card" aria-labelledby="${id}-heading">${render(form)}</section>`,
  );

const renderTier = (form: Form, row: number): Html =>
  html`<div class="fields">${TIERS.field(form, row, 'days_before', { label: `Until so many days before arrival (${row + 1})`, isOptional: 'unmarked' })}
${TIERS.field(form, row, 'refund_percent', { label: `They get back (${row + 1})`, isOptional: 'unmarked' })}</div>`;
