import type { Transaction } from '../../../../db/client.ts';
import { listMembersInFileOrder } from '../../../../db/queries/people/members.ts';
import { listRoleRecords } from '../../../../db/queries/people/roles.ts';
import { foldCase } from '../../../../domain/text/text.ts';
import type { Keyring } from '../../../../services/keys/keyring.ts';
import { listAccessSlugs, listLiveTokenRecords } from '../../db/queries/team-file.ts';
import { presentMemberEntry } from '../../schemas/member.ts';
import { presentRoleEntry } from '../../schemas/role.ts';
import { presentTokenEntry } from '../../schemas/token.ts';
import type { FileWriter } from './file-writer.ts';

/** Roles and members, and with a keyring also password hashes and tokens. */
export async function writePeople(
  tx: Transaction,
  teamId: number,
  { file, keyring }: { file: FileWriter; keyring: Keyring | null },
): Promise<void> {
  await file.list('roles', [(await listRoleRecords(tx, teamId)).map(presentRoleEntry)]);
  const members = await listMembersInFileOrder(tx, teamId);
  const slugs = await listAccessSlugs(tx, teamId);
  const listListings = ({ id, isLimited }: { id: string; isLimited: boolean }) =>
    isLimited ? (slugs.get(id) ?? []) : null;
  const hasSecrets = keyring !== null;
  await file.list('members', [
    members.map((member) => presentMemberEntry(member, { listings: listListings(member), hasSecrets })),
  ]);
  if (!keyring) return;
  const emailKeys = new Set(members.map(({ emailKey }) => emailKey));
  const tokens = await listLiveTokenRecords(tx, teamId);
  const nameById = new Map(tokens.map(({ id, name }) => [id, name]));
  await file.list('tokens', [
    tokens.map((token) => {
      const opened = keyring.open(token.ciphertext ?? '', token.keyId, { teamId, tokenId: token.id });
      // Left out if that person has left the team, because the file only contains members.
      const creator = token.createdByEmail;
      const member = creator && emailKeys.has(foldCase(creator)) ? creator : null;
      const createdBy = nameById.get(token.madeByTokenId ?? '') ?? member;
      return presentTokenEntry(token, opened, { listings: listListings(token), createdBy });
    }),
  ]);
}
