/** A forgotten password: a link by mail lets a person choose another one (docs/rules.md, 25.16). */
import type { Database } from '../../../db/client.ts';
import {
  countPasswordResets,
  findUnusedPasswordReset,
  insertPersonMail,
  lockPersonMailsOfAccount,
  type PersonMailKey,
  usePasswordResets,
} from '../../../db/queries/mail/person-mails.ts';
import { findMemberOfAnyTeam } from '../../../db/queries/people/members.ts';
import {
  findPersonById,
  lockPersonOfAnyTeam,
  updatePasswordOfAnyTeam,
} from '../../../db/queries/people/people.ts';
import { deleteSessionsOfPerson } from '../../../db/queries/people/sessions.ts';
import { foldCase } from '../../../domain/text/text.ts';
import { type Clock, truncateToSecond } from '../../clock.ts';
import type { Keyring } from '../../keys/keyring.ts';
import { isLinkSecret } from '../../people/derived-secrets.ts';
import type { PersonMailer } from '../../people/mailer.ts';
import type { Passwords } from '../../people/password.ts';
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
};
/** What the address of a link for a new password contains: the person's account and the link's secret. */
export type ResetLink = PersonMailKey & { secret: string };
export type PersonToReset = { id: string; email: string; name: string };

/**
 * Sends a link for a new password to the person with an email, if they are in a team. An unknown email takes the same statements and
 * writes a row as well, so that nobody learns who has an account.
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
    if (isSent) recentPersonMails.note(row);
  });
}

/**
 * Finds the person who may choose a new password by a link, or null if the link is wrong, used or expired. A
 * link for a new password is not used up by looking it up.
 */
export async function findPersonOfResetLink(
  { db, clock, keyring }: Pick<Dependencies, 'db' | 'clock' | 'keyring'>,
  link: ResetLink,
): Promise<PersonToReset | null> {
  if (!isLinkSecret(keyring, 'password_reset', link.id, link.secret)) return null;
  const mail = await findUnusedPasswordReset(db, link, hourBefore(clock()));
  return mail === null || mail.personId === null ? null : findPersonById(db, mail.personId);
}

/**
 * Sets a new password for the person of a link. Once a new password is set by a link, all of the person's links
 * become invalid and all their sessions end. Returns false if the link for a new password no longer works.
 */
export async function chooseForgottenPassword(
  dependencies: Dependencies,
  link: ResetLink,
  { password, address }: { password: string; address: string },
): Promise<boolean> {
  const { db, clock, keyring, passwords, personMailer } = dependencies;
  const person = await findPersonOfResetLink(dependencies, link);
  if (person === null) return false;
  const passwordHash = await passwords.hash(password, address);
  const now = truncateToSecond(clock());
  const emailKey = foldCase(person.email);
  return db.transaction(async (tx) => {
    // The person is locked, because another request may use a link of the same person at the same time.
    await lockPersonOfAnyTeam(tx, person.id);
    if (!(await findUnusedPasswordReset(tx, link, hourBefore(now)))) return false;
    for (const account of new Set([link.account, ...listMailAccounts(keyring, emailKey)]))
      await usePasswordResets(tx, account, now);
    await updatePasswordOfAnyTeam(tx, person.id, passwordHash, now);
    await deleteSessionsOfPerson(tx, person.id);
    await personMailer?.tellOfNewPassword(tx, { id: person.id, emailKey }, now);
    return true;
  });
}

const hourBefore = (moment: Date): Date => new Date(moment.getTime() - HOUR_MS);
