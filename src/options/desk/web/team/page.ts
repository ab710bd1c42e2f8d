import type { FastifyReply } from 'fastify';
import {
  MAX_INVOICE_DETAIL_LENGTH,
  MAX_INVOICE_FOOTER_LENGTH,
  MAX_INVOICE_NUMBER,
  MAX_INVOICE_PREFIX_LENGTH,
  MAX_INVOICE_TITLE_LENGTH,
  MAX_NAME_LENGTH,
  MAX_UNIT_FIXED_DAYS,
} from '../../../../domain/limits.ts';
import { presentTeam } from '../../../../schemas/team.ts';
import type { Member } from '../../../../services/people/members.ts';
import type { TeamSettings } from '../../../../services/team/settings.ts';
import { emptyForm, type Form } from '../../../../web/form.ts';
import { type Drawn, field } from '../../../../web/form-table.ts';
import { renderHidden } from '../../../../web/views/fields.ts';
import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';
import { renderFormToken } from '../../../../web/views/layout.ts';
import { renderFormErrors, renderPassedNotice } from '../../../../web/views/parts.ts';
import { TEAM_PARTS, type TeamPart } from './parts.ts';

type TeamView = {
  /** Of the team's pages. */
  base: string;
  team: TeamSettings;
  /** Null for those who may not read them. */
  members: readonly Member[] | null;
  zones: readonly string[];
  /** The refused form, or null. */
  sent: { part: TeamPart; form: Form } | null;
};

export function teamPage(reply: FastifyReply, view: TeamView): Html {
  const { sent } = view;
  return html`
<h1>Team</h1>
${renderPassedNotice(reply)}
${renderFormErrors(sent?.form ?? emptyForm)}
<div class="cards">
${renderPart(reply, view, { part: 'about', title: 'The team', fields: renderAbout })}
${view.members === null ? '' : renderMembers(view.base, view.members)}
${renderPart(reply, view, { part: 'seller', title: 'You on invoices', fields: renderSeller })}
${renderPart(reply, view, { part: 'invoices', title: 'Numbers of invoices', fields: renderInvoices })}
${renderPart(reply, view, { part: 'room', title: 'Making room', fields: renderRoom })}
${renderPart(reply, view, { part: 'security', title: 'Signing in', fields: renderSecurity })}
</div>`;
}

type PartView = { part: TeamPart; title: string; fields: (form: Form, view: TeamView) => Html };

/** Each part has a form of its own, so that a mistake in one does not keep another from being saved. */
function renderPart(reply: FastifyReply, view: TeamView, { part, title, fields }: PartView): Html {
  const { base, team, sent } = view;
  const form =
    sent?.part === part
      ? sent.form
      : { values: TEAM_PARTS[part].toValues(presentTeam(team, '')), errors: {} };
  return html`<section class="card" aria-labelledby="part-${part}">
<h2 id="part-${part}">${title}</h2>
<form method="post" action="${base}/team/${part}">
${renderFormToken(reply)}${renderHidden({ seen: form.values.seen ?? TEAM_PARTS[part].computeVersion(presentTeam(team, '')) })}
${fields(form, view)}
<button${part === 'about' ? EMPTY_HTML : html` class="quiet"`} type="submit">Save</button>
</form>
</section>`;
}

const { about: ABOUT, security: SECURITY, room: ROOM, seller: SELLER, invoices: INVOICES } = TEAM_PARTS;

const renderAbout = (form: Form, { team, zones }: TeamView): Html => html`
${field(form, ABOUT, 'name', { autocomplete: 'organization', maxLength: MAX_NAME_LENGTH })}
${field(form, ABOUT, 'timezone', {
  help: 'Of new places, and of what belongs to no place. Places keep theirs.',
  list: 'zones',
})}
<datalist id="zones">${zones.map((zone) => html`<option value="${zone}"></option>`)}</datalist>
<p class="help">Currency: ${team.currency}. Short name: <code>${team.slug}</code>. Neither can be changed.</p>`;

