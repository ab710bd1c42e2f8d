import type { FastifyReply } from 'fastify';
import { MAX_PASSWORD_LENGTH } from '../../../../domain/limits.ts';
import type { Form } from '../../../../web/form.ts';
import { field } from '../../../../web/form-table.ts';
import { NEW_PASSWORD_HELP } from '../../../../web/passwords.ts';
import { type Html, html } from '../../../../web/views/html.ts';
import { renderFormToken } from '../../../../web/views/layout.ts';
import { renderFormError } from '../../../../web/views/parts.ts';
import type { PersonToReset } from '../../services/people/forgotten-password.ts';
import { FORGOTTEN, NEW_PASSWORD } from './form.ts';

const renderWayBack = ({ request }: FastifyReply): Html =>
  html`<p class="aside"><a href="${request.visit.root}/sign-in">Back to sign in</a></p>`;

export const forgottenPasswordPage = (reply: FastifyReply, form: Form): Html => html`
<section class="card">
<h1>Forgot your password?</h1>
<p class="lead">Type the email that you sign in with. We send a link there, with which you choose a new password.</p>
${renderFormError(form)}
<form method="post" action="${reply.request.visit.root}/forgot-password">
${renderFormToken(reply)}
${field(form, FORGOTTEN, 'email', { autocomplete: 'username' })}
<button type="submit">Send me a link</button>
</form>
</section>
${renderWayBack(reply)}`;

/** The same for every email, so that nobody learns which ones are known. */
export const linkSentPage = (reply: FastifyReply): Html => html`
<section class="card">
<h1>Look at your email</h1>
<p class="lead">If somebody signs in with this email here, a link is on its way. It works for an hour. At most three are sent in an hour.</p>
<p>Nothing has come? Look among unwanted messages, or <a href="${reply.request.visit.root}/forgot-password">ask again</a>.</p>
</section>
${renderWayBack(reply)}`;

/** Without emails, only the people who run the server can help. */
export const nobodySendsPage = (reply: FastifyReply): Html => html`
<section class="card">
<h1>Forgot your password?</h1>
<p class="lead">This server sends no email. Ask the people who run it for a new password: they make one with <code>innkeep member password</code>.</p>
</section>
${renderWayBack(reply)}`;

// The form is sent to its own page's address, so that the secret in it appears nowhere else.
export const newPasswordPage = (reply: FastifyReply, { email }: PersonToReset, form: Form): Html => html`
<section class="card">
<h1>Choose a new password</h1>
<p class="lead">For <strong class="name">${email}</strong>. You are then signed out everywhere, and sign in with it.</p>
${renderFormError(form)}
<form method="post">
${renderFormToken(reply)}
<input class="away" type="email" value="${email}" autocomplete="username" readonly tabindex="-1" aria-hidden="true">
${field(form, NEW_PASSWORD, 'password', {
  label: 'New password',
  autocomplete: 'new-password',
  help: NEW_PASSWORD_HELP,
  maxLength: MAX_PASSWORD_LENGTH,
})}
<button type="submit">Change password</button>
</form>
</section>`;

export const resetLinkGonePage = (reply: FastifyReply): Html => html`
<section class="card">
<h1>This link no longer works</h1>
<p class="lead">A link works once and for an hour, and only until another one was used.</p>
<p><a class="button" href="${reply.request.visit.root}/forgot-password">Ask for a new link</a></p>
</section>
${renderWayBack(reply)}`;
