import type { FastifyReply } from 'fastify';
import { MAX_MEMBERS_OF_TEAM } from '../../domain/limits.ts';
import type { Member } from '../../services/people/members.ts';
import type { MemberTeam } from '../../services/people/sessions.ts';
import type { Form } from '../form.ts';
import { field } from '../form-table.ts';
import { renderButtonForm } from '../views/button-form.ts';
import { renderConfirmation } from '../views/confirmation.ts';
import { EMPTY_HTML, type Html, html } from '../views/html.ts';
import { renderFormToken } from '../views/layout.ts';
import {
  renderCopyable,
  renderDay,
  renderFormErrors,
  renderPassedNotice,
  renderTable,
} from '../views/parts.ts';
import { presentExactTime, presentHoursLeft } from '../views/when.ts';
import { NEW_MEMBER } from './form.ts';

type OpenInvitation = { id: string; email: string; name: string; expiresAt: Date };
export type FreshLink = { url: string; email: string };

type MembersView = {
  team: MemberTeam;
  members: readonly Member[];
  invitations: readonly OpenInvitation[];
  /** The signed-in person's. */
  ownId: string | null;
  now: Date;
  form: Form;
  link: FreshLink | null;
  /** Invitations are also sent by email. */
  isSending: boolean;
};

export function membersPage(reply: FastifyReply, view: MembersView): Html {
  const { team, members, form, link, isSending } = view;
  const base = `${reply.request.visit.root}/teams/${team.slug}/members`;
  return html`
${renderBack(reply, team.slug)}
<div class="head"><h1>Members</h1><a class="button quiet" href="#new">Add a member</a></div>
<p class="lead">Every member can create, show and revoke the team’s tokens, and add and remove members.</p>
${renderPassedNotice(reply)}
${renderFormErrors(form)}
${link ? renderFreshLink(link, isSending) : ''}
<section class="card flush" aria-label="The team’s members">
${renderMembersTable(base, view)}
</section>
${view.invitations.length > 0 ? renderInvitationsTable(reply, base, view) : ''}
<div class="cards">
<section class="card" id="new" aria-labelledby="new-heading">
<h2 id="new-heading">Add a member</h2>
<form method="post" action="${base}">
${renderFormToken(reply)}
${field(form, NEW_MEMBER, 'name', { maxLength: 255 })}
${field(form, NEW_MEMBER, 'email', { maxLength: 254 })}
<button type="submit">Make a link</button>
</form>
<p class="help">${isSending ? 'They get a link by email, and you see it here once.' : 'Innkeep sends no email: you get a link to pass on.'} It works once and for 72 hours.</p>
${members.length >= MAX_MEMBERS_OF_TEAM / 2 ? html`<p class="help">${members.length} of at most ${MAX_MEMBERS_OF_TEAM} members.</p>` : ''}
</section>
</div>`;
}

/** To the page of its entry of the side bar, unless that is this page. */
function renderBack({ request }: FastifyReply, teamSlug: string): Html {
  const entry = request.server.navigation.find(({ tab }) => tab === 'team');
  if (!entry || entry.path === 'members') return EMPTY_HTML;
  return html`<p class="back"><a href="${request.visit.root}/teams/${teamSlug}/${entry.path}">${entry.name}</a></p>`;
}

const renderFreshLink = (
  { url, email }: FreshLink,
  isSending: boolean,
): Html => html`<section class="card fresh" aria-labelledby="link-heading">
<h2 id="link-heading">A link for <span class="name">${email}</span></h2>
<p>${isSending ? 'It is on its way to this person by email. If nothing comes, pass it on to them alone' : 'Pass it on to this person alone'}: the first to open it joins the team. It is shown only this once.</p>
${renderCopyable('Link', url)}
</section>`;

function renderMembersTable(base: string, { team, members, ownId }: MembersView): Html {
  const rows = members.map((member) => [
    html`<span class="name"><strong>${member.name}</strong></span>${member.personId === ownId ? html` <span class="badge">You</span>` : ''}${member.hasPassword ? '' : html` <span class="badge">No password yet</span>`}`,
    html`<span class="name">${member.email}</span>`,
    renderDay(member.joinedAt, team.timezone),
    members.length === 1
      ? html`<span class="faint">The last member</span>`
      : html`<span class="links"><a class="danger" href="${base}/${member.personId}/remove" aria-label="Remove ${member.name}">Remove</a></span>`,
  ]);
  return renderTable({ label: 'Members', heads: ['Name', 'Email', 'Since', 'Actions'] }, rows);
}

function renderInvitationsTable(
  reply: FastifyReply,
  base: string,
  { team, invitations, now }: MembersView,
): Html {
  const rows = invitations.map(({ id, name, email, expiresAt }) => [
    html`<span class="name">${name}</span>`,
    html`<span class="name">${email}</span>`,
    html`<time datetime="${expiresAt.toISOString()}" title="${presentExactTime(expiresAt, team.timezone)}">${presentHoursLeft(expiresAt, now)}</time>`,
    renderButtonForm(reply, {
      action: `${base}/links/${id}/withdraw`,
      text: 'Withdraw',
      label: `Withdraw the link for ${email}`,
      look: 'link danger',
    }),
  ]);
  return html`<section class="card flush" aria-labelledby="open-heading">
<h2 id="open-heading">Links not used yet</h2>
${renderTable({ label: 'Links not used yet', heads: ['Name', 'Email', 'Works for', 'Actions'] }, rows)}
</section>`;
}

export function removePage(
  reply: FastifyReply,
  {
    team,
    member,
    isSelf,
  }: { team: MemberTeam; member: { personId: string; name: string; email: string }; isSelf: boolean },
): Html {
  const root = `${reply.request.visit.root}/teams/${team.slug}`;
  return renderConfirmation(reply, {
    back: { path: `${root}/members`, text: 'All members' },
    question: html`Remove <span class="name">${member.name}</span>?`,
    lead: html`${isSelf ? 'That is you. ' : ''}<span class="name">${member.email}</span> loses access to ${team.name} at once. Links that they made end. Tokens that they created keep working.`,
    more: isSelf
      ? EMPTY_HTML
      : html`<p>They can still use tokens that they copied: <a href="${root}/tokens">revoke the tokens</a> if they should not.</p>`,
    action: `${root}/members/${member.personId}/remove`,
    button: 'Remove member',
    keep: 'Keep them',
  });
}
