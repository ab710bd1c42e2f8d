import type { Transaction } from '../../../db/client.ts';
import { listClashingFolioIds, listClashingPhotoIds } from '../../../db/queries/team-file-bookings.ts';
import { shown } from '../../team-data/wording.ts';
import type { PlannedBooking } from './bookings.ts';
import type { ImportContext } from './context.ts';
import type { PlannedFolio } from './folios.ts';
import type { PlannedParts } from './listing-parts.ts';

type Owned = { id: string; parentId: string };

/** Reports photos whose ids are those of another listing's: storing such a row would take it away from there. */
export async function reportClashingPhotoIds(
  tx: Transaction,
  context: ImportContext,
  parts: readonly PlannedParts[],
): Promise<void> {
  const photos = parts.flatMap((part) => part.photos ?? []);
  const placeOf = new Map(parts.map(({ listing }) => [listing.row.id, listing.entry?.place ?? '']));
  const owned = photos.map(({ id, listingId }) => ({ id, parentId: listingId }));
  report(context, 'photos', await listClashingPhotoIds(tx, context.teamId, owned), owned, placeOf);
}

/** The same of payments, invoices, deposits and events, which belong to a booking each. */
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
    report(context, part, await listClashingFolioIds(tx, context.teamId, part, rows), rows, placeOf);
  }
}

function report(
  context: ImportContext,
  part: string,
  clashing: readonly string[],
  rows: readonly Owned[],
  placeOf: ReadonlyMap<string, string>,
): void {
  const taken = new Set(clashing);
  for (const { id, parentId } of rows) {
    if (taken.has(id)) {
      context.problems.add(
        placeOf.get(parentId) ?? part,
        `${part}.id must not be in use elsewhere, not ${shown(id)}`,
      );
    }
  }
}
