import type { Executor } from '../../db/client.ts';
import {
  type ChargeName,
  type ChargeRecord,
  countRedemptions,
  deleteCharge,
  findCharge,
  isCouponUsed,
  listAppliedListings,
  listCharges,
  listNamedListings,
  lockCharge,
  type NamedListing,
  storeCharge,
} from '../../db/queries/listings/charges.ts';
import { findTeamRecord, lockTeam } from '../../db/queries/teams/teams.ts';
import {
  done,
  type FieldMessages,
  hasMessages,
  invalid,
  mergeMessages,
  messagesOf,
  notFound,
  type Outcome,
} from '../outcome.ts';
import { type Page, type PageRequest, sliceOf } from '../page.ts';
import { areTooMany, countCharges, FEW_CHARGES } from '../team-data/charge-counts.ts';
import { givenOf, judged } from '../team-data/judging.ts';
import { MAX_PROBLEMS } from '../team-data/long-lists.ts';
import { differs } from '../team-data/merging.ts';
import { fieldSentence, shown } from '../team-data/wording.ts';
import { recordTeamEvent } from '../team-events.ts';
import { createNames } from '../team-file/export/names.ts';
import {
  type ConditionalCall,
  type WriteCall,
  type WriteContext,
  type WriteDependencies,
  type WriteResult,
  whileCurrent,
  write,
} from '../write.ts';
import { CHARGE_KINDS, type ChargeEntry, type ShownCharge } from './charge-kinds.ts';

export type { ChargeName, ShownCharge };

/** A team's fees, taxes, discounts and coupons (contract, section 18). Existing bookings keep theirs. */
export function createChargeService(dependencies: WriteDependencies) {
  const { db, clock } = dependencies;
  return {
    async findCharge(teamId: number, name: ChargeName, code: string): Promise<ShownCharge | null> {
      const row = await findCharge(db, teamId, name, CHARGE_KINDS[name].keyOf(code));
      return row && showOne({ db, teamId, now: clock() }, name, row);
    },

    /** By code. */
    async listCharges(teamId: number, name: ChargeName, page: PageRequest): Promise<Page<ShownCharge>> {
      const { rows, total } = await listCharges(db, teamId, name, sliceOf(page));
      return { rows: await show({ db, teamId, now: clock() }, name, rows), total };
    },

    createCharge: (
      call: WriteCall<ShownCharge>,
      name: ChargeName,
      entry: ChargeEntry,
    ): Promise<WriteResult<ShownCharge>> =>
      write(dependencies, call, async (context) => {
        const { teamId } = context.writer;
        await lockTeam(context.tx, teamId);
        const key = CHARGE_KINDS[name].keyOf(entry.code);
        const isTaken = (await findCharge(context.tx, teamId, name, key)) !== null;
        const taken = isTaken ? { code: [`The team has a ${name} with this code already.`] } : {};
        return store(context, name, entry, { stored: undefined, problems: taken });
      }),

    changeCharge: (
      call: ConditionalCall<ShownCharge>,
      { name, code }: { name: ChargeName; code: string },
      change: Omit<ChargeEntry, 'code'>,
    ): Promise<WriteResult<ShownCharge>> =>
      write(dependencies, call, async (context) => {
        const stored = await lock(context, call, name, code);
        return stored.ok
          ? store(
              context,
              name,
              { ...change, code: stored.value.code },
              { stored: stored.value, problems: {} },
            )
          : stored;
      }),

    /** Deletes a charge. A coupon that a booking has used stays. */
    deleteCharge: (
      call: ConditionalCall<null, ShownCharge>,
      { name, code }: { name: ChargeName; code: string },
    ): Promise<WriteResult<null>> =>
      write(dependencies, call, async (context) => {
        const { tx, writer } = context;
        const stored = await lock(context, call, name, code);
        if (!stored.ok) return stored;
        const key = CHARGE_KINDS[name].keyOf(code);
        if (name === 'coupon' && (await isCouponUsed(tx, writer.teamId, key)))
          return invalid({ code: ['A booking has used this coupon. Deactivate it instead.'] });
        await deleteCharge(tx, writer.teamId, name, key);
        await tell(context, 'charge.deleted', name, stored.value.code);
        return done(null);
      }),
  };
}

/** The stored charge, locked. The team is locked first, as with every change of charges. */
async function lock(
  context: WriteContext,
  call: Pick<ConditionalCall<unknown, ShownCharge>, 'isCurrent'>,
  name: ChargeName,
  code: string,
): Promise<Outcome<ChargeRecord>> {
  const {
    tx,
    writer: { teamId },
  } = context;
  await lockTeam(tx, teamId);
  const stored = await lockCharge(tx, teamId, name, CHARGE_KINDS[name].keyOf(code));
  if (!stored) return notFound();
  const current = await whileCurrent(call as ConditionalCall<never, ShownCharge>, () =>
    showOne(readIn(context), name, stored),
  );
  return current.ok ? done(stored) : current;
}

