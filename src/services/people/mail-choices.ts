import type { Database } from '../../db/client.ts';
import {
  listMailKindsOfPerson,
  lockMailKindsOfMember,
  updateMailKindsOfMember,
} from '../../db/queries/people/mail-choices.ts';
import { listReadableMailKinds } from '../../domain/access/mail-permissions.ts';
import { findPermissionsOfRole } from '../../domain/access/permissions.ts';
import { MEMBER_MAIL_KINDS, type MemberMailKind } from '../../domain/vocabulary.ts';
import type { Messages } from '../messages.ts';
import { type Condition, requireVersion } from '../write.ts';

export type MemberChoice = {
  teamId: number;
  slug: string;
  name: string;
  kinds: readonly MemberMailKind[];
  /** Those that the member's role lets them read. */
  offered: readonly MemberMailKind[];
  isSuppressed: boolean;
};

export async function listMemberChoices(
  { db, messages }: { db: Database; messages: Messages | null },
  { id, email }: { id: string; email: string },
): Promise<MemberChoice[]> {
  if (messages === null) return [];
  const rows = await listMailKindsOfPerson(db, id);
  return Promise.all(
    rows.map(async ({ mailKinds, role, rolePermissions, ...team }) => ({
      ...team,
      kinds: mailKinds ?? MEMBER_MAIL_KINDS,
      offered: listReadableMailKinds(findPermissionsOfRole(role, rolePermissions)),
      isSuppressed: await messages.isBlocked(db, team.teamId, email),
    })),
  );
}

/** Returns false if the person is not a member of the team. */
export const changeMemberChoice = (
  { db }: { db: Database },
  member: { teamId: number; personId: string },
  kinds: readonly MemberMailKind[],
  condition: Condition<readonly MemberMailKind[]>,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const stored = await lockMailKindsOfMember(tx, member);
    if (!stored) return false;
    await requireVersion(condition, () => stored.mailKinds ?? MEMBER_MAIL_KINDS);
    const isAll = MEMBER_MAIL_KINDS.every((kind) => kinds.includes(kind));
    return updateMailKindsOfMember(tx, member, isAll ? null : [...kinds]);
  });
