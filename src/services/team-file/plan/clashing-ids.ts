import type { Transaction } from '../../../db/client.ts';
import { listClashingIds } from '../../../db/queries/team-file/team-file-bookings.ts';
import { shown } from '../../team-data/wording.ts';
import type { PlannedBooking } from './bookings.ts';
import type { ImportContext } from './context.ts';
import type { PlannedFolio } from './folios.ts';
import type { PlannedParts } from './listing-parts.ts';

type Owned = { id: string; parentId: string };

/**
 * Reports photos with the id of another listing's photo, because storing such a row would take it from that listing.
 */
export async function reportClashingPhotoIds(
  tx: Transaction,
  context: ImportContext,
  parts: readonly PlannedParts[],
): Promise<void> {
  const placeOf = new Map(parts.map(({ listing }) => [listing.row.id, listing.entry?.place ?? '']));
  const photos = parts.flatMap((part) => part.photos ?? []);
  const owned = photos.map(({ id, listingId }) => ({ id, parentId: listingId }));
  const taken = await listClashingIds(tx, context.teamId, 'photos', owned);
  report(context, 'photos', ownersOf(owned, taken, placeOf));
}

/** Reports the same for payments, invoices, deposits and events, each of which belongs to a booking. */
export async function reportClashingIds(
  tx: Transaction,
  context: ImportContext,
  bookings: readonly PlannedBooking[],
  folios: readonly PlannedFolio[],
): Promise<void> {
  const placeOf = new Map(bookings.map(({ row, entry }) => [row.id, entry.place]));
  const ofBooking = ({ id, bookingId }: { id: string; bookingId: string }) => ({ id, parentId: bookingId });
  const owned = {
    payments: folios.flatMap((folio) => folio.payments.map(ofBooking)),
    invoices: folios.flatMap((folio) => folio.invoices.map(ofBooking)),
    security_deposit: folios.flatMap((folio) => folio.deposits.map(ofBooking)),
    events: folios.flatMap((folio) => folio.events.map(ofBooking)),
  };
  for (const [part, rows] of Object.entries(owned) as [keyof typeof owned, Owned[]][]) {
    const taken = await listClashingIds(tx, context.teamId, part, rows);
    report(context, part, ownersOf(rows, taken, placeOf));
  }
}

type Clash = { id: string; place: string | undefined };

const ownersOf = (
  rows: readonly Owned[],
  taken: readonly string[],
  placeOf: ReadonlyMap<string, string>,
): Clash[] => {
  const clashing = new Set(taken);
  return rows
    .filter(({ id }) => clashing.has(id))
    .map(({ id, parentId }) => ({ id, place: placeOf.get(parentId) }));
};

function report(context: ImportContext, part: string, clashes: readonly Clash[]): void {
  for (const { id, place } of clashes)
    context.problems.add(place ?? part, `${part}.id must not be in use elsewhere, not ${shown(id)}`);
}
