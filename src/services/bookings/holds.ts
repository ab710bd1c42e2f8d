/** Holds that have lapsed, and what they still have in the database (contract, section 15, "Holds"). */
import type { Transaction } from '../../db/client.ts';
import type { BookingRecord } from '../../db/queries/booking-writes.ts';
import { loadFolioParts, updatePayments } from '../../db/queries/folio.ts';
import {
  expireBookings,
  lockBookingsInOrder,
  settleDepositsOfHolds,
  voidInvoicesOfHolds,
} from '../../db/queries/holds.ts';
import { hasLapsed } from '../../domain/booking.ts';
import { cancellationEffects } from '../../domain/cancellation.ts';
import { areNightsShared, type NightSpan, type Occupancy } from '../../domain/inventory.ts';
import type { Clock } from '../clock.ts';
import { nightsTaken } from '../constraint-refusals.ts';
import type { Outcome } from '../outcome.ts';
import type { EventWriter } from '../team-events.ts';
import {
  type WriteCall,
  type WriteContext,
  type WriteDependencies,
  type WriteResult,
  write,
} from '../write.ts';
import { recordEvents } from './storing.ts';

/** More attempts than a write needs, because the third one cancels everything that it could need. */
const MAX_ATTEMPTS = 10;

/** Thrown to roll a write back that needs the nights or redemptions of lapsed holds. It then runs again. */
export class NeedsLapsedHolds extends Error {
  readonly teamId: number;
  readonly bookingIds: readonly string[];
  /** The holds that it could need instead, if others take what it needs. */
  readonly alsoIds: readonly string[];
  constructor(teamId: number, bookingIds: readonly string[], alsoIds: readonly string[]) {
    super('Lapsed holds must be cancelled first.');
    this.teamId = teamId;
    this.bookingIds = bookingIds;
    this.alsoIds = alsoIds;
  }
}

/**
 * Runs a write, and runs it again if it turns out to need lapsed holds, with their ids. It then cancels them at its
 * beginning (`cancelLapsed`), before it locks units, so that bookings are always locked first. If nothing has lapsed,
 * this costs no statement. All attempts are at the same moment.
 */
export async function withLapsedHolds<Result>(
  clock: Clock,
  run: (now: Date, lapsedIds: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const now = clock();
  const lapsedIds = new Set<string>();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run(now, [...lapsedIds]);
    } catch (error) {
      if (!(error instanceof NeedsLapsedHolds) || attempt === MAX_ATTEMPTS) throw error;
      for (const id of error.bookingIds) lapsedIds.add(id);
      // Others take the same nights. So that not every one of them costs an attempt, no lapsed hold is left to need.
      if (attempt > 1) for (const id of error.alsoIds) lapsedIds.add(id);
    }
  }
}

/** A write that takes nights. `before` takes the locks that come before those of bookings. */
type TakingNights<Value> = {
  before?: (context: WriteContext) => Promise<void>;
  work: (context: WriteContext) => Promise<Outcome<Value>>;
};

/** Runs a write that takes nights, and that cancels the lapsed holds which it turns out to need. */
export const writeTakingNights = <Value>(
  dependencies: WriteDependencies,
  call: WriteCall<Value>,
  { before = async () => {}, work }: TakingNights<Value>,
): Promise<WriteResult<Value>> =>
  withLapsedHolds(dependencies.clock, (now, lapsedIds) =>
    write(
      { ...dependencies, clock: () => now },
      call,
      async (context) => {
        await before(context);
        await cancelLapsed(bySystem(context.tx, context.writer.teamId, now), lapsedIds);
        return work(context);
      },
      nightsTaken,
    ),
  );

/** Refuses to go on while any of these holds is not cancelled. `alsoIds` are those that the write could need instead. */
export function needHoldsCancelled(
  teamId: number,
  bookingIds: readonly string[],
  alsoIds: readonly string[] = [],
): void {
  if (bookingIds.length > 0) throw new NeedsLapsedHolds(teamId, [...new Set(bookingIds)], alsoIds);
}

/** The taken nights that are in force, and those of lapsed holds. */
export function partByLapse<Nights extends { expiresAt: Date | null }>(taken: readonly Nights[], now: Date) {
  const isHeld = ({ expiresAt }: Nights) => expiresAt === null || expiresAt > now;
  return { held: taken.filter(isHeld), lapsed: taken.filter((nights) => !isHeld(nights)) };
}

/** The lapsed holds that still have nights of the span in one of the units, or in any if `unitIds` is null. */
export function holdsOn(
  lapsed: readonly HoldNights[],
  unitIds: readonly string[] | null,
  span: NightSpan,
): string[] {
  if (lapsed.length === 0) return [];
  const wanted = unitIds && new Set(unitIds);
  const isWanted = (nights: HoldNights) =>
    (wanted === null || wanted.has(nights.unitId)) && areNightsShared(nights, span);
  return lapsed.filter(isWanted).flatMap(({ bookingId }) => bookingId ?? []);
}

type HoldNights = Occupancy & { bookingId: string | null };

/**
 * Cancels those of these bookings whose holds have lapsed, and returns their number. `alsoLocked` are bookings that the
 * caller locks as well: one statement locks all of them, in one order.
 */
export async function cancelLapsed(
  context: EventWriter,
  ids: readonly string[],
  alsoLocked: readonly string[] = [],
): Promise<number> {
  if (ids.length === 0) return 0;
  const { tx, writer, now } = context;
  const locked = await lockBookingsInOrder(tx, writer.teamId, [...new Set([...ids, ...alsoLocked])]);
  const lapsed = locked.filter((booking) => ids.includes(booking.id) && hasLapsed(booking, now));
  if (lapsed.length > 0) await cancelHolds(bySystem(tx, writer.teamId, now), lapsed);
  return lapsed.length;
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
