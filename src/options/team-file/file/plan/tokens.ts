import type { Transaction } from '../../../../db/client.ts';
import type { TokenRecord } from '../../../../db/queries/teams/tokens.ts';
import { MAX_LIVE_TOKENS } from '../../../../domain/limits.ts';
import { foldCase } from '../../../../domain/text/text.ts';
import { findMissingColumnProblems, mergeEntry } from '../../../../services/catalogue/rows.ts';
import type { Keyring } from '../../../../services/keys/keyring.ts';
import { newId } from '../../../../services/new-id.ts';
import type { FileEntry } from '../../../../services/team-file-part.ts';
import { buildStoredToken } from '../../../../services/tokens/tokens.ts';
import { listLiveTokenRecords, listTokenIdsByHash } from '../../db/queries/team-file.ts';
import type { TokenEntry } from '../../schemas/token.ts';
import type { ImportContext } from './context.ts';
import type { PlannedMembers } from './people.ts';

type Creator = { email: string; name: string };

/** By name. A token that another team uses is refused, without saying which team. */
export async function planTokens(
  tx: Transaction,
  context: ImportContext,
  members: PlannedMembers,
  keyring: Keyring,
): Promise<TokenRecord[]> {
  const { teamId, now, file, problems, tally } = context;
  const { entries } = file.tokens;
  const hashes = entries.flatMap(({ value: { token } }) => (token ? keyring.hashes(token) : []));
  const ownerOf = new Map((await listTokenIdsByHash(tx, hashes)).map(({ id, tokenHash }) => [tokenHash, id]));
  const byName = new Map((await listLiveTokenRecords(tx, teamId)).map((token) => [token.name, token]));
  const claimed = new Set<string>();
  const changed: TokenRecord[] = [];
  for (const entry of entries) {
    const { place, value } = entry;
    const { token: secret } = value;
    const stored = byName.get(value.name);
    const owner = secret && keyring.hashes(secret).flatMap((hash) => ownerOf.get(hash) ?? [])[0];
    const creator = chooseCreator(context, entry, stored, members);
    const id = stored?.id ?? newId();
    const isNewSecret = secret && (!stored || owner !== stored.id);
    const row = mergeEntry<TokenRecord>({ createdAt: now }, stored, {
      ...(isNewSecret ? buildStoredToken(keyring, { teamId, tokenId: id }, secret) : SAME_SECRET),
      id,
      teamId,
      name: value.name,
      access: value.scope,
      createdByEmail: creator?.email ?? null,
      createdByName: creator?.name ?? null,
      createdAt: value.created_at ?? undefined,
      revokedAt: null,
    });
    const missing = findMissingColumnProblems(row, { access: ['scope'], tokenHash: ['token'] });
    problems.addIssues(place, missing);
    if (missing.length > 0) continue;
    if (secret && (claimed.has(secret) || (owner && owner !== stored?.id)))
      problems.add(place, 'token must not be one that is in use already');
    if (secret) claimed.add(secret);
    byName.set(row.name, row);
    if (tally.compareRow('tokens', stored, row)) changed.push(row);
  }
  if (byName.size > MAX_LIVE_TOKENS)
    problems.add('tokens', `must be at most ${MAX_LIVE_TOKENS}, not ${byName.size}`);
  return changed;
}

const SAME_SECRET = { tokenHash: undefined, ciphertext: undefined, keyId: undefined };

/** If the file does not name the creator, the stored one is kept, even after leaving the team. */
function chooseCreator(
  { problems }: ImportContext,
  { place, value: { created_by: email } }: FileEntry<TokenEntry>,
  stored: TokenRecord | undefined,
  members: PlannedMembers,
): Creator | null {
  const unchanged = stored?.createdByEmail
    ? { email: stored.createdByEmail, name: stored.createdByName ?? stored.createdByEmail }
    : null;
  if (!email || (unchanged && foldCase(unchanged.email) === foldCase(email))) return unchanged;
  const member = members.all.get(foldCase(email));
  if (!member) {
    problems.refuse(place, 'created_by', 'must be the email of a member', email);
  }
  return member ? { email: member.email, name: member.name } : null;
}
