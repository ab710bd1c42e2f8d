import type { FastifyReply } from 'fastify';
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH, MAX_PASSWORD_LENGTH } from '../../domain/limits.ts';
import type { Form } from '../form.ts';
import { field } from '../form-table.ts';
import { NEW_PASSWORD_HELP } from '../passwords.ts';
import { type Html, html } from '../views/html.ts';
import { renderFormToken } from '../views/layout.ts';
import { renderFormError } from '../views/parts.ts';
import { NEW_TEAM } from './form.ts';

export const beginPage = (reply: FastifyReply, form: Form): Html => html`
<section class="card">
<h1>Begin</h1>
<p class="lead">Your team first: whoever lets the places. Then yourself, as its first member. You invite the others later.</p>
${renderFormError(form)}
<form method="post" action="${reply.request.visit.root}/begin" data-begin>
${renderFormToken(reply)}
${field(form, NEW_TEAM, 'team_name', { autocomplete: 'organization', maxLength: MAX_NAME_LENGTH })}
${field(form, NEW_TEAM, 'slug', {
  help: 'Part of the address of your booking page: small letters, digits and hyphens. Left empty, it is made of the name.',
  maxLength: 63,
})}
${field(form, NEW_TEAM, 'currency', { help: 'It cannot be changed later.' })}
${field(form, NEW_TEAM, 'timezone')}
${field(form, NEW_TEAM, 'name', { autocomplete: 'name', maxLength: MAX_NAME_LENGTH })}
${field(form, NEW_TEAM, 'email', { autocomplete: 'username', maxLength: MAX_EMAIL_LENGTH })}
${field(form, NEW_TEAM, 'password', {
  autocomplete: 'new-password',
  help: `${NEW_PASSWORD_HELP} If you have one on this server, it is that one.`,
  maxLength: MAX_PASSWORD_LENGTH,
})}
<button type="submit">Begin</button>
</form>
</section>
<p class="aside">Already a member of a team? <a href="${reply.request.visit.root}/sign-in">Sign in</a></p>`;
