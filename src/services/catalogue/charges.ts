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
  type NamedChargeKind,
  upsertCharge,
} from '../../db/queries/listings/charges.ts';
import { findTeamRecord, lockTeam } from '../../db/queries/teams/teams.ts';
import type { PageOfRows, PageRequest } from '../../domain/page.ts';
import { listWrittenForms } from '../../domain/text/text.ts';
import { requireAllListings } from '../access/access.ts';
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
import { describeNamed, findTextProblems } from './translations.ts';

export type { ChargeColumns, ChargeKind, ChargeRecord, NamedChargeKind };

export type ShownCharge<Of extends ChargeKind = ChargeKind> = {
  [Kind in Of]: { kind: Kind; row: ChargeRecord<Kind>; slugs: string[] | null; redemptions: number };
}[Of];

/** `slugs` is null for all listings, and undefined to keep the charge's own. */
export type ChargeChange<Of extends ChargeKind = ChargeKind> = {
  [Kind in Of]: { kind: Kind; columns: ChargeColumns<Kind>; slugs: string[] | null | undefined };
}[Of];
export type NewCharge<Of extends ChargeKind = ChargeKind> = ChargeChange<Of> & { code: string };

type ChargePath = { kind: ChargeKind; code: string };

export async function findCharge(
  { db, clock, teamId }: SystemScope,
  { kind, code }: ChargePath,
): Promise<ShownCharge | null> {
  const row = await findNamedCharge(kind, code, (key) => findStoredCharge(db, teamId, kind, key));
  return row && toShownCharge({ db, teamId, now: clock() }, kind, row);
}

/** As somebody wrote it. */
async function findNamedCharge<Found>(
  kind: ChargeKind,
  code: string,
  find: (key: string) => Promise<Found | null>,
): Promise<Found | null> {
  for (const form of listWrittenForms(code)) {
    const found = await find(toChargeKey(kind, form));
    if (found !== null) return found;
  }
  return null;
}

export async function listCharges(
  { db, clock, teamId }: SystemScope,
  kind: ChargeKind,
  page: PageRequest,
): Promise<PageOfRows<ShownCharge>> {
  const { rows, total } = await listStoredCharges(db, teamId, kind, page);
  return { rows: await toShownCharges({ db, teamId, now: clock() }, kind, rows), total };
}

export const createCharge = (
  scope: TeamScope,
  charge: NewCharge,
  options: WriteOptions<ShownCharge> = {},
): Promise<ShownCharge> => write(scope, options, (scope) => createWithin(scope, charge));

/** The prices of existing bookings stay. */
export const changeCharge = (
  scope: TeamScope,
  code: string,
  change: ChargeChange,
  options: ConditionalOptions<ShownCharge> = {},
): Promise<ShownCharge> => write(scope, options, (scope) => changeWithin(scope, code, change, options));

/** Rolls the write back after `read`. */
export const previewCharge = <Value>(
  scope: TeamScope,
  { isNew, code }: { isNew: boolean; code: string },
  change: ChargeChange,
  read: (scope: WriteScope, charge: ShownCharge) => Promise<Value>,
): Promise<Value> =>
  write<Value>(scope, { isPreview: true }, async (scope) => {
    const charge = isNew
      ? await createWithin(scope, { ...change, code })
      : await changeWithin(scope, code, change, {});
    return read(scope, charge);
  });

async function createWithin<Kind extends ChargeKind>(
  scope: WriteScope,
  charge: NewCharge<Kind>,
): Promise<ShownCharge<Kind>> {
  requireAllListings(scope.access);
  const { tx, teamId } = scope;
  const { kind, code } = charge;
  await lockTeam(tx, teamId);
  const isTaken = (await findStoredCharge(tx, teamId, kind, toChargeKey(kind, code))) !== null;
  const taken: Problem = {
    path: ['code'],
    code: 'taken',
    // A charge has no id: its code is its name in paths.
    existing: null,
    message: `must not be that of another ${kind} of the team`,
  };
  return storeCharge(scope, charge, { stored: undefined, problems: isTaken ? [taken] : [] });
}

async function changeWithin<Kind extends ChargeKind>(
  scope: WriteScope,
  code: string,
  change: ChargeChange<Kind>,
  condition: Condition<ShownCharge<Kind>>,
): Promise<ShownCharge<Kind>> {
  const stored = await lockStoredCharge(scope, change.kind, code, condition);
  return storeCharge(scope, { ...change, code: stored.code }, { stored, problems: [] });
}

/** A coupon that a booking has used cannot be deleted. */
export const deleteCharge = (
  scope: TeamScope,
  { kind, code }: ChargePath,
  options: ConditionalOptions<void, ShownCharge> = {},
): Promise<void> =>
  write(scope, options, async (scope) => {
    const { tx, teamId } = scope;
    const stored = await lockStoredCharge(scope, kind, code, options);
    const key = toChargeKey(kind, stored.code);
    if (kind === 'coupon' && (await isCouponUsed(tx, teamId, key)))
      throw new Invalid({
        code: [{ code: 'state', sentence: 'A booking has used this coupon. Deactivate it instead.' }],
      });
    await deleteStoredCharge(tx, teamId, kind, key);
    await recordChargeEvent(scope, 'charge.deleted', kind, stored.code);
  });

