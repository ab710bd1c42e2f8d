import type { Executor } from '../../db/client.ts';
import { listStaysOfUnits, type UnitStayTuple } from '../../db/queries/bookings/moving.ts';
import { addDays, todayInZone } from '../../domain/dates/dates.ts';
import type { Inventory, NightSpan, Occupancy } from '../../domain/inventory/inventory.ts';
import { mayMovesMakeRoom, widenToReseatingNights } from '../../domain/inventory/reseating.ts';
import type { ReseatingMode } from '../../domain/vocabulary.ts';
import { eachWithPauses } from '../../pauses.ts';

type SeatingTerms = { reseating: ReseatingMode; unitFixedDays: number; timezone: string };

/** `span` are the nights of the request. */
export type RequestedNights<Listing extends SeatingTerms> = {
  listing: Listing;
  inventory: Inventory;
  span: NightSpan;
};

export const isReseated = ({ reseating }: Pick<SeatingTerms, 'reseating'>): boolean => MOVES[reseating];
const MOVES = { on: true, off: false } satisfies Record<ReseatingMode, boolean>;

/** A building's bookings never move, because its units are all sold together. */
const mayMoveBookings = (
  listing: Pick<SeatingTerms, 'reseating'>,
  { units, wholeBuilding }: Inventory,
): boolean => isReseated(listing) && !wholeBuilding && units.length > 1;

/**
 * Of the listings in which moving bookings may make room, with all stays that may move. Pass each listing
 * once, because results are keyed by listing. `isOfManyStays`: the nights are those of many possible stays,
 * such as a month.
 */
export async function loadMovableInventories<Listing extends SeatingTerms>(
  db: Executor,
  teamId: number,
  requested: Iterable<RequestedNights<Listing>>,
  { isOfManyStays, ...options }: { now: Date; ownBookingId?: string | null; isOfManyStays: boolean },
): Promise<Map<Listing, Inventory>> {
  const dependent: RequestedNights<Listing>[] = [];
  await eachWithPauses(requested, (one) => {
    const { listing, inventory, span } = one;
    if (!mayMoveBookings(listing, inventory)) return;
    if (isOfManyStays || mayMovesMakeRoom({ ...inventory, reseating: true }, span)) dependent.push(one);
  });
  return loadInventories(db, teamId, dependent, options);
}

/**
 * By one statement. If bookings may move, the stays before and after are read too. The nights of the booking
 * that is being changed do not count as taken.
 */
export async function loadInventories<Listing extends SeatingTerms>(
  db: Executor,
  teamId: number,
  requested: readonly RequestedNights<Listing>[],
  { now, ownBookingId = null }: { now: Date; ownBookingId?: string | null },
): Promise<Map<Listing, Inventory>> {
  if (requested.length === 0) return new Map();
  const unitNights = requested.flatMap(({ listing, inventory, span }) => {
    const nights = mayMoveBookings(listing, inventory)
      ? widenToReseatingNights(span, inventory.units.length)
      : span;
    return inventory.units.map(({ id: unitId }) => ({ unitId, ...nights, listing }));
  });
  const occupanciesOf = new Map(requested.map(({ listing }): [Listing, Occupancy[]] => [listing, []]));
  await eachWithPauses(await listStaysOfUnits(db, teamId, unitNights, now), ({ place, text }) => {
    const unit = unitNights[place - 1];
    if (!unit) throw new Error('The stays of a unit were not requested.');
    const { unitId, listing } = unit;
    const fixedThrough = addDays(todayInZone(listing.timezone, now), listing.unitFixedDays);
    for (const [startDate, endDate, bookingId, mayMove] of JSON.parse(text) as UnitStayTuple[]) {
      if (bookingId !== null && bookingId === ownBookingId) continue;
      const movableBookingId = mayMove && startDate > fixedThrough ? bookingId : null;
      occupanciesOf.get(listing)?.push({ unitId, startDate, endDate, movableBookingId });
    }
  });
  return new Map(
    requested.map(({ listing, inventory }) => {
      const occupancies = occupanciesOf.get(listing) ?? [];
      return [listing, { ...inventory, occupancies, reseating: mayMoveBookings(listing, inventory) }];
    }),
  );
}