/** Stores the given fields over the stored ones, if the result is valid. Reports all problems at once. */
async function store(
  context: WriteContext,
  name: ChargeName,
  entry: ChargeEntry,
  { stored, problems }: { stored: ChargeRecord | undefined; problems: FieldMessages },
): Promise<Outcome<ShownCharge>> {
  const { tx, writer } = context;
  const { teamId } = writer;
  const { kind, partOf, rowOf } = CHARGE_KINDS[name];
  const given = givenOf(entry);
  const whole = judged(kind, {
    ...(stored ? partOf(stored as never, given as never) : {}),
    ...given,
  });
  const listings = await listingsOf(context, entry, stored);
  if (!whole.ok || !listings.ok)
    return invalid(mergeMessages(problems, messagesOf(whole), messagesOf(listings)));
  const keep = { teamId, stored: stored as never, listingIds: listings.value };
  const row: ChargeRecord = rowOf({ value: whole.value, given } as never, keep);
  if ('redeemedBeyond' in row) {
    // Lapsed holds count, because this is about stored rows.
    const redemptions = (await countRedemptions(tx, teamId, [row.codeKey], null)).get(row.codeKey) ?? 0;
    row.redeemedBeyond = Math.max(0, redemptions - (row.maxRedemptions ?? redemptions));
  }
  // Bookings change the redemptions, not this write.
  const asStored =
    stored && 'redeemedBeyond' in stored ? { ...row, redeemedBeyond: stored.redeemedBeyond } : row;
  if (!differs(stored, asStored)) return done(await showOne(readIn(context), name, row));
  const all = mergeMessages(
    problems,
    await currencyProblems(context, row),
    await countProblems(context, name, row),
  );
  if (hasMessages(all)) return invalid(all);
  await storeCharge(tx, name, row);
  await tell(context, stored ? 'charge.changed' : 'charge.created', name, row.code);
  return done(await showOne(readIn(context), name, row));
}

/** The ids of the listings that a charge applies to, sorted, or null for all. */
async function listingsOf(
  { tx, writer: { teamId } }: WriteContext,
  { listings }: ChargeEntry,
  stored: ChargeRecord | undefined,
): Promise<Outcome<string[] | null>> {
  if (listings === undefined) return done(stored?.listingIds ?? null);
  if (listings === null) return done(null);
  const known = await listNamedListings(tx, teamId, { slugs: listings });
  const problems = unknownSlugs(listings, known);
  return hasMessages(problems) ? invalid(problems) : done(known.map(({ id }) => id).sort());
}

/** Messages about slugs that no listing has, the first of them if they are very many. */
function unknownSlugs(slugs: readonly string[], known: readonly NamedListing[]): FieldMessages {
  const found = new Set(known.map(({ slug }) => slug));
  const unknown = slugs.entries().filter(([, slug]) => !found.has(slug));
  return Object.fromEntries(
    unknown
      .take(MAX_PROBLEMS)
      .map(([place]) => [
        `listings.${place}`,
        [fieldSentence(`listings.${place}`, 'must be the slug of a listing.')],
      ]),
  );
}

/** Fixed amounts are in the team's currency, so they must not apply to a listing with another one. */
async function currencyProblems(
  { tx, writer: { teamId } }: WriteContext,
  row: ChargeRecord,
): Promise<FieldMessages> {
  if (!('amountCents' in row) || row.amountCents === null) return {};
  const currency = (await findTeamRecord(tx, teamId))?.currency ?? '';
  const others = await listNamedListings(tx, teamId, { notIn: currency });
  const other = others.find(({ id }) => row.listingIds === null || row.listingIds.includes(id));
  if (!other) return {};
  const why = `must not be given, because it applies to ${shown(other.slug)}, whose currency is ${other.currency}, not the team's, ${currency}.`;
  return { amount: [fieldSentence('amount', why)] };
}

async function countProblems(
  { tx, writer: { teamId } }: WriteContext,
  name: ChargeName,
  row: ChargeRecord,
): Promise<FieldMessages> {
  if (name === 'coupon') return {};
  const stored = await listAppliedListings(tx, teamId);
  const others = stored.filter((one) => one.name !== name || one.code !== row.code);
  const [before, after] = [countCharges(stored), countCharges([...others, row])];
  const isFine =
    !areTooMany(after.ofAll, before.ofAll) &&
    after.named.every((id) => !areTooMany(after.of(id), before.of(id)));
  return isFine ? {} : { listings: [`Of all charges, ${FEW_CHARGES}.`] };
}

const tell = (
  context: WriteContext,
  type: 'charge.created' | 'charge.changed' | 'charge.deleted',
  name: ChargeName,
  code: string,
): Promise<void> => recordTeamEvent(context, { type, data: { kind: name, code } });

type Reading = { db: Executor; teamId: number; now: Date };
const readIn = ({ tx, writer, now }: WriteContext): Reading => ({ db: tx, teamId: writer.teamId, now });

const NONE: ReadonlyMap<string, number> = new Map();

/** Charges in the form of the API: listings by slug, coupons with their redemptions. */
async function show<Name extends ChargeName>(
  { db, teamId, now }: Reading,
  name: Name,
  rows: readonly ChargeRecord<Name>[],
): Promise<ShownCharge[]> {
  const ids = [...new Set(rows.flatMap(({ listingIds }) => listingIds ?? []))];
  const named = ids.length === 0 ? [] : await listNamedListings(db, teamId, { ids });
  const names = createNames({
    listings: named.map((listing) => ({ ...listing, buildingId: null })),
    units: [],
    coupons: [],
  });
  const keys = rows.flatMap((row) => ('codeKey' in row ? row.codeKey : []));
  const redemptions = keys.length === 0 ? NONE : await countRedemptions(db, teamId, keys, now);
  const redemptionsOf = (row: object) => ('codeKey' in row ? (redemptions.get(String(row.codeKey)) ?? 0) : 0);
  return rows.map((row) => CHARGE_KINDS[name].show(row, names, redemptionsOf(row)));
}

async function showOne(reading: Reading, name: ChargeName, row: ChargeRecord): Promise<ShownCharge> {
  const [shownRow] = await show(reading, name, [row as never]);
  if (!shownRow) throw new Error('A charge disappeared within its transaction.');
  return shownRow;
}
