import type { Transaction } from '../../client.ts';
import { buildJsonRowsSql } from '../../json-rows.ts';
import { prepareQuery } from '../../prepared.ts';
import { bookings, occupancies } from '../../schema/bookings.ts';
import { lastEventColumns } from '../events/team-events.ts';
import { firstRow, matches } from '../statements.ts';
import { bookingParams, folioColumns, isTheBooking, toFolioRows } from './folio.ts';

/** In other tables. They change only while the booking's row is locked. */
export type BookingUnitsAndFolio = Awaited<ReturnType<typeof loadUnitsAndFolioOfBooking>>;

const heldUnitsColumn = buildJsonRowsSql(
  { unitId: occupancies.unitId },
  { from: occupancies, where: matches(occupancies, bookingParams) },
);
const toUnitIds = (held: { unitId: string }[]) => held.map(({ unitId }) => unitId);

const selectBookedStay = prepareQuery((db) =>
  db
    .select({
      listingId: bookings.listingId,
      unitId: bookings.unitId,
      checkIn: bookings.checkIn,
      checkOut: bookings.checkOut,
      numberOfGuests: bookings.numberOfGuests,
      childrenAges: bookings.childrenAges,
      infants: bookings.infants,
      pets: bookings.pets,
      extras: bookings.extras,
      priceLines: bookings.priceLines,
      priceAgreed: bookings.priceAgreed,
      adjustments: bookings.adjustments,
      preparationDays: bookings.preparationDays,
      couponKey: bookings.couponKey,
      feedId: bookings.feedId,
      feedUid: bookings.feedUid,
      held: heldUnitsColumn,
    })
    .from(bookings)
    .where(isTheBooking),
);

export type BookedStay = NonNullable<Awaited<ReturnType<typeof findBookedStay>>>;

/** Without a lock. */
export async function findBookedStay(tx: Transaction, teamId: number, bookingId: string) {
  const row = await firstRow(selectBookedStay(tx, { teamId, bookingId }));
  if (!row) return null;
  const { held, ...stay } = row;
  return { stay, heldUnitIds: toUnitIds(held) };
}

const selectUnitsAndFolio = prepareQuery((db) =>
  db
    .select({ held: heldUnitsColumn, lastEvent: lastEventColumns, ...folioColumns })
    .from(bookings)
    .where(isTheBooking),
);

/**
 * A second statement, because the one that waits for the lock would see units and folio as they were before
 * the wait.
 */
export async function loadUnitsAndFolioOfBooking(tx: Transaction, teamId: number, bookingId: string) {
  const row = await firstRow(selectUnitsAndFolio(tx, { teamId, bookingId }));
  if (!row) throw new Error('A booking that is locked is not there.');
  const { held, lastEvent, ...folio } = row;
  return {
    heldUnitIds: toUnitIds(held),
    folio: toFolioRows(folio),
    lastEvent: { number: lastEvent.number ?? 0, waitingSince: lastEvent.waitingSince },
  };
}
