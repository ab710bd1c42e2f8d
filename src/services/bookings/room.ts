import type { LockedUnit } from '../../db/queries/occupancies.ts';
import type { OfferedListing } from '../../db/queries/offers.ts';
import { freeUnits, type Inventory, type NightSpan } from '../../domain/inventory.ts';
import { makeRoom, needsRoom } from '../../domain/reseating.ts';
import { loadInventories, movesBookings } from '../movable-stays.ts';
import type { WriteContext } from '../write.ts';

type WantedRoom = {
  listing: OfferedListing;
  units: readonly LockedUnit[];
  span: NightSpan;
  /** The booking that needs the room, if it exists already. */
  ownBookingId: string | null;
};

/**
 * The inventory in which bookings move (contract, section 20), if no unit is free for the span and moves free one.
 * Otherwise the inventory as it is. Nobody is moved to a unit that is no longer sold.
 */
export async function withRoom(
  { tx, writer, now }: WriteContext,
  inventory: Inventory,
  { listing, units, span, ownBookingId }: WantedRoom,
): Promise<Inventory> {
  const sold = { ...inventory, units: units.filter((unit) => unit.active), reseating: true };
  const hasFreeUnit = freeUnits(inventory, span).length > 0;
  if (hasFreeUnit || !movesBookings(listing, sold) || !needsRoom(sold, span)) return inventory;
  const asked = [{ listing, inventory: sold, span }];
  const [withMoves] = await loadInventories(tx, writer.teamId, asked, { now, ownBookingId });
  return withMoves && makeRoom(withMoves, span) ? withMoves : inventory;
}
