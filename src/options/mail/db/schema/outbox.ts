/** A team's emails to its guests and members (docs/rules.md, 25.7). */
import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, unique, uuid } from 'drizzle-orm/pg-core';
import {
  id,
  instant,
  isOneOfWords,
  lease,
  stayDate,
  teamId,
  text,
  word,
} from '../../../../db/schema/columns.ts';
import { teams } from '../../../../db/schema/teams.ts';
import { LANGUAGES } from '../../../../domain/languages/languages.ts';
import { MAIL_KINDS, MAIL_STATUSES } from '../../../../domain/vocabulary.ts';
import { CALENDAR_METHODS } from '../../domain/kinds.ts';
import type { MailText, MailValues } from '../../domain/values.ts';

/** Stored in the transaction of the change that causes it. Its text is made when it is sent or shown. */
export const mails = pgTable(
  'mails',
  {
    teamId: teamId().references(() => teams.id),
    id: id(),
    kind: word('kind', MAIL_KINDS).notNull(),
    language: word('language', LANGUAGES).notNull(),
    status: word('status', MAIL_STATUSES).notNull(),
    toName: text('to_name').notNull(),
    toEmail: text('to_email').notNull(),
    bookingId: uuid('booking_id'),
    guestId: uuid('guest_id'),
    /** What the text can use. Null for a message to members, whose text is made at once. */
    values: jsonb('values').$type<MailValues>(),
    /** The team's own text when the message was stored, or null for the default text. */
    ownText: jsonb('own_text').$type<MailText>(),
    /** The calendar file's sequence number, which rises with each such message about the booking. */
    sequence: integer('sequence'),
    /** Null without a calendar file, or if version 2 stored the message. */
    calendarMethod: word('calendar_method', CALENDAR_METHODS),
    /** Null until the message is sent or shown. It has a placeholder for the link to the booking. */
    subject: text('subject'),
    plainText: text('plain_text'),
    html: text('html'),
    attempts: integer('attempts').notNull(),
    /** The number of the last try, or null if the schedule of tries decides. */
    lastAttempt: integer('last_attempt'),
    /** When the mail server first refused the message for good. Such a message holds back no later one. */
    refusedAt: instant('refused_at'),
    /** When the mail server first said that the address does not exist, or probably does not. */
    addressRefusedAt: instant('address_refused_at'),
    error: text('error'),
    messageId: text('message_id').notNull(),
    nextAttemptAt: instant('next_attempt_at'),
    ...lease(),
    /** The date for which a scheduled message was sent. Null if a person sent it again. */
    onDate: stayDate('on_date'),
    /** Counts the messages of a kind for one date: later ones ask for payments that were planned later. */
    round: integer('round').notNull().default(1),
    /** The payments that the message asks for. Null for other messages, and for those of version 2. */
    paymentIds: uuid('payment_ids').array(),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.id] }),
    unique('mails_scheduled_key').on(table.teamId, table.bookingId, table.kind, table.onDate, table.round),
    // No foreign keys to bookings and guests: storing a message would lock their rows.
    index('mails_newest_idx').on(table.teamId, table.createdAt, table.id),
    index('mails_booking_idx').on(table.teamId, table.bookingId, table.id),
    index('mails_guest_idx').on(table.teamId, table.guestId),
    // For the first answer that says that a member's address does not exist.
    index('mails_address_refused_idx')
      .on(table.teamId, table.toEmail)
      .where(sql`address_refused_at is not null`),
    // For due messages of all teams, and old ones to delete.
    index('mails_due_idx').on(table.nextAttemptAt).where(sql`status = 'pending'`),
    index('mails_old_idx').on(table.createdAt),
    check('mails_status_known', isOneOfWords('status', MAIL_STATUSES)),
  ],
);
