import type {
  MemberRecord,
  MembershipRecord,
  PersonRecord,
  TokenRecord,
} from '../../../db/queries/team-file.ts';
import { foldCase } from '../../../domain/fold-case.ts';
import { MAX_LIVE_TOKENS, MAX_MEMBERS } from '../../../domain/limits.ts';
import { compareCodePoints } from '../../../domain/text-order.ts';
import type { Keyring } from '../../keyring.ts';
import { hashPassword } from '../../password.ts';
import type { MemberEntry } from '../../team-data/member.ts';
import type { TokenEntry } from '../../team-data/token.ts';
import { shown } from '../../team-data/wording.ts';
import { storedForm } from '../../tokens.ts';
import type { Entry, Fragment } from '../read/team-file.ts';
import { differs, type ImportContext, reportDuplicates } from './context.ts';

/** The people and memberships that are new or differ. */
export type PlannedMembers = {
  changed: PersonRecord[];
  joining: MembershipRecord[];
  /** Everyone who is a member afterwards, by email in lower case. */
  all: Map<string, { email: string; name: string }>;
};

type StoredMembers = { people: readonly PersonRecord[]; members: readonly MemberRecord[] };

/**
 * Plans the file's members. A password is taken only for a person who has none: else one team's file could take over
 * a member of another team.
 */
export async function planMembers(
  context: ImportContext,
  {
    entries,
    fragments,
  }: { entries: readonly Entry<MemberEntry>[]; fragments: readonly Fragment<MemberEntry>[] },
  stored: StoredMembers,
): Promise<PlannedMembers> {
  reportDuplicates(
    context,
    [...entries, ...fragments],
    'email',
    ({ value }) => value.email && foldCase(value.email),
  );
  const people = new Map(stored.people.map((person) => [person.emailKey, person]));
  const members = new Map(stored.members.map((member) => [member.personId, member]));
  const all = new Map(stored.members.map(({ emailKey, email, name }) => [emailKey, { email, name }]));
  const plan: PlannedMembers = { changed: [], joining: [], all };
  for (const entry of entries) {
    const match = people.get(foldCase(entry.value.email));
    const person = await personRow(context, entry, match);
    all.set(person.emailKey, person);
    if (differs(match, person)) {
      plan.changed.push({ ...person, updatedAt: entry.value.updated_at ?? context.now });
    }
    const joined = members.get(person.id)?.joinedAt;
    const createdAt = entry.value.created_at ?? joined ?? context.now;
    if (createdAt.getTime() !== joined?.getTime()) {
      plan.joining.push({ teamId: context.teamId, personId: person.id, createdAt });
    }
  }
  // Whoever else names the same people has them in the same order, so that no two imports wait for each other.
  plan.changed.sort((a, b) => compareCodePoints(a.emailKey, b.emailKey));
  if (all.size > MAX_MEMBERS)
    context.problems.add('members', `must be at most ${MAX_MEMBERS}, not ${all.size}`);
  return plan;
}

async function personRow(
  context: ImportContext,
  { place, value }: Entry<MemberEntry>,
  stored: PersonRecord | undefined,
): Promise<PersonRecord> {
  let passwordHash = stored?.passwordHash ?? null;
  const isOther = value.password || (value.password_hash && value.password_hash !== passwordHash);
  if (passwordHash && isOther) {
    context.notices.push(`${place}: the password was left aside, as this person has one`);
  } else if (!passwordHash) {
    passwordHash = value.password_hash ?? (value.password ? await hashPassword(value.password) : null);
  }
  return {
    id: stored?.id ?? context.newId(),
    email: value.email,
    emailKey: foldCase(value.email),
    name: value.name,
    passwordHash,
    createdAt: stored?.createdAt ?? value.created_at ?? context.now,
    updatedAt: value.updated_at ?? stored?.updatedAt ?? context.now,
  };
}

/** Plans the file's tokens, by name. A token that is in use anywhere else is refused without saying by whom. */
export function planTokens(
  context: ImportContext,
  {
    entries,
    fragments,
  }: { entries: readonly Entry<TokenEntry>[]; fragments: readonly Fragment<TokenEntry>[] },
  stored: readonly TokenRecord[],
  inUse: readonly { id: string; tokenHash: string }[],
  members: PlannedMembers,
  keyring: Keyring,
): TokenRecord[] {
  reportDuplicates(context, [...entries, ...fragments], 'name', ({ value }) => value.name);
  for (const { place, value } of fragments) creatorOf(context, place, value, undefined, members);
  const byName = new Map(stored.map((token) => [token.name, token]));
  const userOf = new Map(inUse.map((token) => [token.tokenHash, token.id]));
  const claimed = new Set<string>();
  const changed: TokenRecord[] = [];
  for (const { place, value } of entries) {
    const match = byName.get(value.name);
    const user = keyring
      .hashes(value.token)
      .map((hash) => userOf.get(hash))
      .find((id) => id !== undefined);
    if (claimed.has(value.token) || (user !== undefined && user !== match?.id)) {
      context.problems.add(place, 'token must not be one that is in use already');
    }
    claimed.add(value.token);
    const creator = creatorOf(context, place, value, match, members);
    const row = tokenRow(context, value, match, creator, keyring, user !== undefined && user === match?.id);
    byName.set(row.name, row);
    if (differs(match, row)) changed.push(row);
  }
  if (byName.size > MAX_LIVE_TOKENS) {
    context.problems.add('tokens', `must be at most ${MAX_LIVE_TOKENS}, not ${byName.size}`);
  }
  return changed;
}

function tokenRow(
  { teamId, now, newId }: ImportContext,
  value: TokenEntry,
  stored: TokenRecord | undefined,
  creator: { email: string; name: string } | null,
  keyring: Keyring,
  isSameToken: boolean,
): TokenRecord {
  const tokenId = stored?.id ?? newId();
  const secret =
    stored && isSameToken
      ? { tokenHash: stored.tokenHash, ciphertext: stored.ciphertext, keyId: stored.keyId }
      : storedForm(keyring, { teamId, tokenId }, value.token);
  return {
    ...secret,
    id: tokenId,
    teamId,
    name: value.name,
    scope: value.scope,
    createdByEmail: creator?.email ?? null,
    createdByName: creator?.name ?? null,
    createdAt: value.created_at ?? stored?.createdAt ?? now,
    revokedAt: null,
  };
}

function creatorOf(
  context: ImportContext,
  place: string,
  { created_by: email }: Partial<TokenEntry>,
  stored: TokenRecord | undefined,
  members: PlannedMembers,
): { email: string; name: string } | null {
  const unchanged = stored?.createdByEmail
    ? { email: stored.createdByEmail, name: stored.createdByName ?? stored.createdByEmail }
    : null;
  // Who created a token is kept where the file does not say, as it does not for one who has left the team.
  if (!email || (unchanged && foldCase(unchanged.email) === foldCase(email))) return unchanged;
  const member = members.all.get(foldCase(email));
  if (!member && !context.named.members.has(foldCase(email))) {
    context.problems.add(place, `created_by must be the email of a member, not ${shown(email)}`);
  }
  return member ? { email: member.email, name: member.name } : null;
}
