import type { FastifyReply } from 'fastify';
import type { JoinedTeam } from '../../services/people/sessions.ts';
import type { Form } from '../form.ts';
import { field } from '../form-table.ts';
import { type KeptForm, renderKeptForm } from '../kept-form.ts';
import { renderHidden } from '../views/fields.ts';
import { type Html, html } from '../views/html.ts';
import { renderFormToken } from '../views/layout.ts';
import { firstPagePath } from '../views/navigation.ts';
import { renderFormError, renderNotice, renderPassedNotice } from '../views/parts.ts';
import { CODE, CREDENTIALS, MAX_TYPED_CODE_LENGTH } from './form.ts';

type SignInView = {
  form: Form;
  /** Empty for the start page. */
  next: string;
  notice: string | null;
  hasForgottenPage: boolean;
  /** Visitors may create a team here. */
  mayBegin: boolean;
  /** A form that was sent while nobody was signed in. */
  kept: KeptForm | null;
};

export const signInPage = (
  reply: FastifyReply,
  { form, next, notice, hasForgottenPage, mayBegin, kept }: SignInView,
): Html => html`
<section class="card">
<h1>Sign in</h1>
<p class="lead">See today’s arrivals, the calendar, bookings, guests and prices of your team.</p>
${notice ? renderNotice(notice) : ''}
${renderFormError(form)}
<form method="post" action="${reply.request.visit.root}/sign-in">
${renderFormToken(reply)}
<input type="hidden" name="next" value="${next}">
${renderKeptForm(kept)}
${field(form, CREDENTIALS, 'email', { autocomplete: 'username' })}
${field(form, CREDENTIALS, 'password', { autocomplete: 'current-password' })}
<button type="submit">Sign in</button>
</form>
</section>
${hasForgottenPage ? html`<p class="aside"><a href="${reply.request.visit.root}/forgot-password">Forgot your password?</a></p>` : ''}
${mayBegin ? html`<p class="aside">No team yet? <a href="${reply.request.visit.root}/begin">Begin here</a></p>` : ''}
<p class="aside">No password yet? A member of your team can send you a link to join.</p>`;

/** Some apps write the code in two parts. */
export const codePage = (
  reply: FastifyReply,
  { form, next, kept }: Pick<SignInView, 'form' | 'next' | 'kept'>,
): Html => html`
${renderPassedNotice(reply)}
<section class="card">
<h1>Your code</h1>
<p class="lead">Open your authenticator app, and type the six digits that it shows for Innkeep.</p>
${renderFormError(form)}
<form method="post" action="${reply.request.visit.root}/sign-in/code">
${renderFormToken(reply)}
<input type="hidden" name="next" value="${next}">
${renderKeptForm(kept)}
${field(form, CODE, 'code', { autocomplete: 'one-time-code', help: 'Without your app, type one of your recovery codes.', maxLength: MAX_TYPED_CODE_LENGTH })}
<button type="submit">Sign in</button>
</form>
</section>
<p class="aside"><a href="${reply.request.visit.root}/sign-in">Begin again</a></p>
<p class="aside">Neither app nor codes? Ask whoever runs Innkeep for you.</p>`;

/** It may end something, so it is never sent by itself. */
export const keptFormPage = (reply: FastifyReply, { path, fields }: KeptForm): Html => html`
<section class="card">
<h1>Send it now?</h1>
<p class="lead">You are signed in. What you have sent before is not saved yet, and nothing of it is lost.</p>
<form method="post" action="${reply.request.visit.root}${path}">
${renderFormToken(reply)}
${fields.map(([name, value]) => renderHidden({ [name]: value }))}
<div class="actions"><button type="submit">Send it now</button> <a href="${reply.request.visit.root}">Leave it</a></div>
</form>
</section>`;

export const chooseTeamPage = (reply: FastifyReply, teams: readonly JoinedTeam[]): Html => html`
${renderPassedNotice(reply)}
<section class="card">
<h1>Choose a team</h1>
${
  teams.length === 0
    ? html`<p class="lead">You are not a member of any team at the moment. Ask a member of one for a link to join.</p>`
    : html`<ul class="choices">
${teams.map(
  (team) =>
    html`<li><a href="${firstPagePath(reply.request, team)}"><strong>${team.name}</strong> <span>${team.slug}</span></a></li>`,
)}
</ul>`
}
</section>`;
