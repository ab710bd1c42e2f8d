import type { FastifyReply } from 'fastify';
import { MAX_PASSWORD_LENGTH } from '../../domain/limits.ts';
import type { Invitation } from '../../services/people/invitations.ts';
import type { Form } from '../form.ts';
import { field } from '../form-table.ts';
import { NEW_PASSWORD_HELP } from '../passwords.ts';
import { EMPTY_HTML, type Html, html } from '../views/html.ts';
import { renderFormToken } from '../views/layout.ts';
import { renderFormError } from '../views/parts.ts';
import { JOINING } from './form.ts';

const LEADS = {
  new_password: 'Choose a password to become a member.',
  password: 'You already have a password on this server. Enter it to become a member.',
  nothing_yet:
    'You are a member of another team here and have no password yet. Choose one with a link of that team, or ask the people who run this server to set one. Then open this link again.',
} as const;

export const invitationPage = (reply: FastifyReply, invitation: Invitation, form: Form): Html => html`
<section class="card">
<h1>Join ${invitation.team.name}</h1>
<p class="lead">${html`<strong class="name">${invitation.name}</strong>`}, you are invited as <strong class="name">${invitation.email}</strong>.
${LEADS[invitation.nextStep]}</p>
${renderSignedInAs(reply, invitation)}
${renderFormError(form)}
${invitation.nextStep === 'nothing_yet' ? '' : renderPasswordForm(reply, invitation, form)}
</section>`;

/** Somebody else may use this browser, or the same person may have another email. */
function renderSignedInAs(reply: FastifyReply, { email }: Invitation): Html {
  const person = reply.request.visit.session?.person;
  if (!person || person.email.toLowerCase() === email.toLowerCase()) return EMPTY_HTML;
  return html`<p class="warning">You are signed in as <strong class="name">${person.email}</strong>. Joining signs you in as <strong class="name">${email}</strong> instead.</p>`;
}

// The form is sent to its own page's address, so that the secret in it appears nowhere else.
const renderPasswordForm = (
  reply: FastifyReply,
  { email, nextStep: asksFor }: Invitation,
  form: Form,
): Html => html`<form method="post">
${renderFormToken(reply)}
<input class="away" type="email" value="${email}" autocomplete="username" readonly tabindex="-1" aria-hidden="true">
${
  asksFor === 'password'
    ? field(form, JOINING, 'password', {
        label: 'Your password',
        autocomplete: 'current-password',
      })
    : field(form, JOINING, 'password', {
        label: 'New password',
        autocomplete: 'new-password',
        help: NEW_PASSWORD_HELP,
        maxLength: MAX_PASSWORD_LENGTH,
      })
}
<button type="submit">Join the team</button>
</form>`;

export const invitationGonePage = (): Html => html`
<section class="card">
<h1>This link no longer works</h1>
<p class="lead">A link works once and for 72 hours. It stops working early if it is withdrawn or a newer one is made. Ask a member of the team for another.</p>
</section>`;
