import type { Executor } from '../../db/client.ts';
import {
  type ChargeKind,
  type ChargeRecord,
  countCouponRedemptions,
  deleteCharge as deleteStoredCharge,
  findCharge as findStoredCharge,
  isCouponUsed,
  listListingSlugs,
  listListingsOfAutomaticCharges,
  listCharges as listStoredCharges,
  lockCharge,
  upsertCharge,
} from '../../db/queries/listings/charges.ts';
import { findTeamRecord, lockTeam } from '../../db/queries/teams/teams.ts';
import type { PageOfRows, PageRequest } from '../../domain/page.ts';
import { listWrittenForms } from '../../domain/text/text.ts';
import { Invalid, NotFound } from '../errors.ts';
import { recordTeamEvent } from '../team-events.ts';
import type { SystemScope, TeamScope, WriteScope } from '../team-scope.ts';
import {
  type Condition,
  type ConditionalOptions,
  requireVersion,
  type WriteOptions,
  write,
} from '../write.ts';
import { CHARGE_LIMIT_TEXT, countCharges, findFixedAmountField, isOverChargeLimit } from './charge-limits.ts';
import { buildChargeRow, type ChargeColumns, findIdleTaxProblems, toChargeKey } from './charge-rows.ts';
import { type Problem, presentValue, throwIfInvalid } from './problems.ts';
import { isNewOrDifferent } from './rows.ts';

export type { ChargeColumns, ChargeKind, ChargeRecord };

export type ShownCharge<Name extends ChargeKind = ChargeKind> = {
  name: ChargeKind;
  row: ChargeRecord<Name>;
  slugs: string[] | null;
  redemptions: number;
};

/** `slugs` is null for all listings, and undefined to keep the charge's own. */
export type ChargeChange = { columns: ChargeColumns; slugs: string[] | null | undefined };
export type NewCharge = ChargeChange & { code: string };

export type ChargePath = { name: ChargeKind; code: string };

export async function findCharge(
  { db, clock, teamId }: SystemScope,
  { name, code }: ChargePath,
): Promise<ShownCharge | null> {
  const row = await findNamedCharge(name, code, (key) => findStoredCharge(db, teamId, name, key));
  return row && toShownCharge({ db, teamId, now: clock() }, name, row);
}

/** As somebody wrote it. */
async function findNamedCharge<Found>(
  name: ChargeKind,
  code: string,
  find: (key: string) => Promise<Found | null>,
): Promise<Found | null> {
  for (const form of listWrittenForms(code)) {
    const found = await find(toChargeKey(name, form));
    if (found !== null) return found;
  }
  return null;
}

export async function listCharges(
  { db, clock, teamId }: SystemScope,
  name: ChargeKind,
  page: PageRequest,
): Promise<PageOfRows<ShownCharge>> {
  const { rows, total } = await listStoredCharges(db, teamId, name, page);
  return { rows: await toShownCharges({ db, teamId, now: clock() }, name, rows), total };
}

export const createCharge = (
  scope: TeamScope,
  name: ChargeKind,
  charge: NewCharge,
  options: WriteOptions<ShownCharge> = {},
): Promise<ShownCharge> => write(scope, options, (scope) => createWithin(scope, name, charge));

/** The prices of existing bookings stay. */
export const changeCharge = (
  scope: TeamScope,
  path: ChargePath,
  change: ChargeChange,
  options: ConditionalOptions<ShownCharge> = {},
): Promise<ShownCharge> => write(scope, options, (scope) => changeWithin(scope, path, change, options));

/** Rolls the write back after `read`. */
export const previewCharge = <Value>(
  scope: TeamScope,
  { isNew, ...path }: ChargePath & { isNew: boolean },
  change: ChargeChange,
  read: (scope: WriteScope, charge: ShownCharge) => Promise<Value>,
): Promise<Value> =>
  write<Value>(scope, { isPreview: true }, async (scope) => {
    const charge = isNew
      ? await createWithin(scope, path.name, { ...change, code: path.code })
      : await changeWithin(scope, path, change, {});
    return read(scope, charge);
  });

