/** Where one is signed in, on the page of one's account. */
import type { FastifyReply } from 'fastify';
import type { OpenSession, Session } from '../../services/people/sessions.ts';
import { renderButtonForm } from '../views/button-form.ts';
import { type Html, html } from '../views/html.ts';
import { renderCardOf, renderMoment, renderTable } from '../views/parts.ts';
import { ZONE } from './factors-part.ts';

export function renderSessions(
  reply: FastifyReply,
  { sessions, own, now }: { sessions: readonly OpenSession[]; own: Session; now: Date },
): Html {
  const base = `${reply.request.visit.root}/account/sessions`;
  const rows = sessions.map(({ id, browser, createdAt, lastSeenAt }) => {
    const name = browser ?? 'Unknown browser';
    return [
      html`${name}${id === own.id ? html` <span class="badge">This one</span>` : ''}<br><span class="faint">since ${renderMoment(createdAt, now, ZONE)}</span>`,
      renderMoment(lastSeenAt, now, ZONE),
      id === own.id
        ? ''
        : renderButtonForm(reply, {
            action: `${base}/${id}/end`,
            text: 'Sign out',
            label: `Sign out ${name}`,
            look: 'link danger',
          }),
    ];
  });
  const body = html`
${renderTable({ label: 'Where you are signed in', heads: ['Browser', 'Last used', 'Actions'] }, rows)}
${
  sessions.length > 1
    ? renderButtonForm(reply, {
        action: `${base}/end-others`,
        text: 'Sign out everywhere else',
        look: 'quiet',
      })
    : ''
}`;
  return renderCardOf('sessions', 'Where you are signed in', body);
}
