import type {
  Catalogue,
  CouponRecord,
  DiscountRecord,
  FeeRecord,
  TaxRecord,
  TeamRecord,
} from '../../../db/queries/team-file.ts';
import { foldCase } from '../../../domain/fold-case.ts';
import type { FeeEntry, TaxEntry } from '../../team-data/charge.ts';
import { CHARGE_RULES } from '../../team-data/charge.ts';
import { contradictionsOf, type Rule } from '../../team-data/contradictions.ts';
import type { CouponEntry } from '../../team-data/coupon.ts';
import { COUPON_RULES } from '../../team-data/coupon.ts';
import type { DiscountEntry } from '../../team-data/discount.ts';
import { DISCOUNT_RULES } from '../../team-data/discount.ts';
import { shown } from '../../team-data/wording.ts';
import type { Entry, Fragment, TeamFile } from '../read/team-file.ts';
import { differs, given, type ImportContext, reportDuplicates } from './context.ts';
import { listingOf, type PlannedListings } from './listings.ts';

type NamesListings = { listings?: string[] | null | undefined };

/** One kind of charge as it is to be: which rows to store, and the codes of those that go. */
export type PlannedCharges<Row> = { all: Row[]; changed: Row[]; removedCodes: string[] };

/** Plans fees, taxes, discounts (each replaced as a whole where given) and coupons. */
export function planCharges(
  context: ImportContext,
  file: TeamFile,
  stored: Catalogue,
  listings: PlannedListings,
) {
  const { teamId } = context;
  const idsOf = (entry: Fragment<NamesListings>) => listingIds(context, entry, listings);

  const fees = planWhole(
    context,
    { entries: file.fees, fragments: file.fragments.fees },
    stored.fees,
    CHARGE_RULES,
    (entry: Entry<FeeEntry>): FeeRecord => ({
      teamId,
      code: entry.value.code,
      name: entry.value.name,
      basis: entry.value.basis,
      amountCents: entry.value.amount ?? null,
      percentPpm: entry.value.percent ?? null,
      taxable: entry.value.taxable ?? false,
      listingIds: idsOf(entry),
    }),
    idsOf,
  );
  const taxes = planWhole(
    context,
    { entries: file.taxes, fragments: file.fragments.taxes },
    stored.taxes,
    CHARGE_RULES,
    (entry: Entry<TaxEntry>): TaxRecord => ({
      teamId,
      code: entry.value.code,
      name: entry.value.name,
      basis: entry.value.basis,
      amountCents: entry.value.amount ?? null,
      percentPpm: entry.value.percent ?? null,
      appliesToAccommodation: entry.value.applies_to?.includes('accommodation') ?? true,
      appliesToFees: entry.value.applies_to?.includes('fees') ?? true,
      included: entry.value.included ?? false,
      maxNights: entry.value.max_nights ?? null,
      listingIds: idsOf(entry),
    }),
    idsOf,
  );
  const discounts = planWhole(
    context,
    { entries: file.discounts, fragments: file.fragments.discounts },
    stored.discounts,
    DISCOUNT_RULES,
    (entry: Entry<DiscountEntry>): DiscountRecord => ({
      teamId,
      code: entry.value.code,
      name: entry.value.name,
      kind: entry.value.kind,
      percentPpm: entry.value.percent,
      minNights: entry.value.min_nights ?? null,
      daysBefore: entry.value.days_before ?? null,
      listingIds: idsOf(entry),
    }),
    idsOf,
  );
  return { fees, taxes, discounts, coupons: planCoupons(context, file, stored.coupons, idsOf) };
}

/**
 * Fixed amounts are in the team's currency: no listing in another one may have one apply to it (contract, section 5).
 */
export function checkCurrencies(
  context: ImportContext,
  team: TeamRecord,
  listings: PlannedListings,
  charges: ReturnType<typeof planCharges>,
): void {
  const fixed = [
    ...charges.fees.all.map((row) => ({ ...row, kind: 'fee' })),
    ...charges.taxes.all.map((row) => ({ ...row, kind: 'tax' })),
    ...charges.coupons.all.map((row) => ({ ...row, kind: 'coupon' })),
  ].filter((row) => row.amountCents !== null);
  const ofAll = fixed.find(({ listingIds: ids }) => ids === null);
  const ofListing = new Map(fixed.flatMap((row) => (row.listingIds ?? []).map((id) => [id, row] as const)));
  for (const { row, entry } of listings.bySlug.values()) {
    const applying = ofAll ?? ofListing.get(row.id);
    if (row.currency === team.currency || !applying || entry?.faulty.has('currency')) continue;
    context.problems.add(
      entry?.place ?? `listing (${row.slug})`,
      `currency must be the team's, ${team.currency}, since the ${applying.kind} ${shown(applying.code)} of a fixed amount applies to it, not ${shown(row.currency)}`,
    );
  }
}