async function createWithin(scope: WriteScope, name: ChargeKind, charge: NewCharge): Promise<ShownCharge> {
  const { tx, teamId } = scope;
  await lockTeam(tx, teamId);
  const key = toChargeKey(name, charge.code);
  const isTaken = (await findStoredCharge(tx, teamId, name, key)) !== null;
  const taken: Problem = {
    path: ['code'],
    code: 'taken',
    // A charge has no id: its code is its name in paths.
    existing: null,
    message: `must not be that of another ${name} of the team`,
  };
  return storeCharge(scope, name, charge, { stored: undefined, problems: isTaken ? [taken] : [] });
}

async function changeWithin(
  scope: WriteScope,
  { name, code }: ChargePath,
  change: ChargeChange,
  condition: Condition<ShownCharge>,
): Promise<ShownCharge> {
  const stored = await lockStoredCharge(scope, name, code, condition);
  return storeCharge(scope, name, { ...change, code: stored.code }, { stored, problems: [] });
}

/** A coupon that a booking has used cannot be deleted. */
export const deleteCharge = (
  scope: TeamScope,
  { name, code }: ChargePath,
  options: ConditionalOptions<void, ShownCharge> = {},
): Promise<void> =>
  write(scope, options, async (scope) => {
    const { tx, teamId } = scope;
    const stored = await lockStoredCharge(scope, name, code, options);
    const key = toChargeKey(name, stored.code);
    if (name === 'coupon' && (await isCouponUsed(tx, teamId, key)))
      throw new Invalid({
        code: [{ code: 'state', sentence: 'A booking has used this coupon. Deactivate it instead.' }],
      });
    await deleteStoredCharge(tx, teamId, name, key);
    await recordChargeEvent(scope, 'charge.deleted', name, stored.code);
  });

/** The team is locked before, as with every change of charges. */
async function lockStoredCharge(
  scope: WriteScope,
  name: ChargeKind,
  code: string,
  options: Condition<ShownCharge>,
): Promise<ChargeRecord> {
  const { tx, teamId } = scope;
  await lockTeam(tx, teamId);
  const stored = await findNamedCharge(name, code, (key) => lockCharge(tx, teamId, name, key));
  if (!stored) throw new NotFound();
  await requireVersion(options, () => toShownCharge(readIn(scope), name, stored));
  return stored;
}

/** Refuses an invalid charge with all its problems at once. */
async function storeCharge(
  scope: WriteScope,
  name: ChargeKind,
  { code, columns, slugs }: NewCharge,
  { stored, problems: found }: { stored: ChargeRecord | undefined; problems: Problem[] },
): Promise<ShownCharge> {
  const { tx, teamId } = scope;
  const named = await findNamedListings(scope, slugs);
  const keys = { teamId, code, listingIds: named.ids };
  const { row, problems } = buildChargeRow(name, stored as never, columns, keys);
  problems.unshift(...found, ...named.problems);
  if ('appliesToFees' in row) problems.push(...findIdleTaxProblems(row));
  const isChanged = isNewOrDifferent(stored, row as ChargeRecord);
  if (isChanged)
    problems.push(
      ...(await findFixedChargeConflict(scope, row)),
      ...(await findCountProblems(scope, name, row)),
    );
  throwIfInvalid(problems);
  if (!isChanged) return toShownCharge(readIn(scope), name, row);
  if ('redeemedBeyond' in row) {
    // Lapsed holds count here, because their rows are still stored.
    const redemptions = (await countCouponRedemptions(tx, teamId, [row.codeKey], null)).get(row.codeKey) ?? 0;
    row.redeemedBeyond = Math.max(0, redemptions - (row.maxRedemptions ?? redemptions));
  }
  await upsertCharge(tx, name, row);
  await recordChargeEvent(scope, stored ? 'charge.changed' : 'charge.created', name, row.code);
  return toShownCharge(readIn(scope), name, row);
}

