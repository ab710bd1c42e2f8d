import { and, asc, eq, gte, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { addDays, type StayDate } from '../../../domain/dates/dates.ts';
import type { PageOfRows, PageRequest } from '../../../domain/page.ts';
import type {
  BookingStatus,
  InvoiceKind,
  InvoiceStatus,
  PaymentMethod,
  PaymentStatus,
} from '../../../domain/vocabulary.ts';
import type { Executor } from '../../client.ts';
import { prepareQuery } from '../../prepared.ts';
import { bookings } from '../../schema/bookings.ts';
import { invoices, payments } from '../../schema/folio.ts';
import { guests } from '../../schema/guests.ts';
import { listings } from '../../schema/listings.ts';
import { isGuestOfBooking, isListingOfBooking } from '../joins.ts';
import { countForWholeList, findPageOfIds, readInOrder } from '../paging.ts';
import { isAnyOf, matches, placeholders } from '../statements.ts';

/** Both dates are included. */
type DateRange = { from?: StayDate | undefined; to?: StayDate | undefined };

export type PaymentFilter = {
  statuses?: readonly PaymentStatus[] | undefined;
  bookingStatuses?: readonly BookingStatus[] | undefined;
  methods?: readonly PaymentMethod[] | undefined;
  bookingId?: string | undefined;
  due: DateRange;
  /** The days of payment, in the time zones of the listings. */
  paid: DateRange;
};

export type InvoiceFilter = {
  statuses?: readonly InvoiceStatus[] | undefined;
  kinds?: readonly InvoiceKind[] | undefined;
  bookingId?: string | undefined;
  /** The days of issue, in the time zones of the listings. */
  issued: DateRange;
};

export type ListedPayment = Awaited<ReturnType<typeof listPaymentsByIds>>[number];
export type ListedInvoice = Awaited<ReturnType<typeof listInvoicesByIds>>[number];

const PAYMENT_ORDER = [asc(payments.dueOn), asc(payments.id)];
const INVOICE_ORDER = [asc(invoices.issuedAt), asc(invoices.number), asc(invoices.id)];

/** By due date. */
export async function listPayments(
  db: Executor,
  teamId: number,
  filter: PaymentFilter,
  page: PageRequest,
): Promise<PageOfRows<ListedPayment>> {
  const list = { where: buildPaymentCondition(teamId, filter), orderBy: PAYMENT_ORDER };
  const isFoundBeforeSorted = filter.bookingStatuses !== undefined;
  const query = { ...list, isPlannedByValues: true, isFoundBeforeSorted };
  const { ids, total } = await findPageOfIds(db, payments, query, page);
  return { rows: await listPaymentsByIds(db, teamId, ids), total };
}

export const countPayments = (db: Executor, teamId: number, filter: PaymentFilter) =>
  countForWholeList(db, payments, buildPaymentCondition(teamId, filter));

export const selectPaymentIds = (db: Executor, teamId: number, filter: PaymentFilter) =>
  db
    .select({ id: payments.id })
    .from(payments)
    .where(buildPaymentCondition(teamId, filter))
    .orderBy(...PAYMENT_ORDER);

export const listPaymentsByIds = (db: Executor, teamId: number, ids: readonly string[]) =>
  readInOrder(ids, async (some) =>
    (await selectPayments(db, { teamId, ids: some })).map(({ item, booking }) => ({ ...item, booking })),
  );

/** By moment of issue. */
export async function listInvoices(
  db: Executor,
  teamId: number,
  filter: InvoiceFilter,
  page: PageRequest,
): Promise<PageOfRows<ListedInvoice>> {
  const list = { where: buildInvoiceCondition(teamId, filter), orderBy: INVOICE_ORDER };
  const { ids, total } = await findPageOfIds(db, invoices, { ...list, isPlannedByValues: true }, page);
  return { rows: await listInvoicesByIds(db, teamId, ids), total };
}

export const countInvoices = (db: Executor, teamId: number, filter: InvoiceFilter) =>
  countForWholeList(db, invoices, buildInvoiceCondition(teamId, filter));

export const selectInvoiceIds = (db: Executor, teamId: number, filter: InvoiceFilter) =>
  db
    .select({ id: invoices.id })
    .from(invoices)
    .where(buildInvoiceCondition(teamId, filter))
    .orderBy(...INVOICE_ORDER);

export const listInvoicesByIds = (db: Executor, teamId: number, ids: readonly string[]) =>
  readInOrder(ids, async (some) =>
    (await selectInvoices(db, { teamId, ids: some })).map(({ item, booking }) => ({ ...item, booking })),
  );

const bookingColumns = {
  confirmationCode: bookings.confirmationCode,
  status: bookings.status,
  listingId: bookings.listingId,
  currency: bookings.currency,
  guestName: guests.name,
};

const selectPayments = prepareQuery((db) =>
  db
    .select({ item: payments, booking: bookingColumns })
    .from(payments)
    .innerJoin(bookings, and(eq(bookings.teamId, payments.teamId), eq(bookings.id, payments.bookingId)))
    .innerJoin(guests, isGuestOfBooking)
    .where(and(matches(payments, placeholders('teamId')), isAnyOf(payments.id, sql.placeholder('ids')))),
);

const selectInvoices = prepareQuery((db) =>
  db
    .select({ item: invoices, booking: bookingColumns })
    .from(invoices)
    .innerJoin(bookings, and(eq(bookings.teamId, invoices.teamId), eq(bookings.id, invoices.bookingId)))
    .innerJoin(guests, isGuestOfBooking)
    .where(and(matches(invoices, placeholders('teamId')), isAnyOf(invoices.id, sql.placeholder('ids')))),
);

const buildPaymentCondition = (teamId: number, filter: PaymentFilter) =>
  and(
    eq(payments.teamId, teamId),
    filter.statuses && isAnyOf(payments.status, filter.statuses),
    filter.methods && isAnyOf(payments.method, filter.methods),
    filter.bookingId === undefined ? undefined : eq(payments.bookingId, filter.bookingId),
    filter.due.from === undefined ? undefined : gte(payments.dueOn, filter.due.from),
    filter.due.to === undefined ? undefined : lte(payments.dueOn, filter.due.to),
    filter.bookingStatuses && isOfBooking(teamId, payments, isAnyOf(bookings.status, filter.bookingStatuses)),
    isOnDays(payments.paidAt, filter.paid, findZone(teamId, payments)),
  );

const buildInvoiceCondition = (teamId: number, filter: InvoiceFilter) =>
  and(
    eq(invoices.teamId, teamId),
    filter.statuses && isAnyOf(invoices.status, filter.statuses),
    filter.kinds && isAnyOf(invoices.kind, filter.kinds),
    filter.bookingId === undefined ? undefined : eq(invoices.bookingId, filter.bookingId),
    isOnDays(
      invoices.issuedAt,
      filter.issued,
      sql`coalesce(${invoices.document} ->> 'timezone', ${findZone(teamId, invoices)})`,
    ),
  );

type PartOfFolio = PgTable & { bookingId: PgColumn };

const isOfBooking = (teamId: number, { bookingId }: PartOfFolio, condition: SQL) =>
  sql`${bookingId} in (select ${bookings.id} from ${bookings} where ${and(eq(bookings.teamId, teamId), condition)})`;

/** Today's, of the listing. */
const findZone = (teamId: number, { bookingId }: PartOfFolio) =>
  sql`(select ${listings.timezone} from ${bookings} join ${listings} on ${isListingOfBooking}
    where ${and(eq(bookings.teamId, teamId), eq(bookings.id, bookingId))})`;

/**
 * No time zone is more than a day from UTC, so an index by the moment finds all rows that can match, and the
 * zone is looked up only near the ends. It is a value of each row and not a join, so that the rows stay in
 * the order of the list's index.
 */
function isOnDays(at: PgColumn, { from, to }: DateRange, zone: SQL) {
  const day = sql`(${at} at time zone ${zone})::date`;
  return and(
    from === undefined
      ? undefined
      : and(
          gte(at, new Date(addDays(from, -1))),
          or(gte(at, new Date(addDays(from, 1))), sql`${day} >= ${from}`),
        ),
    to === undefined
      ? undefined
      : and(lt(at, new Date(addDays(to, 2))), or(lt(at, new Date(to)), sql`${day} <= ${to}`)),
  );
}
