import type { Transaction } from '../../../db/client.ts';
import {
  listLiveTokenRecords,
  listTokensByHash,
  type TokenRecord,
} from '../../../db/queries/team-file/team-file.ts';
import { MAX_LIVE_TOKENS } from '../../../domain/limits.ts';
import { foldCase } from '../../../domain/text.ts';
import type { TokenEntry } from '../../../schemas/entries/token.ts';
import { isRequired, shown } from '../../catalogue/problems.ts';
import { differs } from '../../catalogue/rows.ts';
import type { Keyring } from '../../keys/keyring.ts';
import { storedForm } from '../../tokens/tokens.ts';
import type { Entry } from '../read.ts';
import type { ImportContext } from './context.ts';
import type { PlannedMembers } from './people.ts';

type Creator = { email: string; name: string };

/** Plans the file's tokens, by name. A token that is in use elsewhere is refused without saying by whom. */
export async function planTokens(
  tx: Transaction,
  context: ImportContext,
  members: PlannedMembers,
  keyring: Keyring,
): Promise<TokenRecord[]> {
  const entries = [...context.file.tokens.entries];
  const hashes = entries.flatMap(({ value: { token } }) => (token ? keyring.hashes(token) : []));
  const byName = new Map(
    (await listLiveTokenRecords(tx, context.teamId)).map((token) => [token.name, token]),
  );
  const inUse = await listTokensByHash(tx, hashes);
  const userOf = new Map(inUse.map(({ id, tokenHash }) => [tokenHash, id]));
  const claimed = new Set<string>();
  const changed: TokenRecord[] = [];
  for (const entry of entries) {
    const match = byName.get(entry.value.name);
    const creator = creatorOf(context, entry, match, members);
    const { token: secret, scope = match?.scope } = entry.value;
    if (!scope) context.problems.addIssues(entry.place, [isRequired('scope')]);
    if (!secret && !match) context.problems.addIssues(entry.place, [isRequired('token')]);
    if (!scope || (!secret && !match)) continue;
    const user =
      secret &&
      keyring
        .hashes(secret)
        .map((hash) => userOf.get(hash))
        .find((id) => id !== undefined);
    if (secret && (claimed.has(secret) || (user && user !== match?.id))) {
      context.problems.add(entry.place, 'token must not be one that is in use already');
    }
    if (secret) claimed.add(secret);
    const isSame = match !== undefined && (!secret || user === match.id);
    const row = tokenRow(context, entry, { scope, before: match, isSame, creator, keyring });
    byName.set(row.name, row);
    const isChanged = differs(match, row);
    if (isChanged) changed.push(row);
    context.tally.compare('tokens', match, isChanged);
  }
  if (byName.size > MAX_LIVE_TOKENS) {
    context.problems.add('tokens', `must be at most ${MAX_LIVE_TOKENS}, not ${byName.size}`);
  }
  return changed;
}

type Known = {
  scope: TokenRecord['scope'];
  before: TokenRecord | undefined;
  /** Whether the stored secret stays. */
  isSame: boolean;
  creator: Creator | null;
  keyring: Keyring;
};

function tokenRow(
  { teamId, now, newId }: ImportContext,
  { value }: Entry<TokenEntry>,
  { scope, before, isSame, creator, keyring }: Known,
): TokenRecord {
  const tokenId = before?.id ?? newId();
  const secret =
    before && isSame
      ? { tokenHash: before.tokenHash, ciphertext: before.ciphertext, keyId: before.keyId }
      : storedForm(keyring, { teamId, tokenId }, value.token ?? '');
  return {
    ...secret,
    id: tokenId,
    teamId,
    name: value.name,
    scope,
    createdByEmail: creator?.email ?? null,
    createdByName: creator?.name ?? null,
    createdAt: value.created_at ?? before?.createdAt ?? now,
    revokedAt: null,
  };
}

/** The creator of a token. If the file does not name one, the stored one stays, who may have left the team. */
function creatorOf(
  { problems }: ImportContext,
  { place, value: { created_by: email } }: Entry<TokenEntry>,
  stored: TokenRecord | undefined,
  members: PlannedMembers,
): Creator | null {
  const unchanged = stored?.createdByEmail
    ? { email: stored.createdByEmail, name: stored.createdByName ?? stored.createdByEmail }
    : null;
  if (!email || (unchanged && foldCase(unchanged.email) === foldCase(email))) return unchanged;
  const member = members.all.get(foldCase(email));
  if (!member) {
    problems.add(place, `created_by must be the email of a member, not ${shown(email)}`);
  }
  return member ? { email: member.email, name: member.name } : null;
}