/** With a problem for each slug that no listing has. */
async function findNamedListings({ tx, teamId }: WriteScope, slugs: ChargeChange['slugs']) {
  if (!slugs) return { ids: slugs, problems: [] };
  const known = await listListingSlugs(tx, teamId, { slugs });
  const found = new Set(known.map(({ slug }) => slug));
  const unknown = slugs.entries().filter(([, slug]) => !found.has(slug));
  const message = 'must be the slug of a listing';
  const problems = [
    ...unknown.map(([index]) => ({ path: ['listings', index], code: 'unknown' as const, message })),
  ];
  return { ids: known.map(({ id }) => id).sort(), problems };
}

/** A fixed amount is in the team's currency, so it must not apply to a listing in another. */
async function findFixedChargeConflict({ tx, teamId }: WriteScope, row: ChargeRecord): Promise<Problem[]> {
  const field = 'kind' in row ? null : findFixedAmountField(row);
  if (field === null) return [];
  const currency = (await findTeamRecord(tx, teamId))?.currency ?? '';
  const others = await listListingSlugs(tx, teamId, { notIn: currency });
  const other = others.find(({ id }) => row.listingIds === null || row.listingIds.includes(id));
  if (!other) return [];
  const message = `must not be given, because it applies to ${presentValue(other.slug)}, whose currency is ${other.currency}, not the team's, ${currency}`;
  return [{ path: [field], code: 'contradicts', message }];
}

async function findCountProblems(
  { tx, teamId }: WriteScope,
  name: ChargeKind,
  row: ChargeRecord,
): Promise<Problem[]> {
  if (name === 'coupon') return [];
  const stored = await listListingsOfAutomaticCharges(tx, teamId);
  const others = stored.filter((one) => one.kind !== name || one.code !== row.code);
  const [before, after] = [countCharges(stored), countCharges([...others, row])];
  const isFine =
    !isOverChargeLimit(after.ofAll, before.ofAll) &&
    after.named.every((id) => !isOverChargeLimit(after.of(id), before.of(id)));
  return isFine
    ? []
    : [
        {
          path: ['listings'],
          code: 'limit',
          message: `must leave ${CHARGE_LIMIT_TEXT} that apply to a listing`,
        },
      ];
}

const recordChargeEvent = (
  scope: WriteScope,
  type: 'charge.created' | 'charge.changed' | 'charge.deleted',
  name: ChargeKind,
  code: string,
): Promise<void> => recordTeamEvent(scope, { type, data: { kind: name, code } });

type Reading = { db: Executor; teamId: number; now: Date };
const readIn = ({ tx, teamId, now }: WriteScope): Reading => ({ db: tx, teamId, now });

const NONE: ReadonlyMap<string, number> = new Map();

async function toShownCharges<Name extends ChargeKind>(
  { db, teamId, now }: Reading,
  name: Name,
  rows: readonly ChargeRecord<Name>[],
): Promise<ShownCharge<Name>[]> {
  const ids = [...new Set(rows.flatMap(({ listingIds }) => listingIds ?? []))];
  const named = ids.length === 0 ? [] : await listListingSlugs(db, teamId, { ids });
  // A charge may name many thousands of listings, so slugs are sorted once, and each charge's listings by
  // their position among them.
  const positions = new Map(named.map(({ id }, position) => [id, position]));
  const keys = rows.flatMap((row) => ('codeKey' in row ? row.codeKey : []));
  const redemptions = keys.length === 0 ? NONE : await countCouponRedemptions(db, teamId, keys, now);
  return rows.map((row) => {
    const sorted = row.listingIds?.flatMap((id) => positions.get(id) ?? []).sort((a, b) => a - b);
    return {
      name,
      row,
      slugs: sorted?.map((position) => named[position]?.slug ?? '') ?? null,
      redemptions: 'codeKey' in row ? (redemptions.get(row.codeKey) ?? 0) : 0,
    };
  });
}

async function toShownCharge(reading: Reading, name: ChargeKind, row: ChargeRecord): Promise<ShownCharge> {
  const [shownRow] = await toShownCharges(reading, name, [row as never]);
  if (!shownRow) throw new Error('A charge disappeared within its transaction.');
  return shownRow;
}
