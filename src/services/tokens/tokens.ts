import { randomBytes } from 'node:crypto';
import type { Executor, Transaction } from '../../db/client.ts';
import { deleteAccessListings, replaceAccessListings } from '../../db/queries/people/access-listings.ts';
import { lockTeam } from '../../db/queries/teams/teams.ts';
import {
  countLiveTokens,
  findSealedToken,
  insertToken,
  listMadeTokens,
  revokeTokens,
  findToken as selectToken,
  listTokens as selectTokens,
  type TokenNameOrId,
} from '../../db/queries/teams/tokens.ts';
import type { AuditTarget } from '../../domain/access/audit.ts';
import { isGuarding, PERMISSIONS_WITHOUT_ROLE, type PermissionSet } from '../../domain/access/permissions.ts';
import { MAX_LIVE_TOKENS } from '../../domain/limits.ts';
import { type PageOfRows, type PageRequest, takePage } from '../../domain/page.ts';
import { TOKEN_BYTES, toToken } from '../../domain/tokens/form.ts';
import type { TokenAccess } from '../../domain/vocabulary.ts';
import { type Access, readRole, requireOwn } from '../access/access.ts';
import { noteAuditEntry, recordAuditEntry } from '../access/audit.ts';
import {
  type AccessListings,
  attachListings,
  readListings,
  requireLimitable,
  requireOwnListings,
  requireRights,
} from '../access/listings.ts';
import { Conflict, Invalid, NotFound } from '../errors.ts';
import type { Keyring } from '../keys/keyring.ts';
import { newId } from '../new-id.ts';
import { recordTeamEvent } from '../team-events.ts';
import type { ReadScope, SystemScope } from '../team-scope.ts';
import { type WriteOptions, write } from '../write.ts';

export type ShownToken = Omit<TokenRow, 'isLimited'> & { listings: AccessListings };
type TokenRow = Awaited<ReturnType<typeof selectTokens>>[number];

/** By name. */
export const listTokens = async ({ db, teamId }: ReadScope): Promise<ShownToken[]> =>
  attachListings(db, teamId, await selectTokens(db, teamId));

/** There are few, so all of them are read for each page. */
export async function listTokenPage(
  { db, teamId }: ReadScope,
  page: PageRequest,
): Promise<PageOfRows<ShownToken>> {
  const { rows, total } = takePage(await selectTokens(db, teamId), page);
  return { rows: await attachListings(db, teamId, rows), total };
}

/** A member, or a token. */
type TokenCreator = { email: string; name: string } | { token: { id: string; name: string } };
/** A token without a role has a scope, and counts as having every permission but those of people and tokens. */
type TokenRights =
  | { access: TokenAccess; role?: undefined; listings?: undefined }
  | { role: string; access?: undefined; listings?: AccessListings | undefined };
export type NewToken = { id: string; token: string; shown: ShownToken };

export async function findToken({ db, teamId }: ReadScope, key: TokenNameOrId): Promise<ShownToken | null> {
  const row = await selectToken(db, teamId, key);
  const [token] = await attachListings(db, teamId, row ? [row] : []);
  return token ?? null;
}

/** `createdBy` is null for an operator's token. Names are unique among the team's live tokens. */
export function createToken(
  scope: SystemScope,
  { keyring }: { keyring: Keyring },
  {
    name,
    access,
    role,
    listings = null,
    createdBy,
  }: { name: string; createdBy: TokenCreator | null } & TokenRights,
  options: WriteOptions<NewToken> = {},
): Promise<NewToken> {
  const token = toToken(randomBytes(TOKEN_BYTES));
  const id = newId();
  const maker = createdBy && 'token' in createdBy ? createdBy.token : null;
  const member = createdBy && 'email' in createdBy ? createdBy : null;
  return write(scope, options, async (scope) => {
    const { tx, teamId, now } = scope;
    await lockTeam(tx, teamId);
    await requireNameAndRoom(tx, teamId, name);
    const permissions =
      role === undefined ? PERMISSIONS_WITHOUT_ROLE : await requireRights(tx, teamId, { role, listings });
    requireOwn(scope.access, permissions);
    requireOwnListings(scope.access, listings);
    requireLimitable(permissions, listings);
    if (maker) requireNoGuarding(permissions);
    const row = {
      ...buildStoredToken(keyring, { teamId, tokenId: id }, token),
      name,
      access: access ?? null,
      role: role ?? null,
      isLimited: listings !== null,
      createdByEmail: member?.email ?? null,
      createdByName: member?.name ?? null,
      madeByTokenId: maker?.id ?? null,
      createdAt: now,
    };
    await insertToken(tx, teamId, row);
    await replaceAccessListings(tx, teamId, id, listings ?? []);
    await recordTeamEvent(scope, { type: 'token.created', data: { name } });
    const details = { role: row.role };
    await recordAuditEntry(scope, { action: 'token_created', target: toTokenTarget(row), details });
    const shown = { ...row, listings, madeByTokenName: maker?.name ?? null, lastUsedAt: null };
    return { id, token, shown };
  });
}

