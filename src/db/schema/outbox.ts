/** The messages of a team, to its guests and its members (docs/rules.md, 25.7). */
import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, unique, uuid } from 'drizzle-orm/pg-core';
import { MAIL_KINDS, MAIL_LANGUAGES, MAIL_STATUSES } from '../../domain/mail/kinds.ts';
import type { MailText, MailValues } from '../../domain/mail/values.ts';
import { id, instant, isOneOfWords, lease, stayDate, teamId, text, word } from './columns.ts';
import { teams } from './teams.ts';

/** A message is written in the transaction of the change that causes it, and rendered once it is sent or shown. */
export const mails = pgTable(
  'mails',
  {
    teamId: teamId().references(() => teams.id),
    id: id(),
    kind: word('kind', MAIL_KINDS).notNull(),
    language: word('language', MAIL_LANGUAGES).notNull(),
    status: word('status', MAIL_STATUSES).notNull(),
    toName: text('to_name').notNull(),
    toEmail: text('to_email').notNull(),
    bookingId: uuid('booking_id'),
    guestId: uuid('guest_id'),
    /** The values that the message can show, or null for a message to members, which is rendered at once. */
    values: jsonb('values').$type<MailValues>(),
    /**
     * The team's own text at the time when the message was caused, or null if the message has the default
     * text.
     */
    ownText: jsonb('own_text').$type<MailText>(),
    /** The number of a message with a calendar file, which rises within its booking. */
    sequence: integer('sequence'),
    /**
     * The rendered message, or null until the message is sent or shown. The link to the booking is a
     * placeholder in the stored message.
     */
    subject: text('subject'),
    plainText: text('plain_text'),
    html: text('html'),
    attempts: integer('attempts').notNull(),
    error: text('error'),
    messageId: text('message_id').notNull(),
    nextAttemptAt: instant('next_attempt_at'),
    ...lease(),
    /** The date that a scheduled message is for, or null for a message that was sent again by hand. */
    onDate: stayDate('on_date'),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.id] }),
    unique('mails_scheduled_key').on(table.teamId, table.bookingId, table.kind, table.onDate),
    // There is no foreign key to bookings and guests, because a message would lock their rows, and the
    // erasure of a guest deletes the guest's messages.
    index('mails_newest_idx').on(table.teamId, table.createdAt, table.id),
    index('mails_booking_idx').on(table.teamId, table.bookingId, table.id),
    index('mails_guest_idx').on(table.teamId, table.guestId),
    // An index for finding messages that are due, and old ones to delete, over all teams.
    index('mails_due_idx').on(table.nextAttemptAt).where(sql`status = 'pending'`),
    index('mails_old_idx').on(table.createdAt),
    check('mails_status_known', isOneOfWords('status', MAIL_STATUSES)),
  ],
);