/** The team is locked before, as with every change of charges. */
async function lockStoredCharge<Kind extends ChargeKind>(
  scope: WriteScope,
  kind: Kind,
  code: string,
  options: Condition<ShownCharge<Kind>>,
): Promise<ChargeRecord<Kind>> {
  const { tx, teamId } = scope;
  await lockTeam(tx, teamId);
  const stored = await findNamedCharge(kind, code, (key) => lockCharge(tx, teamId, kind, key));
  if (!stored) throw new NotFound();
  await requireVersion(options, () => toShownCharge(readIn(scope), kind, stored));
  requireAllListings(scope.access);
  return stored;
}

/** Refuses an invalid charge with all its problems at once. */
async function storeCharge<Kind extends ChargeKind>(
  scope: WriteScope,
  { kind, code, columns, slugs }: NewCharge<Kind>,
  { stored, problems: found }: { stored: ChargeRecord<Kind> | undefined; problems: Problem[] },
): Promise<ShownCharge<Kind>> {
  const { teamId } = scope;
  const named = await findNamedListings(scope, slugs);
  const keys = { teamId, code, listingIds: named.ids };
  const { row, problems } = buildChargeRow(kind, stored, columns, keys);
  problems.unshift(...found, ...named.problems);
  problems.push(...FIND_IDLE_PROBLEMS[kind](row));
  if ('translations' in row) problems.push(...(await findTextProblems(scope, describeNamed(row))));
  const isChanged = isNewOrDifferent(stored, row);
  if (isChanged)
    problems.push(
      ...(await findFixedChargeConflict(scope, row)),
      ...(await findCountProblems(scope, kind, row)),
    );
  throwIfInvalid(problems);
  if (!isChanged) return toShownCharge(readIn(scope), kind, row);
  const written = await COMPLETE_ROW[kind](scope, row);
  await upsertCharge(scope.tx, kind, written);
  await recordChargeEvent(scope, stored ? 'charge.changed' : 'charge.created', kind, row.code);
  return toShownCharge(readIn(scope), kind, written);
}

const noProblems = (): Problem[] => [];
const FIND_IDLE_PROBLEMS: { [Kind in ChargeKind]: (row: ChargeRecord<Kind>) => Problem[] } = {
  fee: noProblems,
  tax: findIdleTaxProblems,
  discount: noProblems,
  coupon: noProblems,
};

/** Counts how often a coupon was redeemed beyond its maximum. Lapsed holds count, because their rows are still stored. */
async function countRedeemedBeyond(
  { tx, teamId }: WriteScope,
  row: ChargeRecord<'coupon'>,
): Promise<ChargeRecord<'coupon'>> {
  const redemptions = (await countCouponRedemptions(tx, teamId, [row.codeKey], null)).get(row.codeKey) ?? 0;
  return { ...row, redeemedBeyond: Math.max(0, redemptions - (row.maxRedemptions ?? redemptions)) };
}

const keepRow = async <Row>(_: WriteScope, row: Row): Promise<Row> => row;
const COMPLETE_ROW: {
  [Kind in ChargeKind]: (scope: WriteScope, row: ChargeRecord<Kind>) => Promise<ChargeRecord<Kind>>;
} = { fee: keepRow, tax: keepRow, discount: keepRow, coupon: countRedeemedBeyond };

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
  kind: ChargeKind,
  row: ChargeRecord,
): Promise<Problem[]> {
  if (kind === 'coupon') return [];
  const stored = await listListingsOfAutomaticCharges(tx, teamId);
  const others = stored.filter((one) => one.kind !== kind || one.code !== row.code);
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
  kind: ChargeKind,
  code: string,
): Promise<void> => recordTeamEvent(scope, { type, data: { kind, code } });

type Reading = { db: Executor; teamId: number; now: Date };
const readIn = ({ tx, teamId, now }: WriteScope): Reading => ({ db: tx, teamId, now });

const NONE: ReadonlyMap<string, number> = new Map();

async function toShownCharges<Kind extends ChargeKind>(
  { db, teamId, now }: Reading,
  kind: Kind,
  rows: readonly ChargeRecord<Kind>[],
): Promise<ShownCharge<Kind>[]> {
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
      kind,
      row,
      slugs: sorted?.map((position) => named[position]?.slug ?? '') ?? null,
      redemptions: 'codeKey' in row ? (redemptions.get(row.codeKey) ?? 0) : 0,
    };
  });
}

async function toShownCharge<Kind extends ChargeKind>(
  reading: Reading,
  kind: Kind,
  row: ChargeRecord<Kind>,
): Promise<ShownCharge<Kind>> {
  const [shownRow] = await toShownCharges(reading, kind, [row]);
  if (!shownRow) throw new Error('A charge disappeared within its transaction.');
  return shownRow;
}
