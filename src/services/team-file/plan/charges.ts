import type { Catalogue, CouponRecord } from '../../../db/queries/team-file/team-file.ts';
import { foldCase } from '../../../domain/text.ts';
import { FEE, TAX } from '../../team-data/charge.ts';
import {
  couponPart,
  couponRow,
  discountPart,
  discountRow,
  feePart,
  feeRow,
  taxPart,
  taxRow,
} from '../../team-data/charge-rows.ts';
import { COUPON } from '../../team-data/coupon.ts';
import { DISCOUNT } from '../../team-data/discount.ts';
import type { Kind } from '../../team-data/kind.ts';
import { differs } from '../../team-data/merging.ts';
import type { Entry, FileList } from '../read.ts';
import type { ImportContext } from './context.ts';
import { listingOf, type PlannedListings } from './listings.ts';
import { type WholeEntry, wholeEntry } from './wholes.ts';

type NamesListings = { listings?: string[] | null | undefined };
type AppliesToListings = { listingIds: string[] | null };

/** One kind of charge after the import: all rows, those to store, and the codes of those to delete. */
export type PlannedList<Row> = { all: Row[]; changed: Row[]; removedCodes: string[] };

export type PlannedCharges = ReturnType<typeof planCharges>;

/** Plans coupons, and fees, taxes and discounts, of which each list in the file replaces the stored one. */
export function planCharges(context: ImportContext, stored: Catalogue, listings: PlannedListings) {
  const { file } = context;
  const tools = { context, listings };
  return {
    fees: planList(tools, 'fees', {
      list: file.fees,
      kind: FEE,
      stored: stored.fees,
      partOf: feePart,
      rowOf: feeRow,
    }),
    taxes: planList(tools, 'taxes', {
      list: file.taxes,
      kind: TAX,
      stored: stored.taxes,
      partOf: taxPart,
      rowOf: taxRow,
    }),
    discounts: planList(tools, 'discounts', {
      list: file.discounts,
      kind: DISCOUNT,
      stored: stored.discounts,
      partOf: discountPart,
      rowOf: discountRow,
    }),
    coupons: planCoupons(tools, stored.coupons),
  };
}

type Tools = { context: ImportContext; listings: PlannedListings };

/**
 * A list that is replaced as a whole: the file's entries, and how an entry and a stored row become the row to store.
 */
type WholeList<Value, Required extends keyof Value & string, Row> = {
  list: FileList<Value>;
  kind: Kind<Value, Required>;
  stored: readonly Row[];
  partOf: (row: Row, given: Value) => Partial<Value>;
  rowOf: (
    entry: WholeEntry<Value, Required>,
    keep: { teamId: number; stored: Row | undefined; listingIds: string[] | null },
  ) => Row;
};

function planList<
  Value extends NamesListings & { code: string },
  Required extends keyof Value & string,
  Row extends AppliesToListings & { code: string },
>(
  { context, listings }: Tools,
  name: 'fees' | 'taxes' | 'discounts',
  { list, kind, stored, partOf, rowOf }: WholeList<Value, Required, Row>,
): PlannedList<Row> {
  if (!list.isGiven) return { all: [...stored], changed: [], removedCodes: [] };
  const storedByCode = new Map(stored.map((row) => [row.code, row]));
  const plan: PlannedList<Row> = { all: [], changed: [], removedCodes: [] };
  for (const entry of list.entries) {
    const before = storedByCode.get(entry.value.code);
    const listingIds = listingIdsOf(context, entry, before, listings);
    const whole = wholeEntry(context, kind, entry, before && partOf(before, entry.value));
    if (!whole) continue;
    const row = rowOf(whole, { teamId: context.teamId, stored: before, listingIds });
    const isChanged = differs(before, row);
    plan.all.push(row);
    if (isChanged) plan.changed.push(row);
    context.tally.compare(name, before, isChanged);
  }
  const codes = new Set(plan.all.map((row) => row.code));
  plan.removedCodes = stored.filter((row) => !codes.has(row.code)).map((row) => row.code);
  context.tally.add(name, 'removed', plan.removedCodes.length);
  return plan;
}

function planCoupons(
  { context, listings }: Tools,
  stored: readonly CouponRecord[],
): PlannedList<CouponRecord> {
  const byKey = new Map(stored.map((row) => [row.codeKey, row]));
  const changed: CouponRecord[] = [];
  for (const entry of context.file.coupons.entries) {
    const before = byKey.get(foldCase(entry.value.code ?? ''));
    const listingIds = listingIdsOf(context, entry, before, listings);
    const whole = wholeEntry(context, COUPON, entry, before && couponPart(before, entry.value));
    if (!whole) continue;
    const row = couponRow(whole, { teamId: context.teamId, stored: before, listingIds });
    const isChanged = differs(before, row);
    byKey.set(row.codeKey, row);
    if (isChanged) changed.push(row);
    context.tally.compare('coupons', before, isChanged);
  }
  return { all: [...byKey.values()], changed, removedCodes: [] };
}

/** The ids of the listings that a charge applies to, sorted, or null for all. */
function listingIdsOf(
  context: ImportContext,
  { place, value }: Entry<NamesListings>,
  stored: AppliesToListings | undefined,
  listings: PlannedListings,
): string[] | null {
  if (value.listings === undefined) return stored?.listingIds ?? null;
  if (value.listings === null) return null;
  const ids = new Set<string>();
  for (const [index, slug] of value.listings.entries()) {
    const listing = listingOf(context, place, { slug, field: `listings[${index}]` }, listings);
    if (listing) ids.add(listing.row.id);
  }
  return [...ids].sort();
}
