import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { id, instant, isOneOfWords, lease, text, word } from '../../../../db/schema/columns.ts';
import { PERSON_MAIL_KINDS, PERSON_MAIL_STATUSES } from '../../domain/kinds.ts';

/**
 * Messages to people about their own account, which belong to no team (docs/rules.md, 25.15). They are stored
 * without address, text or secret, which are looked up or derived when they are sent. `account` is a keyed
 * hash of the email, because people may type anything into a form that asks for one.
 */
export const personMails = pgTable(
  'person_mails',
  {
    account: text('account').notNull(),
    id: id(),
    kind: word('kind', PERSON_MAIL_KINDS).notNull(),
    status: word('status', PERSON_MAIL_STATUSES).notNull(),
    /** Null for an invitation, or if the email belongs to nobody. */
    personId: uuid('person_id'),
    invitationId: uuid('invitation_id'),
    attempts: integer('attempts').notNull(),
    /** The number of the last try, or null if the schedule of tries decides. */
    lastAttempt: integer('last_attempt'),
    error: text('error'),
    messageId: text('message_id').notNull(),
    nextAttemptAt: instant('next_attempt_at'),
    ...lease(),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
    /** When the link was used, or replaced by a newer one. */
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