const renderMembers = (
  base: string,
  members: readonly Member[],
): Html => html`<section class="card" aria-labelledby="members">
<h2 id="members">Members <span class="count">${members.length}</span></h2>
<ul>${members.slice(0, MEMBERS_SHOWN).map(({ name, email }) => html`<li><strong class="name">${name}</strong> <span class="faint name">${email}</span></li>`)}</ul>
${members.length > MEMBERS_SHOWN ? html`<p class="help">And ${members.length - MEMBERS_SHOWN} more.</p>` : ''}
<p><a class="button quiet" href="${base}/members">Add or remove members</a></p>
</section>`;

const MEMBERS_SHOWN = 10;

const renderSecurity = (form: Form): Html => html`
${field(form, SECURITY, 'require_second_factor', {
  label: 'These pages open only to members who sign in with an authenticator app',
  help: 'You can switch it on once you have signed in so yourself. The others are led to their account, where they add an app. Tokens go on as before.',
})}`;

const renderRoom = (form: Form): Html => html`
${field(form, ROOM, 'reseating', {
  label: 'Move bookings to other rooms of their kind to make room for a new one',
  help: 'Where no room is free throughout, but others could make one free. A booking that you have pinned to its room stays.',
})}
${field(form, ROOM, 'unit_fixed_days', {
  label: 'Days before arrival from which a booking keeps its room',
  type: 'number',
  min: 0,
  max: MAX_UNIT_FIXED_DAYS,
})}`;

const renderSeller = (form: Form): Html => html`
<p class="help">You as the seller, on every new invoice.</p>
${field(form, SELLER, 'invoice_details.name', { help: 'Left empty, it is the name of the team.', maxLength: MAX_INVOICE_DETAIL_LENGTH })}
${field(form, SELLER, 'invoice_details.address', { help: 'With the legal form and the register, if the law wants them.', maxLength: MAX_INVOICE_DETAIL_LENGTH })}
${field(form, SELLER, 'invoice_details.tax_number', { help: 'Your VAT number, or the one of your tax office.', maxLength: MAX_INVOICE_DETAIL_LENGTH })}
${field(form, SELLER, 'invoice_details.footer', { help: 'A bank account, or why no tax is charged, for example.', maxLength: MAX_INVOICE_FOOTER_LENGTH })}
${field(form, SELLER, 'invoice_details.title', { help: 'Left empty, it is Invoice.', maxLength: MAX_INVOICE_TITLE_LENGTH })}`;

const renderInvoices = (form: Form, { team }: TeamView): Html => html`
${field(form, INVOICES, 'invoice_numbering', { help: 'One after the other: an invoice is a draft until you issue it. Existing invoices stay as they are.' })}
${field(form, INVOICES, 'invoice_prefix', { help: 'Visible characters without spaces, such as 2027-. {year} is the year of issue.', maxLength: MAX_INVOICE_PREFIX_LENGTH })}
${field(form, INVOICES, 'invoice_next_number', describeNextNumber(team.invoiceNextNumber))}
<details class="more"${hasOwnCreditNotes(form) ? html` open` : ''}><summary>Credit notes with numbers of their own</summary>
${field(form, INVOICES, 'credit_note_prefix', { help: 'If they have numbers of their own, one after the other. Left empty, they are numbered with the invoices.', maxLength: MAX_INVOICE_PREFIX_LENGTH })}
${field(form, INVOICES, 'credit_note_next_number', describeNextNumber(team.creditNoteNextNumber))}</details>`;

const hasOwnCreditNotes = ({ values, errors }: Form): boolean =>
  Boolean(values.credit_note_prefix || errors.credit_note_prefix || errors.credit_note_next_number);

const describeNextNumber = (next: number): Drawn => ({
  help: `The next of those one after the other is ${next}. To go on higher, such as after another program, enter it here.`,
  type: 'number',
  min: next,
  max: MAX_INVOICE_NUMBER,
});