function planWhole<Value extends NamesListings & { code: string }, Row extends { code: string }>(
  context: ImportContext,
  { entries, fragments }: { entries: Entry<Value>[] | null; fragments: Fragment<Value>[] },
  stored: readonly Row[],
  rules: readonly Rule<Value>[],
  rowOf: (entry: Entry<Value>) => Row,
  checkListings: (fragment: Fragment<NamesListings>) => void,
): PlannedCharges<Row> {
  reportProblems(context, [...(entries ?? []), ...fragments], rules);
  reportDuplicates(context, [...(entries ?? []), ...fragments], 'code', ({ value }) => value.code);
  for (const fragment of fragments) checkListings(fragment);
  if (entries === null) return { all: [...stored], changed: [], removedCodes: [] };
  const storedByCode = new Map(stored.map((row) => [row.code, row]));
  const all = entries.map(rowOf);
  const codes = new Set(all.map((row) => row.code));
  return {
    all,
    changed: all.filter((row) => differs(storedByCode.get(row.code), row)),
    removedCodes: stored.filter((row) => !codes.has(row.code)).map((row) => row.code),
  };
}

function planCoupons(
  context: ImportContext,
  { coupons, fragments: { coupons: fragments } }: TeamFile,
  stored: readonly CouponRecord[],
  idsOf: (entry: Fragment<NamesListings>) => string[] | null,
): PlannedCharges<CouponRecord> {
  const byKey = new Map(stored.map((row) => [row.codeKey, row]));
  const entries = coupons ?? [];
  reportProblems(context, [...entries, ...fragments], COUPON_RULES);
  reportDuplicates(
    context,
    [...entries, ...fragments],
    'code',
    ({ value }) => value.code && foldCase(value.code),
  );
  for (const fragment of fragments) idsOf(fragment);
  const changed: CouponRecord[] = [];
  for (const entry of entries) {
    const match = byKey.get(foldCase(entry.value.code));
    const row = couponRow(context, entry, match, idsOf);
    byKey.set(row.codeKey, row);
    if (differs(match, row)) changed.push(row);
  }
  return { all: [...byKey.values()], changed, removedCodes: [] };
}

function reportProblems<Value>(
  context: ImportContext,
  entries: readonly Fragment<Value>[],
  rules: readonly Rule<Value>[],
): void {
  for (const entry of entries) {
    for (const sentence of contradictionsOf(rules, entry)) context.problems.add(entry.place, sentence);
  }
}

function couponRow(
  { teamId }: ImportContext,
  entry: Entry<CouponEntry>,
  stored: CouponRecord | undefined,
  idsOf: (entry: Fragment<NamesListings>) => string[] | null,
): CouponRecord {
  const { value } = entry;
  return {
    teamId,
    codeKey: foldCase(value.code),
    code: value.code,
    // One of the two is required, and giving it takes the other one away.
    percentPpm: value.percent ?? null,
    amountCents: value.amount ?? null,
    active: given(value.active, stored?.active, true),
    validFrom: given(value.valid_from, stored?.validFrom, null),
    validUntil: given(value.valid_until, stored?.validUntil, null),
    stayFrom: given(value.stay_from, stored?.stayFrom, null),
    stayUntil: given(value.stay_until, stored?.stayUntil, null),
    minNights: given(value.min_nights, stored?.minNights, null),
    maxRedemptions: given(value.max_redemptions, stored?.maxRedemptions, null),
    listingIds: value.listings === undefined ? (stored?.listingIds ?? null) : idsOf(entry),
  };
}

/** The ids of the listings that an entry names, sorted; null for all. */
function listingIds(
  context: ImportContext,
  { place, value }: Fragment<NamesListings>,
  listings: PlannedListings,
): string[] | null {
  if (!value.listings) return null;
  const ids = new Set<string>();
  for (const [index, slug] of value.listings.entries()) {
    const listing = listingOf(context, place, slug, listings, `listings[${index}]`);
    if (listing) ids.add(listing.row.id);
  }
  return [...ids].sort();
}
