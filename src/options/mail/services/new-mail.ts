import { newId } from '../../../services/new-id.ts';
import type { MailRecord } from '../db/queries/mails.ts';
import type { MailSettings } from './settings.ts';

/** The address must not get mail of the team. */
export const SUPPRESSED = { status: 'withdrawn', error: 'suppressed', nextAttemptAt: null } as const;

export const NOT_A_MEMBER = 'The reader is no member of the team any more.';

type NewMail = {
  teamId: number;
  kind: MailRecord['kind'];
  to: { name: string; email: string };
  /** Messages to members are in English. */
  language?: MailRecord['language'];
  now: Date;
};

/** On an installation that does not send mail, a message is only kept to be shown. */
export function buildMail(
  { isSending, messageIdDomain }: MailSettings,
  { teamId, kind, to, language = 'en', now }: NewMail,
): MailRecord {
  const id = newId();
  return {
    teamId,
    id,
    kind,
    language,
    status: isSending ? 'pending' : 'kept',
    toName: to.name,
    toEmail: to.email,
    bookingId: null,
    guestId: null,
    values: null,
    ownText: null,
    sequence: null,
    calendarMethod: null,
    subject: null,
    plainText: null,
    html: null,
    attempts: 0,
    lastAttempt: null,
    refusedAt: null,
    addressRefusedAt: null,
    error: null,
    messageId: `<${id}@${messageIdDomain}>`,
    nextAttemptAt: isSending ? now : null,
    lease: null,
    leasedUntil: null,
    onDate: null,
    round: 1,
    paymentIds: null,
    createdAt: now,
    sentAt: null,
  };
}
