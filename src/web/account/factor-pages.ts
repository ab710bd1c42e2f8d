/** Pages on which a second factor is added or removed. */
import type { FastifyReply } from 'fastify';
import { MAX_NAME_LENGTH } from '../../domain/limits.ts';
import type { Factor } from '../../services/people/factors/own-factors.ts';
import type { Form } from '../form.ts';
import { field } from '../form-table.ts';
import { renderHidden } from '../views/fields.ts';
import { type Html, html } from '../views/html.ts';
import { renderFormToken } from '../views/layout.ts';
import { renderFormErrors } from '../views/parts.ts';
import { renderQrCode } from '../views/qr-code.ts';
import { NEW_FACTOR, SAME_PERSON } from './forms.ts';

const renderBack = (reply: FastifyReply): Html =>
  html`<p class="back"><a href="${reply.request.visit.root}/account">Your account</a></p>`;

/** A person without an app has only the password. */
function renderProof(form: Form, hasFactors: boolean): Html {
  if (!hasFactors) return field(form, SAME_PERSON, 'password', { autocomplete: 'current-password' });
  return html`<fieldset><legend>Are you still the same person?</legend>
<p class="help">Type your password, or a code.</p>
${field(form, SAME_PERSON, 'password', { autocomplete: 'current-password', isOptional: 'unmarked' })}
${field(form, SAME_PERSON, 'code', {
  label: 'Or a code of an app that you have, or a recovery code',
  autocomplete: 'one-time-code',
  isOptional: 'unmarked',
})}</fieldset>`;
}

/** `address` is what the QR code says, and `sealed` the secret as the form carries it. */
type NewFactorView = {
  secret: string;
  address: string;
  sealed: string;
  hasFactors: boolean;
  form: Form;
};

export const newFactorPage = (
  reply: FastifyReply,
  { secret, address, sealed, hasFactors, form }: NewFactorView,
): Html => html`
${renderBack(reply)}
<h1>Add an authenticator app</h1>
${renderFormErrors(form)}
<section class="card" aria-labelledby="scan">
<h2 id="scan">Let the app read this</h2>
<p>${renderQrCode(address, 'QR code for the authenticator app')}</p>
<p>Or type this secret into it: <code class="secret">${secret}</code></p>
<p><a href="${address}">Open it in an app on this device</a></p>
<p class="help">By time, 6 digits, 30 seconds, SHA-1: what every app takes for granted.</p>
</section>
<section class="card" aria-labelledby="confirm">
<h2 id="confirm">Then type the code that it shows</h2>
<form method="post" action="${reply.request.visit.root}/account/factors">
${renderFormToken(reply)}${renderHidden({ sealed })}
${field(form, NEW_FACTOR, 'first_code', { keys: 'numeric', autocomplete: 'one-time-code', maxLength: 10 })}
${field(form, NEW_FACTOR, 'name', { help: 'By which you know it later, such as the phone that it is on.', maxLength: MAX_NAME_LENGTH })}
${renderProof(form, hasFactors)}
<button type="submit">Add the app</button>
</form>
<p class="help">You stay signed in here, and are signed out everywhere else.</p>
</section>`;

export const removeFactorPage = (
  reply: FastifyReply,
  { factor, isLast, form }: { factor: Factor; isLast: boolean; form: Form },
): Html => html`
${renderBack(reply)}
<section class="card">
<h1>Remove <span class="name">${factor.name}</span>?</h1>
${renderFormErrors(form)}
<p class="lead">${isLast ? 'It is your only app. Without it, your password alone signs you in, your recovery codes end, and the pages of teams that demand a second factor are closed to you.' : 'Its codes no longer sign you in.'} You stay signed in here, and are signed out everywhere else.</p>
<form method="post" action="${reply.request.visit.root}/account/factors/${factor.id}/remove">
${renderFormToken(reply)}
${renderProof(form, true)}
<div class="actions"><button class="danger" type="submit">Remove the app</button> <a href="${reply.request.visit.root}/account">Keep it</a></div>
</form>
</section>`;

export const newRecoveryCodesPage = (reply: FastifyReply, form: Form): Html => html`
${renderBack(reply)}
<section class="card">
<h1>Make new recovery codes?</h1>
${renderFormErrors(form)}
<p class="lead">Those that you have now no longer work.</p>
<form method="post" action="${reply.request.visit.root}/account/recovery-codes">
${renderFormToken(reply)}
${renderProof(form, true)}
<div class="actions"><button type="submit">Make new codes</button> <a href="${reply.request.visit.root}/account">Keep the old ones</a></div>
</form>
</section>`;
