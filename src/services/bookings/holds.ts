/** Holds that have lapsed. Their nights and their coupon are free, and whoever needs them cancels the hold. */
import type { Transaction } from '../../db/client.ts';
import { type BookingRecord, lockBookings } from '../../db/queries/booking-writes.ts';
import { loadFolioParts, updatePayments } from '../../db/queries/folio.ts';
import { expireBookings, settleDepositsOfHolds, voidInvoicesOfHolds } from '../../db/queries/holds.ts';
import { hasLapsed, isLive } from '../../domain/booking.ts';
import { cancellationEffects } from '../../domain/cancellation.ts';
import { areNightsShared, type NightSpan, type Occupancy } from '../../domain/inventory.ts';
import { ChangedMeanwhile } from '../errors.ts';
import type { EventWriter } from '../team-events.ts';
import { recordEvents } from './storing.ts';

/** The taken nights that are in force, and those of lapsed holds. */
export function partByLapse<Nights extends { expiresAt: Date | null }>(taken: readonly Nights[], now: Date) {
  const isHeld = ({ expiresAt }: Nights) => expiresAt === null || expiresAt > now;
  return { held: taken.filter(isHeld), lapsed: taken.filter((nights) => !isHeld(nights)) };
}

/** The lapsed holds that still have nights of the span in one of the units. */
export function holdsOn(
  lapsed: readonly HoldNights[],
  unitIds: readonly string[],
  span: NightSpan,
): string[] {
  if (lapsed.length === 0) return [];
  const wanted = new Set(unitIds);
  const isWanted = (nights: HoldNights) => wanted.has(nights.unitId) && areNightsShared(nights, span);
  return lapsed.filter(isWanted).flatMap(({ bookingId }) => bookingId ?? []);
}

type HoldNights = Occupancy & { bookingId: string | null };

/**
 * Cancels locked bookings that were read as lapsed holds. One that is cancelled already has given its nights up as well.
 * If another one has been confirmed or prolonged since it was read, the write begins again.
 */
export async function expireHolds(context: EventWriter, holds: readonly BookingRecord[]): Promise<void> {
  const { tx, writer, now } = context;
  const live = holds.filter(({ status }) => isLive(status));
  if (live.some((hold) => !hasLapsed(hold, now))) throw new ChangedMeanwhile();
  if (live.length > 0) await cancelHolds(bySystem(tx, writer.teamId, now), live);
}

/** The same for holds that are not locked yet. A write that locks other bookings too locks all of them at once instead. */
export async function lockAndExpireHolds(context: EventWriter, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const locked = await lockBookings(context.tx, context.writer.teamId, ids);
  await expireHolds(
    context,
    locked.map(({ booking }) => booking),
  );
}

/** The context of changes that happen by themselves. */
export const bySystem = (tx: Transaction, teamId: number, now: Date): EventWriter => ({
  tx,
  writer: { teamId, actor: { type: 'system', name: null } },
  now,
});

/** All effects of a cancellation without a fee, for any number of locked holds in a fixed number of statements. */
async function cancelHolds(context: EventWriter, holds: readonly BookingRecord[]): Promise<void> {
  const { tx, writer, now } = context;
  const { teamId } = writer;
  const ids = holds.map(({ id }) => id);
  const { payments, invoices, deposits } = await loadFolioParts(tx, teamId, ids);
  const effects = cancellationEffects({ payments, invoices, deposit: null });
  await updatePayments(tx, teamId, effects.cancelledPaymentIds, { status: 'cancelled' });
  await voidInvoicesOfHolds(tx, teamId, effects.voidedInvoiceIds);
  const endOf = ({ status }: (typeof deposits)[number]) =>
    cancellationEffects({ payments: [], invoices: [], deposit: { status } }).depositBecomes;
  for (const end of ['returned', 'cancelled'] as const) {
    const ended = deposits.filter((deposit) => endOf(deposit) === end);
    await settleDepositsOfHolds(
      tx,
      teamId,
      ended.map(({ bookingId }) => bookingId),
      end,
    );
  }
  await expireBookings(tx, teamId, ids, now);
  await recordEvents(
    context,
    holds.map((booking) => ({
      type: 'booking.expired',
      details: {},
      changed: ['status'],
      booking: { ...booking, status: 'cancelled' },
    })),
  );
}
