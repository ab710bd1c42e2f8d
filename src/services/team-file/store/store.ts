import type { Transaction } from '../../../db/client.ts';
import { deleteRows, insertRows, upsertRows } from '../../../db/queries/bulk.ts';
import { deleteOccupancies, updateTeam } from '../../../db/queries/team-file.ts';
import { blocks, bookingEvents, bookings, occupancies } from '../../../db/schema/bookings.ts';
import { coupons, discounts, fees, taxes } from '../../../db/schema/charges.ts';
import { invoices, payments, securityDeposits } from '../../../db/schema/folio.ts';
import { guests } from '../../../db/schema/guests.ts';
import { dayOverrides, listings, photos, seasons, units } from '../../../db/schema/listings.ts';
import { memberships, people, tokens } from '../../../db/schema/teams.ts';
import type { PlannedBooking } from '../plan/bookings.ts';
import { differs, type ImportContext, type ReportProgress } from '../plan/context.ts';
import { type PlannedFolio, planFolios } from '../plan/folios.ts';
import { touchListing } from '../plan/listings.ts';
import type { ImportPlan } from '../plan/plan.ts';

/** How many bookings are planned and stored at once with their folios, so that those are never all in memory. */
const BOOKINGS_PER_PAGE = 2_000;

/**
 * Writes what a plan changes, parents before what points at them. Once there is a problem nothing more is written, and
 * only the folios are still looked through for others; the caller then takes all of it back.
 */
export async function storeImport(tx: Transaction, plan: ImportPlan, report: ReportProgress): Promise<void> {
  const { context, bookings: planned } = plan;
  const isSound = () => context.problems.lines.length === 0;
  if (isSound()) {
    if (plan.team) await updateTeam(tx, plan.team);
    await upsertRows(tx, people, plan.members.changed);
    await upsertRows(tx, memberships, plan.members.joining);
    await upsertRows(tx, tokens, plan.tokens);
    report('storing listings');
    await storeListings(tx, plan);
    await storeCharges(tx, plan);
    report('storing guests');
    await upsertRows(tx, guests, plan.guests.changed);
  }
  for (let start = 0; start < planned.length; start += BOOKINGS_PER_PAGE) {
    report(`storing bookings, ${start} of ${planned.length}`);
    const page = planned.slice(start, start + BOOKINGS_PER_PAGE);
    const folios = await planFolios(tx, context, page);
    if (isSound()) await storeBookings(tx, context, page, folios);
  }
  report('storing occupied nights');
  if (isSound()) await storeTakenNights(tx, plan);
}

async function storeListings(
  tx: Transaction,
  { context, listings: planned, parts }: ImportPlan,
): Promise<void> {
  const { teamId } = context;
  const partsOf = new Map(parts.map((part) => [part.listing, part]));
  const changed = [...planned.bySlug.values()].filter((listing) => {
    const part = partsOf.get(listing);
    return touchListing(context, listing, Boolean(part?.photos ?? part?.seasons ?? part?.days));
  });
  // Buildings first: unit types point at them.
  const rows = changed
    .map(({ row }) => row)
    .sort((a, b) => Number(a.buildingId !== null) - Number(b.buildingId !== null));
  await upsertRows(tx, listings, rows);
  await upsertRows(
    tx,
    units,
    changed.flatMap((listing) => listing.changedUnits),
  );
  const replacing = (name: 'photos' | 'seasons' | 'days') =>
    parts.filter((part) => part[name] !== null).map(({ listing }) => listing.row.id);
  await deleteRows(tx, photos, teamId, photos.listingId, replacing('photos'));
  await deleteRows(tx, seasons, teamId, seasons.listingId, replacing('seasons'));
  await deleteRows(tx, dayOverrides, teamId, dayOverrides.listingId, replacing('days'));
  await insertRows(
    tx,
    photos,
    parts.flatMap((part) => part.photos ?? []),
  );
  await insertRows(
    tx,
    seasons,
    parts.flatMap((part) => part.seasons ?? []),
  );
  await insertRows(
    tx,
    dayOverrides,
    parts.flatMap((part) => part.days ?? []),
  );
}

async function storeCharges(tx: Transaction, { context: { teamId }, charges }: ImportPlan): Promise<void> {
  await deleteRows(tx, fees, teamId, fees.code, charges.fees.removedCodes);
  await deleteRows(tx, taxes, teamId, taxes.code, charges.taxes.removedCodes);
  await deleteRows(tx, discounts, teamId, discounts.code, charges.discounts.removedCodes);
  await upsertRows(tx, fees, charges.fees.changed);
  await upsertRows(tx, taxes, charges.taxes.changed);
  await upsertRows(tx, discounts, charges.discounts.changed);
  await upsertRows(tx, coupons, charges.coupons.changed);
}

async function storeBookings(
  tx: Transaction,
  context: ImportContext,
  planned: readonly PlannedBooking[],
  folios: readonly PlannedFolio[],
): Promise<void> {
  const { teamId } = context;
  const changed = planned.filter((booking, index) => touchBooking(context, booking, folios[index]));
  await upsertRows(
    tx,
    bookings,
    changed.map(({ row }) => row),
  );
  const idsIn = (name: keyof PlannedFolio['changed']) =>
    planned.flatMap(({ row }, index) => (folios[index]?.changed[name] ? [row.id] : []));
  await deleteRows(tx, payments, teamId, payments.bookingId, idsIn('payments'));
  await deleteRows(tx, invoices, teamId, invoices.bookingId, idsIn('invoices'));
  await deleteRows(tx, securityDeposits, teamId, securityDeposits.bookingId, idsIn('deposits'));
  await deleteRows(tx, bookingEvents, teamId, bookingEvents.bookingId, idsIn('events'));
  const rowsIn = <Row>(name: keyof PlannedFolio['changed'], rowsOf: (folio: PlannedFolio) => Row[]): Row[] =>
    folios.flatMap((folio) => (folio.changed[name] ? rowsOf(folio) : []));
  await insertRows(
    tx,
    payments,
    rowsIn('payments', (folio) => folio.payments),
  );
  await insertRows(
    tx,
    invoices,
    rowsIn('invoices', (folio) => folio.invoices),
  );
  await insertRows(
    tx,
    securityDeposits,
    rowsIn('deposits', (folio) => folio.deposits),
  );
  await insertRows(
    tx,
    bookingEvents,
    rowsIn('events', (folio) => folio.events),
  );
}

function touchBooking(
  { now }: ImportContext,
  { entry, row, stored }: PlannedBooking,
  folio: PlannedFolio | undefined,
): boolean {
  const changed = differs(stored, row) || Boolean(folio && Object.values(folio.changed).includes(true));
  if (changed && !entry.value.updated_at) row.updatedAt = now;
  return changed;
}

async function storeTakenNights(tx: Transaction, plan: ImportPlan): Promise<void> {
  const { teamId } = plan.context;
  // What goes has to be gone before what comes is checked against it.
  await deleteOccupancies(tx, teamId, plan.occupancies.deleted);
  await deleteRows(
    tx,
    blocks,
    teamId,
    blocks.id,
    plan.blocks.removed.map((block) => block.id),
  );
  await upsertRows(tx, blocks, plan.blocks.changed);
  await insertRows(tx, occupancies, plan.occupancies.inserted);
}