async function requireNameAndRoom(tx: Transaction, teamId: number, name: string): Promise<void> {
  if (await findSealedToken(tx, teamId, name))
    throw new Conflict('name_taken', 'The team already has a token with this name.');
  if ((await countLiveTokens(tx, teamId)) >= MAX_LIVE_TOKENS)
    throw new Conflict('too_many', `A team has at most ${MAX_LIVE_TOKENS} tokens. Revoke one first.`);
}

/** A leaked token could otherwise make its own successors. */
function requireNoGuarding(permissions: PermissionSet): void {
  if ([...permissions].some(isGuarding))
    throw new Invalid({
      role: [
        { code: 'not_allowed', predicate: 'must have neither tokens nor people if a token makes the token.' },
      ],
    });
}

/** Whoever shows or revokes a token must have all that it has. */
async function requireToken(
  db: Executor,
  { teamId, access }: { teamId: number; access: Access },
  token: { id: string; role: string | null; isLimited: boolean },
): Promise<void> {
  const { role } = token;
  requireOwn(access, role === null ? PERMISSIONS_WITHOUT_ROLE : await readRole(db, teamId, role));
  if (access.listings !== null) requireOwnListings(access, await readListings(db, teamId, token));
}

/** Null if the team has no such token. */
export async function showToken(
  scope: SystemScope,
  { keyring }: { keyring: Keyring },
  key: TokenNameOrId,
): Promise<string | null> {
  const { db, teamId, access } = scope;
  const sealed = await findSealedToken(db, teamId, key);
  if (!sealed?.ciphertext) return null;
  await requireToken(db, { teamId, access }, sealed);
  noteAuditEntry(scope, { action: 'secret_shown', target: toTokenTarget(sealed) });
  return keyring.open(sealed.ciphertext, sealed.keyId, { teamId, tokenId: sealed.id });
}

/** In the log. */
export const toTokenTarget = ({ id, name }: { id: string; name: string }): AuditTarget => ({
  type: 'token',
  id,
  name,
});

/** With all that it has made. */
export const revokeToken = (
  scope: SystemScope,
  key: TokenNameOrId,
  options: WriteOptions<void> = {},
): Promise<void> =>
  write(scope, options, async (scope) => {
    const { tx, teamId, now } = scope;
    // Every write on tokens locks the team first: otherwise it could deadlock with a rotation of keys.
    await lockTeam(tx, teamId);
    const token = await selectToken(tx, teamId, key);
    if (!token) throw new NotFound();
    await requireToken(tx, scope, token);
    const revoked: { id: string; name: string }[] = [token];
    for (const { id } of revoked) revoked.push(...(await listMadeTokens(tx, teamId, id)));
    const ids = revoked.map(({ id }) => id);
    await revokeTokens(tx, teamId, ids, now);
    await deleteAccessListings(tx, teamId, ids);
    for (const { id, name } of revoked) {
      await recordTeamEvent(scope, { type: 'token.revoked', data: { name } });
      await recordAuditEntry(scope, { action: 'token_deleted', target: toTokenTarget({ id, name }) });
    }
  });

/**
 * A hash by which the token is found, and a ciphertext from which it can be shown again, made with the
 * current key.
 */
export function buildStoredToken(keyring: Keyring, row: { teamId: number; tokenId: string }, token: string) {
  return {
    id: row.tokenId,
    tokenHash: keyring.hash(token),
    ciphertext: keyring.seal(token, row),
    keyId: keyring.currentKeyId,
  };
}
