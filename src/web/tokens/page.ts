import type { FastifyReply } from 'fastify';
import { findLackedPermission, PERMISSIONS_WITHOUT_ROLE } from '../../domain/access/permissions.ts';
import { MAX_LIVE_TOKENS, MAX_TOKEN_NAME_LENGTH } from '../../domain/limits.ts';
import type { TokenAccess } from '../../domain/vocabulary.ts';
import type { Access } from '../../services/access/access.ts';
import type { AccessListings } from '../../services/access/listings.ts';
import type { RoleName } from '../../services/access/roles.ts';
import type { MemberTeam } from '../../services/people/sessions.ts';
import type { PlaceName } from '../../services/place-names.ts';
import type { Form } from '../form.ts';
import { field } from '../form-table.ts';
import { nameAccessPlaces, renderAccessPlaces } from '../views/access-places.ts';
import { renderButtonForm } from '../views/button-form.ts';
import { renderConfirmation } from '../views/confirmation.ts';
import { EMPTY_HTML, type Html, html } from '../views/html.ts';
import { renderFormToken } from '../views/layout.ts';
import {
  renderCopyable,
  renderDay,
  renderEmpty,
  renderFormErrors,
  renderMoment,
  renderNotice,
  renderPassedNotice,
  renderTable,
} from '../views/parts.ts';
import { listGivableRoles, nameRole } from '../views/roles.ts';
import { presentExactTime } from '../views/when.ts';
import { NEW_TOKEN } from './form.ts';

type TokenRow = {
  id: string;
  name: string;
  access: TokenAccess | null;
  role: string | null;
  listings: AccessListings;
  createdByName: string | null;
  madeByTokenName: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
};

const ACCESS_LABELS: Record<TokenAccess, string> = {
  'read-only': 'Read-only',
  'read-write': 'Read-write',
};

type Names = { roles: readonly RoleName[]; places: readonly PlaceName[] };

const renderRights = ({ access, role, listings }: TokenRow, { roles, places }: Names): Html =>
  access === null
    ? html`<span class="badge">${nameRole(roles, role ?? '')}</span>${listings === null ? '' : html` ${nameAccessPlaces(listings, places)}`}`
    : html`<span class="badge${access === 'read-write' ? ' strong' : ''}">${ACCESS_LABELS[access]}</span>`;
const renderCreator = ({ createdByName, madeByTokenName }: TokenRow): Html =>
  madeByTokenName !== null
    ? html`<span class="name">the token ${madeByTokenName}</span>`
    : createdByName === null
      ? html`<span class="faint">an operator</span>`
      : html`<span class="name">${createdByName}</span>`;
const renderLastUse = ({ lastUsedAt }: TokenRow, now: Date, { timezone }: MemberTeam): Html =>
  lastUsedAt === null ? html`<span class="faint">never</span>` : renderMoment(lastUsedAt, now, timezone);

/** Only whoever has all that a token has may show or revoke it. */
function mayHandle({ role }: TokenRow, roles: readonly RoleName[], { permissions: own }: Access): boolean {
  const permissions =
    role === null ? PERMISSIONS_WITHOUT_ROLE : (roles.find(({ code }) => code === role)?.permissions ?? []);
  return findLackedPermission(permissions, own) === null;
}

type TokensView = {
  team: MemberTeam;
  tokens: readonly TokenRow[];
  roles: readonly RoleName[];
  places: readonly PlaceName[];
  now: Date;
  form: Form;
};

export function tokensPage(
  reply: FastifyReply,
  { team, tokens, roles, places, now, form }: TokensView,
): Html {
  const base = `${reply.request.visit.root}/teams/${team.slug}/tokens`;
  const rows = tokens.map((token) => [
    html`<a class="name" href="${base}/${token.id}">${token.name}</a>`,
    renderRights(token, { roles, places }),
    renderCreator(token),
    renderDay(token.createdAt, team.timezone),
    renderLastUse(token, now, team),
    mayHandle(token, roles, team.access)
      ? html`<span class="links">${renderButtonForm(reply, { action: `${base}/${token.id}/show`, text: 'Show', label: `Show ${token.name}`, look: 'link' })} <a class="danger" href="${base}/${token.id}/revoke" aria-label="Revoke ${token.name}">Revoke</a></span>`
      : EMPTY_HTML,
  ]);
  return html`
<div class="head"><h1>Tokens</h1><a class="button quiet" href="#new">New token</a></div>
<p class="lead">Your own systems use a token to call Innkeep’s API for the whole team. It keeps working when the person who created it leaves.</p>
${renderPassedNotice(reply)}
${renderFormErrors(form)}
<section class="card flush" aria-label="The team’s tokens">
${renderTable(
  { label: 'Tokens', heads: ['Name', 'Scope', 'Created by', 'Created', 'Last used', 'Actions'] },
  rows,
  renderEmpty(
    'tokens',
    'No tokens yet',
    'Create the first one: your website, back office or script needs it to read and make bookings.',
  ),
)}
</section>
<div class="cards">
<section class="card" id="new" aria-labelledby="new-heading">
<h2 id="new-heading">New token</h2>
<form method="post" action="${base}">
${renderFormToken(reply)}
${field(form, NEW_TOKEN, 'name', {
  help: 'What it is for, such as “Website” or “Till”.',
  maxLength: MAX_TOKEN_NAME_LENGTH,
})}
${renderAccessField(form, team, roles)}
${renderAccessPlaces(form, places)}
<button type="submit">Create token</button>
</form>
${tokens.length >= MAX_LIVE_TOKENS / 2 ? html`<p class="help">${tokens.length} of at most ${MAX_LIVE_TOKENS} tokens.</p>` : ''}
</section>
${renderEnforcement(reply, team)}
</div>`;
}

