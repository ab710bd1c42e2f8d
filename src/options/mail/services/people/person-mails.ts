import type { Transaction } from '../../../../db/client.ts';
import type { Keyring } from '../../../../services/keys/keyring.ts';
import { newId } from '../../../../services/new-id.ts';
import type { PersonMailer } from '../../../../services/people/mailer.ts';
import { insertPersonMail, type PersonMailRecord } from '../../db/queries/person-mails.ts';
import type { MailSettings } from '../settings.ts';
import type { RecentPersonMails } from './recent-mails.ts';

const ACCOUNT = 'account of messages';

/** A keyed hash. Messages are stored under it, not under the address. */
export const buildMailAccount = (keyring: Keyring, emailKey: string): string =>
  keyring.sign(ACCOUNT, emailKey);

/** With each key of the installation, because older messages may be stored under the hash of an earlier key. */
export const listMailAccounts = (keyring: Keyring, emailKey: string): string[] =>
  keyring.signatures(ACCOUNT, emailKey);

type NewPersonMail = Pick<PersonMailRecord, 'account' | 'kind'> &
  Partial<Pick<PersonMailRecord, 'personId' | 'invitationId'>>;

/** To be sent at once. */
export function buildPersonMail(
  { messageIdDomain }: MailSettings,
  { personId = null, invitationId = null, ...mail }: NewPersonMail,
  now: Date,
): PersonMailRecord {
  const id = newId();
  return {
    ...mail,
    id,
    personId,
    invitationId,
    status: 'pending',
    attempts: 0,
    lastAttempt: null,
    error: null,
    messageId: `<${id}@${messageIdDomain}>`,
    nextAttemptAt: now,
    lease: null,
    leasedUntil: null,
    createdAt: now,
    sentAt: null,
    usedAt: null,
  };
}

/** Returns null if the installation sends no mail, because such messages are never kept to be shown. */
export function createPersonMailer(
  settings: MailSettings,
  keyring: Keyring,
  recent: RecentPersonMails,
): PersonMailer | null {
  if (!settings.isSending) return null;
  const insert = async (tx: Transaction, mail: NewPersonMail, now: Date): Promise<void> => {
    const row = buildPersonMail(settings, mail, now);
    await insertPersonMail(tx, row);
    recent.set(row.id, { account: row.account, id: row.id });
  };
  return {
    tellOfInvitation: (tx, { id, emailKey }, now) => {
      const account = buildMailAccount(keyring, emailKey);
      return insert(tx, { account, kind: 'invitation', invitationId: id }, now);
    },
    tellOfNewPassword: (tx, { id, emailKey }, now) => {
      const account = buildMailAccount(keyring, emailKey);
      return insert(tx, { account, kind: 'password_changed', personId: id }, now);
    },
    tellOfChangedFactor: (tx, { id, emailKey }, now) => {
      const account = buildMailAccount(keyring, emailKey);
      return insert(tx, { account, kind: 'factor_changed', personId: id }, now);
    },
  };
}
