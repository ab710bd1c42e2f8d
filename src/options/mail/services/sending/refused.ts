/** See docs/rules.md, 25.17. */
import type { Database } from '../../../../db/client.ts';
import { foldCase } from '../../../../domain/text/text.ts';
import { newId } from '../../../../services/new-id.ts';
import type { InTeamTransaction } from '../../../../services/writing/team-limit.ts';
import { findFirstAddressRefusal, type MailRecord } from '../../db/queries/mails.ts';
import { findMailSuppression, upsertMailSuppressions } from '../../db/queries/settings.ts';
import { isMemberMailKind } from '../../domain/kinds.ts';
import { isAddressBlocked, type RefusalMeaning } from '../../domain/refusals.ts';

export async function settleRefusal(db: Database, mail: MailRecord, meaning: RefusalMeaning, now: Date) {
  const refusedAt = mail.refusedAt ?? now;
  if (meaning === 'other') return { isBlocked: false, changes: { refusedAt } };
  const addressRefusedAt = mail.addressRefusedAt ?? now;
  const isMember = isMemberMailKind(mail.kind);
  const first = isMember ? await findFirstAddressRefusal(db, mail.teamId, mail.toEmail) : null;
  const isBlocked = isAddressBlocked(meaning, { isMember, since: first ?? addressRefusedAt, now });
  return { isBlocked, changes: { refusedAt, addressRefusedAt } };
}

export const suppress = (
  inTeamTransaction: InTeamTransaction,
  { teamId, toEmail }: MailRecord,
  reason: string,
  now: Date,
): Promise<void> =>
  inTeamTransaction(teamId, async (tx) => {
    const emailKey = foldCase(toEmail);
    if (await findMailSuppression(tx, teamId, emailKey)) return;
    await upsertMailSuppressions(tx, [
      { teamId, id: newId(), email: toEmail, emailKey, reason, createdAt: now },
    ]);
  });
