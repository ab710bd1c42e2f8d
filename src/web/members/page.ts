import type { FastifyReply } from 'fastify';
import type { Permission } from '../../domain/access/permissions.ts';
import { MAX_MEMBERS_OF_TEAM } from '../../domain/limits.ts';
import { mayDo } from '../../services/access/access.ts';
import type { AccessListings } from '../../services/access/listings.ts';
import type { Role, RoleName } from '../../services/access/roles.ts';
import type { Member } from '../../services/people/members.ts';
import type { MemberTeam } from '../../services/people/sessions.ts';
import type { PlaceName } from '../../services/place-names.ts';
import type { Form } from '../form.ts';
import { field } from '../form-table.ts';
import { nameAccessPlaces, renderAccessPlaces } from '../views/access-places.ts';
import { renderButtonForm } from '../views/button-form.ts';
import { renderConfirmation } from '../views/confirmation.ts';
import { renderHidden } from '../views/fields.ts';
import { EMPTY_HTML, type Html, html } from '../views/html.ts';
import { renderFormToken } from '../views/layout.ts';
import {
  renderCopyable,
  renderDay,
  renderFormErrors,
  renderPassedNotice,
  renderTable,
} from '../views/parts.ts';
import { buildRoleChoices, listGivableRoles, nameRole } from '../views/roles.ts';
import { presentExactTime, presentHoursLeft } from '../views/when.ts';
import { NEW_MEMBER } from './form.ts';

type OpenInvitation = {
  id: string;
  email: string;
  name: string;
  role: string;
  listings: AccessListings;
  expiresAt: Date;
};
export type FreshLink = { url: string; email: string };
/** The role that was chosen for a member, and refused. */
export type TypedRole = { memberId: string; role: string };

type MembersView = {
  team: MemberTeam;
  members: readonly Member[];
  invitations: readonly OpenInvitation[];
  roles: readonly Role[];
  places: readonly PlaceName[];
  /** The signed-in person's. */
  ownId: string | null;
  now: Date;
  form: Form;
  link: FreshLink | null;
  typedRole: TypedRole | null;
  /** Invitations are also sent by email. */
  isSending: boolean;
};

export function membersPage(reply: FastifyReply, view: MembersView): Html {
  const { team, roles, form, link, isSending } = view;
  const mayChange = mayDo(team.access, 'people:write');
  const base = `${reply.request.visit.root}/teams/${team.slug}/members`;
  return html`
${renderBack(reply, team.slug)}
<div class="head"><h1>Members</h1>${mayChange ? html`<a class="button quiet" href="#new">Add a member</a>` : ''}</div>
<p class="lead">Every member has a role, which says what they may see and change.</p>
${renderPassedNotice(reply)}
${renderFormErrors(form)}
${link ? renderFreshLink(link, isSending) : ''}
<section class="card flush" aria-label="The team’s members">
${renderMembersTable(reply, base, view)}
</section>
${view.invitations.length > 0 ? renderInvitationsTable(reply, base, view) : ''}
${mayChange ? renderNewMember(reply, base, view) : ''}
${renderRoles(base, { roles, mayChange })}`;
}

const renderNewMember = (
  reply: FastifyReply,
  base: string,
  { team, members, roles, places, form, isSending }: MembersView,
): Html => html`<div class="cards">
<section class="card" id="new" aria-labelledby="new-heading">
<h2 id="new-heading">Add a member</h2>
<form method="post" action="${base}">
${renderFormToken(reply)}
${field(form, NEW_MEMBER, 'name', { maxLength: 255 })}
${field(form, NEW_MEMBER, 'email', { maxLength: 254 })}
${field(form, NEW_MEMBER, 'role', { choices: buildRoleChoices(roles, team.access) })}
${renderAccessPlaces(form, places)}
<button type="submit">Make a link</button>
</form>
<p class="help">${isSending ? 'They get a link by email, and you see it here once.' : 'Innkeep sends no email: you get a link to pass on.'} It works once and for 72 hours.</p>
${members.length >= MAX_MEMBERS_OF_TEAM / 2 ? html`<p class="help">${members.length} of at most ${MAX_MEMBERS_OF_TEAM} members.</p>` : ''}
</section>
</div>`;

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

