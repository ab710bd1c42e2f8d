import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from '../../../../db/client.ts';
import { upsertRows } from '../../../../db/queries/bulk.ts';
import { listMembersInFileOrder, type MembershipRecord } from '../../../../db/queries/people/members.ts';
import type { PersonRecord } from '../../../../db/queries/people/people.ts';
import { memberships, people } from '../../../../db/schema/teams.ts';
import { DEFAULT_ROLE } from '../../../../domain/access/permissions.ts';
import { MAX_MEMBERS_OF_TEAM } from '../../../../domain/limits.ts';
import { compareCodePoints, foldCase } from '../../../../domain/text/text.ts';
import { isNewOrDifferent, mergeValue } from '../../../../services/catalogue/rows.ts';
import { ChangedMeanwhile } from '../../../../services/errors.ts';
import { newId } from '../../../../services/new-id.ts';
import type { FileEntry } from '../../../../services/team-file-part.ts';
import { listPeopleByEmail, listPeopleInOtherTeams, lockPeople } from '../../db/queries/team-file.ts';
import type { MemberEntry } from '../../schemas/member.ts';
import { checkLimit, type PlannedAccess } from './access.ts';
import type { ImportContext } from './context.ts';
import { toMemberEntry } from './logged.ts';
import type { PlannedRoles } from './roles.ts';

type Member = FileEntry<MemberEntry>;

export type PlannedMembers = {
  changed: PersonRecord[];
  /** As they were read. */
  replaced: PersonRecord[];
  joining: MembershipRecord[];
  /** By email in lower case, after the import. */
  all: Map<string, { email: string; name: string }>;
};

/** Without locks, because people may also be members of other teams, whose requests would wait. */
export async function planMembers(
  tx: Transaction,
  context: ImportContext,
  { roles, access }: { roles: PlannedRoles; access: PlannedAccess },
): Promise<PlannedMembers> {
  const { teamId, now, tally, file } = context;
  const stored = await listPeopleByEmail(tx, [...file.members.byKey.keys()]);
  const others = await listPeopleInOtherTeams(
    tx,
    teamId,
    stored.map(({ id }) => id),
  );
  const members = await listMembersInFileOrder(tx, teamId);
  const peopleByKey = new Map(stored.map((person) => [person.emailKey, person]));
  const membersById = new Map(members.map((member) => [member.personId, member]));
  const roleByPerson = new Map(members.map(({ personId, role }) => [personId, role]));
  const all = new Map(members.map(({ emailKey, email, name }) => [emailKey, { email, name }]));
  const plan: PlannedMembers = { changed: [], replaced: [], joining: [], all };
  for (const entry of file.members.entries) {
    const known = peopleByKey.get(foldCase(entry.value.email));
    const member = known && membersById.get(known.id);
    const joined = member?.joinedAt;
    const isOfOthers = known !== undefined && others.has(known.id);
    const name = entry.value.name ?? member?.name;
    if (name === undefined) {
      context.problems.add(entry.place, 'name is required');
      continue;
    }
    const person = await buildPersonRow(context, entry, { name, stored: known, isOfOthers });
    all.set(person.emailKey, person);
    const isChanged = isNewOrDifferent(known, person);
    if (isChanged) plan.changed.push({ ...person, updatedAt: entry.value.updated_at ?? now });
    if (isChanged && known) plan.replaced.push(known);
    const createdAt = entry.value.created_at ?? joined ?? now;
    const mailKinds = mergeValue(entry.value.mail_kinds, member?.mailKinds ?? null, null);
    const role = entry.value.role ?? member?.role ?? DEFAULT_ROLE;
    const id = member?.id ?? newId();
    const holder = { id, place: entry.place, isLimited: member?.isLimited ?? false };
    const { isLimited, isChanged: hasOtherListings } = access.plan(holder, entry.value.listings);
    checkLimit(context, entry.place, { isLimited, permissions: roles.find(entry.place, role) });
    roleByPerson.set(person.id, role);
    const isJoining =
      createdAt.getTime() !== joined?.getTime() ||
      role !== member?.role ||
      hasOtherListings ||
      !isDeepStrictEqual(mailKinds, member?.mailKinds);
    if (isJoining)
      plan.joining.push({ teamId, personId: person.id, id, role, isLimited, createdAt, mailKinds });
    tally.compare('members', joined, isChanged || isJoining);
    const after = { ...person, id, role, mailKinds, joinedAt: createdAt };
    if (isChanged || isJoining) context.logged.push(toMemberEntry(member, after));
  }
  for (const { email, emailKey, role, isLimited } of members) {
    if (file.members.byKey.has(emailKey)) continue;
    const place = `members (${email})`;
    checkLimit(context, place, { isLimited, permissions: roles.find(place, role) });
  }
  if (roleByPerson.size > 0 && ![...roleByPerson.values()].includes(DEFAULT_ROLE))
    context.problems.add('members', `must leave one member with the role ${DEFAULT_ROLE}`);
  // In the same order always, so that two imports cannot deadlock.
  plan.changed.sort((a, b) => compareCodePoints(a.emailKey, b.emailKey));
  if (all.size > MAX_MEMBERS_OF_TEAM)
    context.problems.add('members', `must be at most ${MAX_MEMBERS_OF_TEAM}, not ${all.size}`);
  return plan;
}

