import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { InvoiceDocument } from '../../domain/folio/invoice-document.ts';
import type { Refund } from '../../domain/folio/payments.ts';
import {
  INVOICE_KINDS,
  INVOICE_SERIES,
  INVOICE_STATUSES,
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
  SECURITY_DEPOSIT_STATUSES,
} from '../../domain/vocabulary.ts';
import { bookings } from './bookings.ts';
import { cents, id, instant, isOneOfWords, stayDate, teamForeignKey, teamId, text, word } from './columns.ts';

export const payments = pgTable(
  'payments',
  {
    teamId: teamId(),
    id: id(),
    bookingId: uuid('booking_id').notNull(),
    amountCents: cents('amount_cents').notNull(),
    status: word('status', PAYMENT_STATUSES).notNull(),
    dueOn: stayDate('due_on'),
    /** Sorts payments of a plan that are due on the same day. */
    position: integer('position').notNull(),
    /** Null if version 2 scheduled it or a file brought it. */
    plannedAt: instant('planned_at'),
    paidAt: instant('paid_at'),
    /** Null if unknown. */
    method: word('method', PAYMENT_METHODS),
    /** In the order in which they were made. Read and written as a whole. */
    refunds: jsonb('refunds').$type<readonly Refund[]>().notNull().default([]),
    refundedCents: cents('refunded_cents').notNull(),
    /** The last refund. Null if there is none, or an earlier version recorded it. */
    refundedAt: instant('refunded_at'),
    /** The id at the payment provider. */
    reference: text('reference'),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.id] }),
    teamForeignKey('payments_booking_fk', table, table.bookingId, bookings),
    index('payments_booking_idx').on(table.teamId, table.bookingId, table.dueOn, table.id),
    // For the payments that are due, on the day page.
    index('payments_due_idx').on(table.teamId, table.dueOn).where(sql`status in ('scheduled', 'failed')`),
    // The list of payments, and its filter by the day of payment.
    index('payments_listed_idx').on(table.teamId, table.dueOn, table.id),
    index('payments_paid_idx').on(table.teamId, table.paidAt),
    // The monthly report finds refunds by their day.
    index('payments_refunded_idx')
      .on(table.teamId, sql`coalesce(refunded_at, paid_at)`)
      .where(sql`refunded_cents > 0`),
    check('payments_status_known', isOneOfWords('status', PAYMENT_STATUSES)),
    check('payments_method_known', isOneOfWords('method', PAYMENT_METHODS)),
    check('payments_amount_not_negative', sql`amount_cents >= 0`),
    check('payments_refund_in_range', sql`refunded_cents between 0 and amount_cents`),
  ],
);

export const invoices = pgTable(
  'invoices',
  {
    teamId: teamId(),
    id: id(),
    bookingId: uuid('booking_id').notNull(),
    // `kind` and `corrects` have defaults: an earlier version can still insert invoices.
    kind: word('kind', INVOICE_KINDS).notNull().default('invoice'),
    /** Null for a draft. */
    number: text('number'),
    /** Set if the invoice got the team's next number. */
    series: word('series', INVOICE_SERIES),
    serialNumber: bigint('serial_number', { mode: 'number' }),
    /** Below 0 for a credit note. */
    amountCents: cents('amount_cents').notNull(),
    status: word('status', INVOICE_STATUSES).notNull(),
    /** Null for a draft, which gets its number when it is issued or paid. */
    issuedAt: instant('issued_at'),
    voidedAt: instant('voided_at'),
    /** The invoices that a credit note corrects. */
    corrects: uuid('corrects').array().notNull().default([]),
    /** As issued. Null for an invoice of an earlier version or another system. */
    document: jsonb('document').$type<InvoiceDocument>(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.id] }),
    unique('invoices_number_key').on(table.teamId, table.bookingId, table.number),
    teamForeignKey('invoices_booking_fk', table, table.bookingId, bookings),
    index('invoices_listed_idx').on(table.teamId, table.issuedAt, table.number, table.id),
    check('invoices_status_known', isOneOfWords('status', INVOICE_STATUSES)),
    check('invoices_kind_known', isOneOfWords('kind', INVOICE_KINDS)),
    check(
      'invoices_amount_has_sign_of_kind',
      sql`case kind when 'credit_note' then amount_cents <= 0 else amount_cents >= 0 end`,
    ),
    uniqueIndex('invoices_serial_number_key')
      .on(table.teamId, table.series, table.serialNumber)
      .where(sql`serial_number is not null`),
    check('invoices_series_known', isOneOfWords('series', INVOICE_SERIES)),
    check('invoices_serial_number_in_series', sql`(series is null) = (serial_number is null)`),
    // The number of an issued invoice may be missing, because a preview draws none.
    check('invoices_draft_is_open', sql`issued_at is not null or (status = 'open' and number is null)`),
    check('invoices_corrects_of_credit_note', sql`kind = 'credit_note' or corrects = '{}'`),
  ],
);

export const securityDeposits = pgTable(
  'security_deposits',
  {
    teamId: teamId(),
    bookingId: uuid('booking_id').notNull(),
    id: id(),
    amountCents: cents('amount_cents').notNull(),
    status: word('status', SECURITY_DEPOSIT_STATUSES).notNull(),
    heldAt: instant('held_at'),
    returnedAt: instant('returned_at'),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.bookingId] }),
    unique('security_deposits_id_key').on(table.teamId, table.id),
    teamForeignKey('security_deposits_booking_fk', table, table.bookingId, bookings),
    check('security_deposits_status_known', isOneOfWords('status', SECURITY_DEPOSIT_STATUSES)),
    check('security_deposits_amount_not_negative', sql`amount_cents >= 0`),
  ],
);