function renderMembersTable(
  reply: FastifyReply,
  base: string,
  { team, members, roles, places, ownId, typedRole }: MembersView,
): Html {
  const givable = listGivableRoles(roles, team.access);
  const mayChange = mayDo(team.access, 'people:write');
  const rows = members.map((member) => [
    html`<span class="name"><strong>${member.name}</strong></span>${member.personId === ownId ? html` <span class="badge">You</span>` : ''}${member.hasPassword ? '' : html` <span class="badge">No password yet</span>`}${member.hasSecondFactor ? html` <span class="badge">Second factor</span>` : ''}`,
    html`<span class="name">${member.email}</span>`,
    renderMemberRole(reply, `${base}/${member.personId}/role`, {
      member,
      roles,
      givable,
      chosen: typedRole?.memberId === member.id ? typedRole.role : member.role,
    }),
    renderMemberPlaces(`${base}/${member.personId}/places`, {
      member,
      places,
      mayChange: mayChange && givable.some(({ code }) => code === member.role),
    }),
    renderDay(member.joinedAt, team.timezone),
    members.length === 1
      ? html`<span class="faint">The last member</span>`
      : !givable.some(({ code }) => code === member.role)
        ? EMPTY_HTML
        : html`<span class="links"><a class="danger" href="${base}/${member.personId}/remove" aria-label="Remove ${member.name}">Remove</a></span>`,
  ]);
  return renderTable(
    { label: 'Members', heads: ['Name', 'Email', 'Role', 'Places', 'Since', 'Actions'] },
    rows,
  );
}

const renderMemberPlaces = (
  path: string,
  { member, places, mayChange }: { member: Member; places: readonly PlaceName[]; mayChange: boolean },
): Html => {
  const named = nameAccessPlaces(member.listings, places);
  return mayChange ? html`<a href="${path}" aria-label="Places of ${member.name}">${named}</a>` : named;
};

type MemberRoleView = {
  member: Member;
  roles: readonly Role[];
  givable: readonly RoleName[];
  /** The code of the role that is chosen in the form. */
  chosen: string;
};

/** A role that the visitor cannot give is only named. */
function renderMemberRole(
  reply: FastifyReply,
  action: string,
  { member, roles, givable, chosen }: MemberRoleView,
): Html {
  const mayChange = mayDo(reply.request.teamVisit.team.access, 'people:write');
  if (!mayChange || !givable.some(({ code }) => code === member.role))
    return html`${nameRole(roles, member.role)}`;
  return html`<form class="inline" method="post" action="${action}">${renderFormToken(reply)}${renderHidden({ seen: member.role })}<select name="role" aria-label="Role of ${member.name}">${givable.map(({ code, name }) => html`<option value="${code}"${code === chosen ? ' selected' : ''}>${name}</option>`)}</select> <button class="quiet small" type="submit" aria-label="Change the role of ${member.name}">Change</button></form>`;
}

function renderInvitationsTable(
  reply: FastifyReply,
  base: string,
  { team, invitations, roles, places, now }: MembersView,
): Html {
  const rows = invitations.map(({ id, name, email, role, listings, expiresAt }) => [
    html`<span class="name">${name}</span>`,
    html`<span class="name">${email}</span>`,
    nameRole(roles, role),
    nameAccessPlaces(listings, places),
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
${renderTable({ label: 'Links not used yet', heads: ['Name', 'Email', 'Role', 'Places', 'Works for', 'Actions'] }, rows)}
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

const LEVEL_WORDS = { read: 'read', write: 'change' } as const;

/** Such as “change bookings, read prices”. */
const wordPermissions = (permissions: readonly Permission[]): string =>
  permissions
    .map((permission) => {
      const [resource = '', level] = permission.split(':');
      return `${level === 'write' ? LEVEL_WORDS.write : LEVEL_WORDS.read} ${resource}`;
    })
    .join(', ');

const renderRoles = (
  base: string,
  { roles, mayChange }: { roles: readonly Role[]; mayChange: boolean },
): Html => html`<section class="card flush" aria-labelledby="roles-heading">
<div class="head"><h2 id="roles-heading">Roles</h2>${mayChange ? html`<a class="button quiet" href="${base}/roles/new">New role</a>` : ''}</div>
${renderTable(
  { label: 'Roles', heads: ['Name', 'May', 'Members', 'Tokens'], numbers: ['Members', 'Tokens'] },
  roles.map(({ code, name, permissions, isGiven, members, tokens }) => [
    isGiven || !mayChange
      ? html`<span class="name">${name}</span>`
      : html`<a class="name" href="${base}/roles/${encodeURIComponent(code)}">${name}</a>`,
    wordPermissions(permissions) || 'nothing',
    String(members),
    String(tokens),
  ]),
)}
</section>`;