/**
 * A person who is also in another team stays as stored, with a notice: a team could otherwise take over the
 * account. A password hash in the file is only used for a person without a password.
 */
async function buildPersonRow(
  { notices, now, passwords }: ImportContext,
  { place, value }: Member,
  { name, stored, isOfOthers }: { name: string; stored: PersonRecord | undefined; isOfOthers: boolean },
): Promise<PersonRecord> {
  const why = 'because this person is in another team as well';
  if (stored && isOfOthers && value.name !== undefined && value.name !== stored.name)
    notices.push(`${place}: the name was left as it is, ${why}`);
  if (stored && (isOfOthers || stored.passwordHash) && bringsPassword(value, stored)) {
    const reason = stored.passwordHash ? 'because this person has one' : why;
    notices.push(`${place}: the password was left as it is, ${reason}`);
  }
  if (stored && isOfOthers) return stored;
  const hashOfFile =
    value.password_hash ??
    (value.password && !stored?.passwordHash ? await passwords.hash(value.password, null) : null);
  return {
    id: stored?.id ?? newId(),
    email: value.email,
    emailKey: foldCase(value.email),
    name,
    passwordHash: stored?.passwordHash ?? hashOfFile,
    factors: stored?.factors ?? [],
    createdAt: stored?.createdAt ?? value.created_at ?? now,
    updatedAt: value.updated_at ?? stored?.updatedAt ?? now,
  };
}

const bringsPassword = ({ password, password_hash: hash }: MemberEntry, person: PersonRecord): boolean =>
  Boolean(password || (hash && hash !== person.passwordHash));

export async function storeMembers(tx: Transaction, teamId: number, members: PlannedMembers): Promise<void> {
  await lockReplaced(tx, teamId, members);
  await upsertRows(tx, people, members.changed);
  await upsertRows(tx, memberships, members.joining);
}

/** Throws if people have changed since they were read, or have joined another team. */
async function lockReplaced(tx: Transaction, teamId: number, { replaced }: PlannedMembers): Promise<void> {
  if (replaced.length === 0) return;
  const ids = replaced.map(({ id }) => id);
  const locked = new Map((await lockPeople(tx, ids)).map((person) => [person.id, person]));
  const others = await listPeopleInOtherTeams(tx, teamId, ids);
  if (others.size > 0 || replaced.some((person) => isNewOrDifferent(locked.get(person.id), person)))
    throw new ChangedMeanwhile();
}