const renderEnforcement = (
  reply: FastifyReply,
  { slug, enforceTokenScope }: MemberTeam,
): Html => html`<section class="card" aria-labelledby="enforcement-heading">
<h2 id="enforcement-heading">Enforcing scopes</h2>
<p>${
  enforceTokenScope
    ? 'On: changes with a Read-only token are refused.'
    : 'Off: a scope is only a label, and a Read-only token can do everything that a Read-write token can.'
}</p>
${renderButtonForm(reply, {
  action: `${reply.request.visit.root}/teams/${slug}/tokens/enforcement`,
  text: enforceTokenScope ? 'Stop enforcing scopes' : 'Enforce scopes',
  look: 'quiet',
  values: { enforce: String(!enforceTokenScope) },
})}
</section>`;

function renderAccessField(
  form: Form,
  { enforceTokenScope, access: own }: MemberTeam,
  roles: readonly RoleName[],
): Html {
  const mayGiveScopes = findLackedPermission(PERMISSIONS_WITHOUT_ROLE, own.permissions) === null;
  const helps: Record<TokenAccess, string> = {
    'read-only': enforceTokenScope
      ? 'Reads listings, prices, bookings and guests. Changes are refused.'
      : 'Only a label: your team does not enforce scopes, so this token can also create, change and cancel bookings.',
    'read-write': 'Reads everything, and creates, changes and cancels bookings.',
  };
  const choice = (access: TokenAccess) => html`<div class="choice">
<input type="radio" id="${access === 'read-only' ? 'scope' : access}" name="scope" value="${access}" required aria-describedby="scope-${access}-help"${access === form.values.scope ? ' checked' : ''}>
<div><label for="${access === 'read-only' ? 'scope' : access}">${ACCESS_LABELS[access]}</label><p class="help" id="scope-${access}-help">${helps[access]}</p></div>
</div>`;
  const { scope: error } = form.errors;
  return html`<fieldset${error ? html` aria-describedby="scope-error"` : ''}>
<legend>Scope</legend>
${mayGiveScopes ? [choice('read-only'), choice('read-write')] : ''}
<div class="choice">
<input type="radio" id="by-role" name="scope" value="role" required aria-describedby="scope-role-help"${form.values.scope === 'role' ? ' checked' : ''}>
<div><label for="by-role">What a role permits</label><p class="help" id="scope-role-help">Always enforced. It never shows more than its role may read.</p></div>
</div>
${field(form, NEW_TOKEN, 'role', { choices: listGivableRoles(roles, own).map(({ code, name }) => ({ value: code, name })), help: 'Counts only if the role decides.' })}
${error ? html`<p class="error" id="scope-error">${error}</p>` : ''}
</fieldset>`;
}

type TokenView = {
  team: MemberTeam;
  token: TokenRow;
  roles: readonly RoleName[];
  places: readonly PlaceName[];
  now: Date;
  secret: string | null;
  isNew: boolean;
};

export function tokenPage(
  reply: FastifyReply,
  { team, token, roles, places, now, secret, isNew }: TokenView,
): Html {
  const base = `${reply.request.visit.root}/teams/${team.slug}`;
  return html`
<p class="back"><a href="${base}/tokens">All tokens</a></p>
<section class="card">
${isNew ? renderNotice('The token is created. Copy it to the place where you use it.') : ''}
<h1 class="name">${token.name}</h1>
<dl>
<div><dt>Scope</dt><dd>${renderRights(token, { roles, places })}</dd></div>
<div><dt>Created by</dt><dd>${renderCreator(token)}</dd></div>
<div><dt>Created</dt><dd><time datetime="${token.createdAt.toISOString()}">${presentExactTime(token.createdAt, team.timezone)}</time></dd></div>
<div><dt>Last used</dt><dd>${renderLastUse(token, now, team)}</dd></div>
</dl>
${
  secret === null
    ? renderButtonForm(reply, { action: `${base}/tokens/${token.id}/show`, text: 'Show token' })
    : renderCopyable('Token', secret)
}
<p class="warning">A token belongs on a server. Never put it in a web page or an app: anyone who has it can do whatever it may. <a href="${base}/usage">How to use it</a></p>
</section>
<p class="aside"><a class="danger" href="${base}/tokens/${token.id}/revoke">Revoke this token</a></p>`;
}

export function revokePage(
  reply: FastifyReply,
  { team, token, now }: Omit<TokenView, 'secret' | 'isNew' | 'roles' | 'places'>,
): Html {
  const path = `${reply.request.visit.root}/teams/${team.slug}/tokens`;
  return renderConfirmation(reply, {
    back: { path, text: 'All tokens' },
    question: html`Revoke <span class="name">${token.name}</span>?`,
    lead: 'Every program that uses this token is refused from its next request on. You cannot undo this.',
    more: html`<dl>
<div><dt>Created by</dt><dd>${renderCreator(token)}</dd></div>
<div><dt>Last used</dt><dd>${renderLastUse(token, now, team)}</dd></div>
</dl>`,
    action: `${path}/${token.id}/revoke`,
    button: 'Revoke token',
  });
}
