/** The second factor on the page of one's account. */
import type { FastifyReply } from 'fastify';
import { MAX_FACTORS } from '../../domain/limits.ts';
import type { OwnFactors } from '../../services/people/factors/own-factors.ts';
import { EMPTY_HTML, type Html, html } from '../views/html.ts';
import { renderCardOf, renderCopyable, renderDay, renderTable } from '../views/parts.ts';

/** Of those who belong to several teams. */
export const ZONE = 'UTC';

/** They are not stored, so they are shown this once. */
export const renderRecoveryCodes = (codes: readonly string[]): Html => html`<section
class="card fresh" aria-labelledby="codes-heading"><h2 id="codes-heading">Your recovery codes</h2>
<p>Print them, or write them down. Each signs you in once, in place of the code of your app. They are shown only this once.</p>
${renderCopyable('Codes', codes.join('\n'))}
</section>`;

export function renderFactors(
  reply: FastifyReply,
  { factors, recoveryCodesLeft }: OwnFactors,
  hasFactor: boolean,
): Html {
  const base = `${reply.request.visit.root}/account`;
  const rows = factors.map(({ id, name, createdAt }) => [
    html`<span class="name">${name}</span>`,
    renderDay(createdAt, ZONE),
    html`<span class="links"><a class="danger" href="${base}/factors/${id}/remove" aria-label="Remove ${name}">Remove</a></span>`,
  ]);
  const body = html`
<p>${factors.length === 0 ? 'With an authenticator app on your phone, nobody signs in as you with your password alone.' : 'When you sign in, you type your password and a code of one of these apps.'}</p>
${factors.length > 0 && !hasFactor ? html`<p class="warning">You have not typed a code in this session. Sign out, and sign in again.</p>` : ''}
${renderTable({ label: 'Authenticator apps', heads: ['App', 'Since', 'Actions'] }, rows)}
${factors.length < MAX_FACTORS ? html`<p><a class="button quiet" href="${base}/factors/new">Add an app</a></p>` : ''}
${factors.length > 0 ? html`<p class="help">Recovery codes that still work: ${recoveryCodesLeft}. <a href="${base}/recovery-codes">Make new ones</a></p>` : EMPTY_HTML}`;
  return renderCardOf('factor', 'Second factor', body);
}
