/** Fees, taxes, discounts and coupons, one at a time (docs/rules.md, 16.1 and 16.5). */
import { and, asc, count, eq, gt, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { LanguageCode } from '../../../domain/languages/languages.ts';
import type { PageRequest } from '../../../domain/page.ts';
import { foldCase, listWrittenForms } from '../../../domain/text/text.ts';
import type { Executor, Transaction } from '../../client.ts';
import { bookings } from '../../schema/bookings.ts';
import { coupons, discounts, fees, taxes } from '../../schema/charges.ts';
import { listings } from '../../schema/listings.ts';
import { upsertRows } from '../bulk.ts';
import { raiseCatalogueVersion } from '../catalogue/versions.ts';
import { loadPage } from '../paging.ts';
import { firstRow, isAnyOf, matches } from '../statements.ts';

/** `key` identifies a charge within its team. */
const TABLES = {
  fee: { table: fees, key: fees.code },
  tax: { table: taxes, key: taxes.code },
  discount: { table: discounts, key: discounts.code },
  coupon: { table: coupons, key: coupons.codeKey },
} satisfies Record<string, { table: PgTable & { teamId: PgColumn; code: PgColumn }; key: PgColumn }>;

export type ChargeKind = keyof typeof TABLES;
export type ChargeRecord<Name extends ChargeKind = ChargeKind> =
  (typeof TABLES)[Name]['table']['$inferSelect'];

/** As the type of the columns that all four tables have. */
const findTable = (name: ChargeKind): PgTable & { teamId: PgColumn; code: PgColumn } => TABLES[name].table;
const selectCharges = (db: Executor, name: ChargeKind, condition: SQL | undefined) =>
  db.select().from(findTable(name)).where(condition);
const isChargeWithKey = (name: ChargeKind, teamId: number, key: string) =>
  and(eq(findTable(name).teamId, teamId), eq(TABLES[name].key, key));

const firstCharge = async <Name extends ChargeKind>(rows: PromiseLike<unknown[]>) =>
  (await firstRow(rows)) as ChargeRecord<Name> | null;

export const findCharge = <Name extends ChargeKind>(db: Executor, teamId: number, name: Name, key: string) =>
  firstCharge<Name>(selectCharges(db, name, isChargeWithKey(name, teamId, key)));

/**
 * The stored form of a typed code. Needs a statement only if the code is not in Unicode's composed form,
 * because only then may it mean either of two coupons.
 */
export async function findCouponKey(db: Executor, teamId: number, code: string | null) {
  if (code === null) return null;
  const [key = '', composedKey] = listWrittenForms(code).map(foldCase);
  return composedKey === undefined || (await findCharge(db, teamId, 'coupon', key)) ? key : composedKey;
}

/** A locked coupon cannot be changed or booked with. */
export const lockCharge = <Name extends ChargeKind>(
  tx: Transaction,
  teamId: number,
  name: Name,
  key: string,
) => firstCharge<Name>(selectCharges(tx, name, isChargeWithKey(name, teamId, key)).for('no key update'));

export async function listCharges<Name extends ChargeKind>(
  db: Executor,
  teamId: number,
  name: Name,
  page: PageRequest,
) {
  const table = findTable(name);
  const ofTeam = eq(table.teamId, teamId);
  const charges = selectCharges(db, name, ofTeam).orderBy(asc(table.code), asc(TABLES[name].key));
  const { rows, total } = await loadPage(db.$count(table, ofTeam), charges, page);
  return { rows: rows as ChargeRecord<Name>[], total };
}

/** Coupons have no names. */
export type NamedChargeKind = Exclude<ChargeKind, 'coupon'>;

/** How many charges there are, and how many of them have a name in the language. */
export async function countNamedCharges(
  db: Executor,
  teamId: number,
  name: NamedChargeKind,
  language: LanguageCode,
): Promise<{ all: number; translated: number }> {
  const { table } = TABLES[name];
  const isTranslated = sql`${table.translations} ? ${language}`;
  const counts = { all: count(), translated: sql<number>`(count(*) filter (where ${isTranslated}))::int` };
  const found = await firstRow(db.select(counts).from(findTable(name)).where(eq(table.teamId, teamId)));
  return found ?? { all: 0, translated: 0 };
}

export async function upsertCharge<Name extends ChargeKind>(
  tx: Transaction,
  name: Name,
  row: ChargeRecord<Name>,
): Promise<void> {
  if (IS_IN_CATALOGUE[name]) await raiseCatalogueVersion(tx, row.teamId);
  await UPSERT_BY_KIND[name](tx, row);
}

const UPSERT_BY_KIND: { [Kind in ChargeKind]: (tx: Transaction, row: ChargeRecord<Kind>) => Promise<void> } =
  {
    fee: (tx, row) => upsertRows(tx, fees, [row]),
    tax: (tx, row) => upsertRows(tx, taxes, [row]),
    discount: (tx, row) => upsertRows(tx, discounts, [row]),
    coupon: (tx, row) => upsertRows(tx, coupons, [row]),
  };

export async function deleteCharge(
  tx: Transaction,
  teamId: number,
  name: ChargeKind,
  key: string,
): Promise<void> {
  if (IS_IN_CATALOGUE[name]) await raiseCatalogueVersion(tx, teamId);
  await tx.delete(findTable(name)).where(isChargeWithKey(name, teamId, key));
}

/** Whether charges of a kind decide about answers without a coupon, and so belong to the catalogue. */
const IS_IN_CATALOGUE = {
  fee: true,
  tax: true,
  discount: true,
  coupon: false,
} satisfies Record<ChargeKind, boolean>;

async function listListingsOfCharges<Kind extends ChargeKind>(
  tx: Transaction,
  teamId: number,
  kind: Kind,
  condition?: SQL,
) {
  const { code, listingIds } = TABLES[kind].table;
  const ofTeam = eq(findTable(kind).teamId, teamId);
  const rows = await tx.select({ code, listingIds }).from(findTable(kind)).where(and(ofTeam, condition));
  return rows.map((row) => ({ ...row, kind }));
}

export const listListingsOfAutomaticCharges = async (tx: Transaction, teamId: number) => [
  ...(await listListingsOfCharges(tx, teamId, 'fee')),
  ...(await listListingsOfCharges(tx, teamId, 'tax')),
  ...(await listListingsOfCharges(tx, teamId, 'discount')),
];

/** Charges with fixed amounts, and the listings to which they apply. */
export async function listFixedAmountCharges(tx: Transaction, teamId: number) {
  const isFixedTax = or(isNotNull(taxes.amountCents), isNotNull(taxes.maxAmountCents));
  return [
    ...(await listListingsOfCharges(tx, teamId, 'fee', isNotNull(fees.amountCents))),
    ...(await listListingsOfCharges(tx, teamId, 'tax', isFixedTax)),
    ...(await listListingsOfCharges(tx, teamId, 'coupon', isNotNull(coupons.amountCents))),
  ];
}

/**
 * Counts each coupon's bookings that are not cancelled. Holds that have lapsed at the moment `at` do not
 * count: without it, they do.
 */
export async function countCouponRedemptions(
  db: Executor,
  teamId: number,
  keys: readonly string[],
  at: Date | null,
): Promise<Map<string, number>> {
  const rows = await db
    .select({ key: bookings.couponKey, count: count() })
    .from(bookings)
    .where(
      and(
        eq(bookings.teamId, teamId),
        isAnyOf(bookings.couponKey, keys),
        ne(bookings.status, 'cancelled'),
        at === null ? undefined : or(isNull(bookings.expiresAt), gt(bookings.expiresAt, at)),
      ),
    )
    .groupBy(bookings.couponKey);
  return new Map(rows.map(({ key, count }) => [key ?? '', count]));
}

/** Even a cancelled booking counts. */
export async function isCouponUsed(db: Executor, teamId: number, couponKey: string): Promise<boolean> {
  const isOfCoupon = matches(bookings, { teamId, couponKey });
  return (await firstRow(db.select({ id: bookings.id }).from(bookings).where(isOfCoupon).limit(1))) !== null;
}

/** By ids, by slugs, or those with another currency. Sorted by slug. */
export function listListingSlugs(
  db: Executor,
  teamId: number,
  by: { ids: readonly string[] } | { slugs: readonly string[] } | { notIn: string },
) {
  const { id, slug, currency } = listings;
  const isNamedListing =
    'ids' in by ? isAnyOf(id, by.ids) : 'slugs' in by ? isAnyOf(slug, by.slugs) : ne(currency, by.notIn);
  return db
    .select({ id, slug, currency })
    .from(listings)
    .where(and(eq(listings.teamId, teamId), isNamedListing))
    .orderBy(asc(slug));
}
