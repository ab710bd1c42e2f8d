import type { FastifyReply } from 'fastify';
import { MAX_NAME_LENGTH, MAX_PASSWORD_LENGTH } from '../../domain/limits.ts';
import type { OwnFactors } from '../../services/people/factors/own-factors.ts';
import type { MemberChoice } from '../../services/people/mail-choices.ts';
import type { OpenSession, Session } from '../../services/people/sessions.ts';
import type { Flash } from '../flash.ts';
import type { Form } from '../form.ts';
import { field } from '../form-table.ts';
import { NEW_PASSWORD_HELP } from '../passwords.ts';
import { computeFormVersion } from '../sent-form.ts';
import { renderCheckboxes, renderHidden } from '../views/fields.ts';
import { type Html, html } from '../views/html.ts';
import { renderFormToken } from '../views/layout.ts';
import { renderFormErrors, renderNotice } from '../views/parts.ts';
import { MEMBER_MAIL_WORDS } from '../views/words.ts';
import { renderFactors, renderRecoveryCodes } from './factors-part.ts';
import { NEW_NAME, PASSWORDS } from './forms.ts';
import { renderSessions } from './sessions-part.ts';

type AccountView = {
  choices: readonly MemberChoice[];
  own: Session;
  sessions: readonly OpenSession[];
  factors: OwnFactors;
  now: Date;
  /** What an earlier form has passed on. */
  flash: Flash | null;
  form: Form;
};

export function accountPage(
  reply: FastifyReply,
  { choices, own, sessions, factors, now, flash, form }: AccountView,
): Html {
  const { person, hasFactor } = own;
  const { root } = reply.request.visit;
  const named = { errors: form.errors, values: { name: form.values.name ?? person.name } };
  return html`
<p class="back"><a href="${root}">Your teams</a></p>
<h1>Your account</h1>
<p class="lead">You sign in as <strong class="name">${person.email}</strong>.</p>
${flash?.what === 'notice' ? renderNotice(flash.text) : ''}
${renderFormErrors(form)}
${flash?.what === 'recovery_codes' ? renderRecoveryCodes(flash.codes) : ''}
<section class="card" aria-labelledby="name-heading">
<h2 id="name-heading">Name</h2>
<form method="post" action="${root}/account/name">
${renderFormToken(reply)}
${field(named, NEW_NAME, 'name', { autocomplete: 'name', maxLength: MAX_NAME_LENGTH })}
<button type="submit">Change name</button>
</form>
</section>
<section class="card" aria-labelledby="password-heading">
<h2 id="password-heading">Password</h2>
<form method="post" action="${root}/account/password">
${renderFormToken(reply)}
<input class="away" type="email" value="${person.email}" autocomplete="username" readonly tabindex="-1" aria-hidden="true">
${field(form, PASSWORDS, 'password', { autocomplete: 'current-password' })}
${field(form, PASSWORDS, 'new_password', {
  autocomplete: 'new-password',
  help: NEW_PASSWORD_HELP,
  maxLength: MAX_PASSWORD_LENGTH,
})}
<button type="submit">Change password</button>
</form>
<p class="help">You stay signed in here, and are signed out everywhere else.</p>
</section>
${renderFactors(reply, factors, hasFactor)}
${renderSessions(reply, { sessions, own, now })}
${choices.filter(({ offered }) => offered.length > 0).map((choice) => renderChoice(reply, choice, form))}`;
}

const renderChoice = (
  reply: FastifyReply,
  { slug, name, kinds, offered, isSuppressed }: MemberChoice,
  form: Form,
): Html => html`<section
class="card" aria-labelledby="messages-${slug}"><h2 id="messages-${slug}">Messages of <span class="name">${name}</span></h2>
${isSuppressed ? html`<p class="warning">Nothing is sent to your address: it is among the <a href="${reply.request.visit.root}/teams/${slug}/messages/suppressions">blocked addresses</a> of this team.</p>` : ''}
<form method="post" action="${reply.request.visit.root}/account/messages">
${renderFormToken(reply)}${renderHidden({ team: slug, seen: computeFormVersion(kinds) })}
${renderCheckboxes({ values: { [`kinds-${slug}`]: kinds.join(','), ...form.values }, errors: {} }, { name: `kinds-${slug}`, label: 'Tell me by email of', choices: offered.map((kind) => ({ value: kind, name: MEMBER_MAIL_WORDS[kind] })) })}
<button type="submit">Save</button>
</form>
</section>`;
