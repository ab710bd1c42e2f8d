import type { Transaction } from '../../../../db/client.ts';
import { storeRowDifference } from '../../../../db/queries/bulk.ts';
import type { ChargeKind, ChargeRecord } from '../../../../db/queries/listings/charges.ts';
import { coupons, discounts, fees, taxes } from '../../../../db/schema/charges.ts';
import { wordMessageText } from '../../../../domain/text/message-text.ts';
import { toChargeColumns } from '../../../../schemas/charges/columns.ts';
import type { ChargeEntries } from '../../../../schemas/charges/entries.ts';
import {
  buildChargeRow,
  dropIdleTaxFields,
  findIdleTaxProblems,
  toChargeKey,
} from '../../../../services/catalogue/charge-rows.ts';
import { diffRows } from '../../../../services/catalogue/rows.ts';
import { describeNamed } from '../../../../services/catalogue/translations.ts';
import type { FileEntry, FileList } from '../../../../services/team-file-part.ts';
import type { ChargeRecords } from '../../db/queries/team-file.ts';
import type { ImportContext } from './context.ts';
import { reportTextProblems } from './languages.ts';
import { findPlannedListing, type PlannedListings } from './listings.ts';

export type PlannedCharges = ReturnType<typeof planCharges>;

const LISTS = { fee: 'fees', tax: 'taxes', discount: 'discounts', coupon: 'coupons' } as const;

/**
 * Each list of fees, taxes or discounts replaces the stored list. Returns all rows, and which of them to
 * write.
 */
export function planCharges(context: ImportContext, stored: ChargeRecords, listings: PlannedListings) {
  const { fees, taxes, discounts, coupons } = context.file;
  return {
    fees: planList(context, 'fee', { list: fees, stored: stored.fees }, listings),
    taxes: planList(context, 'tax', { list: taxes, stored: stored.taxes }, listings),
    discounts: planList(context, 'discount', { list: discounts, stored: stored.discounts }, listings),
    coupons: planList(context, 'coupon', { list: coupons, stored: stored.coupons }, listings),
  };
}

function planList<Kind extends ChargeKind>(
  context: ImportContext,
  kind: Kind,
  { list, stored }: { list: FileList<ChargeEntries[Kind]>; stored: readonly ChargeRecord<Kind>[] },
  listings: PlannedListings,
) {
  const { teamId, problems, tally } = context;
  const keyOf = ({ code }: { code: string }) => toChargeKey(kind, code);
  const storedByKey = new Map(stored.map((row) => [keyOf(row), row]));
  const rows = list.entries.map((entry) => {
    const listingIds = findListingIds(context, entry, listings);
    const { code } = entry.value;
    const before = storedByKey.get(keyOf(entry.value));
    const columns = toChargeColumns(kind, entry.value);
    const made = buildChargeRow(kind, before, columns, { teamId, code, listingIds });
    problems.addIssues(entry.place, made.problems);
    if ('translations' in made.row) reportTextProblems(context, entry.place, describeNamed(made.row));
    return DROP_IDLE_FIELDS[kind](context, entry.place, made.row);
  });
  const isReplaced = kind !== 'coupon' && list.isGiven;
  const named = new Set(rows.map(keyOf));
  const all = isReplaced ? rows : [...stored.filter((row) => !named.has(keyOf(row))), ...rows];
  const plan = diffRows(stored, all, keyOf);
  tally.addDifference(LISTS[kind], plan, rows.length);
  return { ...plan, all };
}

/** Files of earlier versions have fields that do nothing: they are left out with a note. */
function dropIdleFieldsOfTax(
  { notices }: ImportContext,
  place: string,
  row: ChargeRecord<'tax'>,
): ChargeRecord<'tax'> {
  const idle = findIdleTaxProblems(row);
  if (idle.length === 0) return row;
  for (const { path, message } of idle)
    notices.push(`${place}: ${path.join('.')} ${wordMessageText(message)}, so it was left out`);
  return dropIdleTaxFields(row);
}

const keepFields = <Row>(_context: ImportContext, _place: string, row: Row): Row => row;

const DROP_IDLE_FIELDS: {
  [Kind in ChargeKind]: (
    context: ImportContext,
    place: string,
    row: ChargeRecord<Kind>,
  ) => ChargeRecord<Kind>;
} = { fee: keepFields, tax: dropIdleFieldsOfTax, discount: keepFields, coupon: keepFields };

/** Null for all listings. */
function findListingIds(
  context: ImportContext,
  { place, value: { listings: slugs } }: FileEntry<ChargeEntries[ChargeKind]>,
  listings: PlannedListings,
): string[] | null | undefined {
  if (!slugs) return slugs;
  const ids = slugs.map(
    (slug, index) =>
      findPlannedListing(context, place, { slug, field: `listings[${index}]` }, listings)?.row.id,
  );
  return [...new Set(ids.filter((id) => id !== undefined))].sort();
}

/** After the listings to which they apply. */
export async function storeCharges(tx: Transaction, charges: PlannedCharges): Promise<void> {
  await storeRowDifference(tx, fees, charges.fees);
  await storeRowDifference(tx, taxes, charges.taxes);
  await storeRowDifference(tx, discounts, charges.discounts);
  await storeRowDifference(tx, coupons, charges.coupons);
}
