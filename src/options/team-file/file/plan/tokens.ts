import type { Transaction } from '../../../../db/client.ts';
import type { TokenRecord } from '../../../../db/queries/teams/tokens.ts';
import { isGuarding } from '../../../../domain/access/permissions.ts';
import { MAX_LIVE_TOKENS } from '../../../../domain/limits.ts';
import { foldCase } from '../../../../domain/text/text.ts';
import {
  findMissingColumnProblems,
  isNewOrDifferent,
  mergeEntry,
} from '../../../../services/catalogue/rows.ts';
import type { Keyring } from '../../../../services/keys/keyring.ts';
import { newId } from '../../../../services/new-id.ts';
import type { FileEntry } from '../../../../services/team-file-part.ts';
import { buildStoredToken } from '../../../../services/tokens/tokens.ts';
import { listLiveTokenRecords, listTokenIdsByHash } from '../../db/queries/team-file.ts';
import type { TokenEntry } from '../../schemas/token.ts';
import { checkLimit, type PlannedAccess } from './access.ts';
import type { ImportContext } from './context.ts';
import { toTokenEntry } from './logged.ts';
import type { PlannedMembers } from './people.ts';
import type { PlannedRoles } from './roles.ts';

/** By name. A token that another team uses is refused, without saying which team. */
export async function planTokens(
  tx: Transaction,
  context: ImportContext,
  { members, roles, access }: { members: PlannedMembers; roles: PlannedRoles; access: PlannedAccess },
  keyring: Keyring,
): Promise<TokenRecord[]> {
  const { teamId, now, file, problems, tally, logged } = context;
  const { entries } = file.tokens;
  const hashes = entries.flatMap(({ value: { token } }) => (token ? keyring.hashes(token) : []));
  const ownerOf = new Map((await listTokenIdsByHash(tx, hashes)).map(({ id, tokenHash }) => [tokenHash, id]));
  const byName = new Map((await listLiveTokenRecords(tx, teamId)).map((token) => [token.name, token]));
  const idByName = new Map([...byName].map(([name, { id }]) => [name, id]));
  for (const { value } of entries) if (!idByName.has(value.name)) idByName.set(value.name, newId());
  const claimed = new Set<string>();
  const changed: TokenRecord[] = [];
  for (const entry of entries) {
    const { place, value } = entry;
    const { token: secret } = value;
    const stored = byName.get(value.name);
    const owner = secret && keyring.hashes(secret).flatMap((hash) => ownerOf.get(hash) ?? [])[0];
    const maker = chooseMaker(context, entry, { stored, members, idByName });
    const id = idByName.get(value.name) ?? newId();
    const isLimitedNow = value.scope === undefined && (stored?.isLimited ?? false);
    const { isLimited, isChanged } = access.plan({ id, place, isLimited: isLimitedNow }, value.listings);
    const isNewSecret = secret && (!stored || owner !== stored.id);
    const row = mergeEntry<TokenRecord>({ createdAt: now }, stored, {
      ...(isNewSecret ? buildStoredToken(keyring, { teamId, tokenId: id }, secret) : SAME_SECRET),
      id,
      teamId,
      name: value.name,
      ...toRights(value),
      isLimited,
      ...maker,
      createdAt: value.created_at ?? undefined,
      revokedAt: null,
    });
    const missing = findMissingColumnProblems(row, { tokenHash: ['token'] });
    problems.addIssues(place, missing);
    checkRights(context, place, row);
    if (value.scope !== undefined && value.role !== undefined)
      problems.add(place, 'role must not be given together with a scope');
    if (isLimited && row.role === null)
      problems.add(place, 'listings must not be given together with a scope');
    if (row.role !== null)
      checkLimit(context, place, { isLimited, permissions: roles.find(place, row.role) });
    if (missing.length > 0) continue;
    if (secret && (claimed.has(secret) || (owner && owner !== stored?.id)))
      problems.add(place, 'token must not be one that is in use already');
    if (secret) claimed.add(secret);
    byName.set(row.name, row);
    const isOther = isChanged || isNewOrDifferent(stored, row);
    tally.compare('tokens', stored, isOther);
    if (!isOther) continue;
    changed.push(row);
    logged.push(toTokenEntry(stored, row));
  }
  for (const { name, role, isLimited } of byName.values()) {
    if (file.tokens.byKey.has(name) || role === null) continue;
    const place = `tokens (${name})`;
    checkLimit(context, place, { isLimited, permissions: roles.find(place, role) });
  }
  checkMadeTokens(context, byName, roles);
  if (byName.size > MAX_LIVE_TOKENS)
    problems.add('tokens', `must be at most ${MAX_LIVE_TOKENS}, not ${byName.size}`);
  return changed;
}

const SAME_SECRET = { tokenHash: undefined, ciphertext: undefined, keyId: undefined };

/** A file that gives one of the two takes the other away. */
function toRights({ scope, role }: TokenEntry): {
  access: TokenRecord['access'] | undefined;
  role: TokenRecord['role'] | undefined;
} {
  if (role !== undefined) return { access: null, role };
  return scope === undefined ? { access: undefined, role: undefined } : { access: scope, role: null };
}

function checkRights({ problems }: ImportContext, place: string, { access, role }: TokenRecord): void {
  if (access === null && role === null) problems.add(place, 'scope is required, or a role');
}

/** What a token has made may not make others, or give people access. */
function checkMadeTokens(
  { problems }: ImportContext,
  byName: ReadonlyMap<string, TokenRecord>,
  roles: PlannedRoles,
): void {
  const byId = new Map([...byName.values()].map((token) => [token.id, token]));
  for (const { name, role, madeByTokenId } of byName.values()) {
    if (madeByTokenId === null) continue;
    const place = `tokens (${name})`;
    if (byId.get(madeByTokenId)?.madeByTokenId !== null)
      problems.add(place, 'created_by must be a token that no token has made');
    const permissions = role === null ? null : roles.find(place, role);
    if (permissions && [...permissions].some(isGuarding))
      problems.add(place, 'role must have neither tokens nor people, because a token has made this one');
  }
}

type Maker = Pick<TokenRecord, 'createdByEmail' | 'createdByName' | 'madeByTokenId'>;
const NO_MAKER: Maker = { createdByEmail: null, createdByName: null, madeByTokenId: null };

type MakerChoice = {
  stored: TokenRecord | undefined;
  members: PlannedMembers;
  idByName: ReadonlyMap<string, string>;
};

/** A member or a token. If the file does not name one, the stored one is kept, even after leaving the team. */
function chooseMaker(
  { problems }: ImportContext,
  { place, value: { created_by: maker } }: FileEntry<TokenEntry>,
  { stored, members, idByName }: MakerChoice,
): Maker {
  const email = stored?.createdByEmail ?? null;
  if (stored && (!maker || (email && foldCase(email) === foldCase(maker))))
    return {
      createdByEmail: email,
      createdByName: stored.createdByName ?? email,
      madeByTokenId: stored.madeByTokenId,
    };
  if (!maker) return NO_MAKER;
  const member = members.all.get(foldCase(maker));
  if (member) return { ...NO_MAKER, createdByEmail: member.email, createdByName: member.name };
  const madeByTokenId = idByName.get(maker);
  if (madeByTokenId !== undefined) return { ...NO_MAKER, madeByTokenId };
  problems.refuse(place, 'created_by', 'must be the email of a member or the name of a token', maker);
  return NO_MAKER;
}
