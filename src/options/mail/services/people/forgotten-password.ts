/** See docs/rules.md, 25.16. */
import type { Database } from '../../../../db/client.ts';
import { findMemberOfAnyTeam } from '../../../../db/queries/people/members.ts';
import {
  findPersonById,
  lockPersonOfAnyTeam,
  updatePasswordOfAnyTeam,
} from '../../../../db/queries/people/people.ts';
import { deleteSessionsOfPerson } from '../../../../db/queries/people/sessions.ts';
import { foldCase } from '../../../../domain/text/text.ts';
import type { AuditLog } from '../../../../services/access/audit-log.ts';
import { type Clock, truncateToSecond } from '../../../../services/clock.ts';
import type { Keyring } from '../../../../services/keys/keyring.ts';
import { isLinkSecret } from '../../../../services/people/derived-secrets.ts';
import type { PersonMailer } from '../../../../services/people/mailer.ts';
import type { Passwords } from '../../../../services/people/password.ts';
import {
  countPasswordResets,
  findUnusedPasswordReset,
  insertPersonMail,
  lockPersonMailsOfAccount,
  type PersonMailKey,
  usePasswordResets,
} from '../../db/queries/person-mails.ts';
import type { MailSettings } from '../settings.ts';
import { buildMailAccount, buildPersonMail, listMailAccounts } from './person-mails.ts';
import type { RecentPersonMails } from './recent-mails.ts';

export const RESET_MINUTES = 60;
const RESETS_PER_HOUR = 3;
const HOUR_MS = 3_600_000;

type Dependencies = {
  db: Database;
  clock: Clock;
  keyring: Keyring;
  mail: MailSettings;
  personMailer: PersonMailer | null;
  recentPersonMails: RecentPersonMails;
  passwords: Passwords;
  auditLog: AuditLog;
};
export type ResetLink = PersonMailKey & { secret: string };
export type PersonToReset = { id: string; email: string; name: string };

/**
 * The person must be in a team. For an unknown email the same statements run and a row is written too, so that
 * nobody learns who has an account.
 */
export async function requestPasswordReset(
  { db, clock, keyring, mail, recentPersonMails }: Dependencies,
  email: string,
): Promise<void> {
  const now = truncateToSecond(clock());
  const emailKey = foldCase(email);
  const account = buildMailAccount(keyring, emailKey);
  const person = await findMemberOfAnyTeam(db, emailKey);
  await db.transaction(async (tx) => {
    await lockPersonMailsOfAccount(tx, account);
    const recent = await countPasswordResets(tx, account, hourBefore(now));
    const isSent = person !== null && recent < RESETS_PER_HOUR;
    const row = buildPersonMail(mail, { account, kind: 'password_reset', personId: person?.id ?? null }, now);
    await insertPersonMail(tx, isSent ? row : { ...row, status: 'withdrawn', nextAttemptAt: null });
    if (isSent) recentPersonMails.set(row.id, { account, id: row.id });
  });
}

/** Returns null if the link is wrong, used or expired. Looking a link up does not use it up. */
export async function findPersonOfResetLink(
  { db, clock, keyring }: Pick<Dependencies, 'db' | 'clock' | 'keyring'>,
  link: ResetLink,
): Promise<PersonToReset | null> {
  if (!isLinkSecret(keyring, 'password_reset', link.id, link.secret)) return null;
  const mail = await findUnusedPasswordReset(db, link, hourBefore(clock()));
  return mail === null || mail.personId === null ? null : findPersonById(db, mail.personId);
}

/** All of the person's links become invalid and all their sessions end. Returns false if the link no longer works. */
export async function chooseForgottenPassword(
  dependencies: Dependencies,
  link: ResetLink,
  { password, address }: { password: string; address: string },
): Promise<boolean> {
  const { db, clock, keyring, passwords, personMailer, auditLog } = dependencies;
  const person = await findPersonOfResetLink(dependencies, link);
  if (person === null) return false;
  const passwordHash = await passwords.hash(password, address);
  const now = truncateToSecond(clock());
  const emailKey = foldCase(person.email);
  const isChosen = await db.transaction(async (tx) => {
    // Another request may use a link of the same person at the same time.
    await lockPersonOfAnyTeam(tx, person.id);
    if (!(await findUnusedPasswordReset(tx, link, hourBefore(now)))) return false;
    for (const account of new Set([link.account, ...listMailAccounts(keyring, emailKey)]))
      await usePasswordResets(tx, account, now);
    await updatePasswordOfAnyTeam(tx, person.id, passwordHash, now);
    await deleteSessionsOfPerson(tx, person.id);
    await personMailer?.tellOfNewPassword(tx, { id: person.id, emailKey }, now);
    return true;
  });
  if (isChosen) auditLog.noteOfPerson({ person, action: 'password_changed', ip: address, at: now });
  return isChosen;
}

const hourBefore = (moment: Date): Date => new Date(moment.getTime() - HOUR_MS);
