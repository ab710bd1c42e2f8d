import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { PERSON_MAIL_KINDS, PERSON_MAIL_STATUSES } from '../../domain/mail/kinds.ts';
import { id, instant, isOneOfWords, lease, text, word } from './columns.ts';

/**
 * The messages to people about their own account, which belong to no team (docs/rules.md, 25.15). The
 * messages to people hold no address, no text and no secret: each is read or derived when a message is sent.
 * `account` is a keyed hash of the email, because somebody may type anything as theirs.
 */
export const personMails = pgTable(
  'person_mails',
  {
    account: text('account').notNull(),
    id: id(),
    kind: word('kind', PERSON_MAIL_KINDS).notNull(),
    status: word('status', PERSON_MAIL_STATUSES).notNull(),
    /** Null for an invitation, and for an email that belongs to nobody. */
    personId: uuid('person_id'),
    invitationId: uuid('invitation_id'),
    attempts: integer('attempts').notNull(),
    error: text('error'),
    messageId: text('message_id').notNull(),
    nextAttemptAt: instant('next_attempt_at'),
    ...lease(),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
    /** When the link of the message was used, or made void by another link. */
    usedAt: instant('used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.id] }),
    index('person_mails_due_idx').on(table.nextAttemptAt).where(sql`status = 'pending'`),
    index('person_mails_age_idx').on(table.createdAt),
    check('person_mails_kind_known', isOneOfWords('kind', PERSON_MAIL_KINDS)),
    check('person_mails_status_known', isOneOfWords('status', PERSON_MAIL_STATUSES)),
  ],
);
