/** What an erasure ends of a guest's cancelled bookings (docs/rules.md, 19.3). */
import { groupFolios, loadFoliosOfBookings, storeFolioChanges } from '../../../db/queries/bookings/folio.ts';
import type { BookingRecord } from '../../../db/queries/bookings/writes.ts';
import { isLiveBookingStatus } from '../../../domain/booking.ts';
import { cancelOpenPayments } from '../../../domain/cancellation.ts';
import type { EventScope } from '../../team-events.ts';
import { recordBookingEvents } from '../events.ts';
import { computeFolio } from '../read.ts';
import { buildFolioEvent } from './events.ts';
import { mergeFolio } from './plan.ts';

/** Cancels what cancelled bookings still owe of their fees. Their documents stay. */
export async function cancelFeePayments(
  scope: EventScope,
  bookings: readonly BookingRecord[],
): Promise<void> {
  const { tx, teamId } = scope;
  const cancelled = bookings.filter(({ status }) => !isLiveBookingStatus(status));
  if (cancelled.length === 0) return;
  const folioOf = groupFolios(
    await loadFoliosOfBookings(
      tx,
      teamId,
      cancelled.map(({ id }) => id),
    ),
  );
  const ended = cancelled.flatMap((booking) => {
    const before = folioOf(booking.id);
    const payments = cancelOpenPayments(before.payments);
    return payments.length === 0 ? [] : [{ booking, before, changes: { payments } }];
  });
  await storeFolioChanges(tx, { payments: ended.flatMap(({ changes }) => changes.payments) });
  await recordBookingEvents(
    scope,
    ended.map(({ booking, before, changes }) => {
      const after = computeFolio(booking, mergeFolio(before, changes));
      return buildFolioEvent({ booking, before, changes, after, details: {}, changed: ['payment'] });
    }),
  );
}
