import type { FastifyReply } from 'fastify';
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH, MAX_PASSWORD_LENGTH } from '../../domain/limits.ts';
import type { Form } from '../form.ts';
import { NEW_PASSWORD_HELP } from '../passwords.ts';
import { type Choice, renderField, renderSelect } from '../views/fields.ts';
import { type Html, html } from '../views/html.ts';
import { renderFormToken } from '../views/layout.ts';
import { renderFormError } from '../views/parts.ts';

/** UTC is first, and so chosen if the browser runs no script. */
const ZONES: readonly Choice[] = ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => ({
  value: zone,
  name: zone.replaceAll('_', ' '),
}));

const currencyNames = new Intl.DisplayNames('en', { type: 'currency' });
/** First those that most teams have. */
const CURRENCIES: readonly Choice[] = [
  ...new Set(['EUR', 'USD', 'GBP', 'CHF', ...Intl.supportedValuesOf('currency')]),
].map((code) => ({ value: code, name: `${code} · ${currencyNames.of(code)}` }));

export const beginPage = (reply: FastifyReply, form: Form): Html => html`
<section class="card">
<h1>Begin</h1>
<p class="lead">Your team first: whoever lets the places. Then yourself, as its first member. You invite the others later.</p>
${renderFormError(form)}
<form method="post" action="${reply.request.visit.root}/begin" data-begin>
${renderFormToken(reply)}
${renderField(form, { name: 'team_name', label: 'Name of the team', autocomplete: 'organization', maxLength: MAX_NAME_LENGTH })}
${renderField(form, {
  name: 'slug',
  label: 'Short name',
  help: 'Part of the address of your booking page: small letters, digits and hyphens. Left empty, it is made of the name.',
  isOptional: true,
  maxLength: 63,
})}
${renderSelect(form, { name: 'currency', label: 'Currency', help: 'It cannot be changed later.', choices: CURRENCIES })}
${renderSelect(form, { name: 'timezone', label: 'Time zone', choices: withTyped(ZONES, form.values.timezone) })}
${renderField(form, { name: 'name', label: 'Your name', autocomplete: 'name', maxLength: MAX_NAME_LENGTH })}
${renderField(form, { name: 'email', label: 'Your email', type: 'email', autocomplete: 'username', maxLength: MAX_EMAIL_LENGTH })}
${renderField(form, {
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'new-password',
  help: `${NEW_PASSWORD_HELP} If you have one on this server, it is that one.`,
  maxLength: MAX_PASSWORD_LENGTH,
})}
<button type="submit">Begin</button>
</form>
</section>
<p class="aside">Already a member of a team? <a href="${reply.request.visit.root}/sign-in">Sign in</a></p>`;

/** A browser's name for its zone may differ from the server's. */
const withTyped = (choices: readonly Choice[], typed = ''): readonly Choice[] =>
  typed === '' || choices.some(({ value }) => value === typed)
    ? choices
    : [...choices, { value: typed, name: typed }];
