import type { Database } from '../../db/client.ts';
import { completeBooking, type LockedBooking, lockBooking } from '../../db/queries/booking-writes.ts';
import { inTransaction } from '../../db/transaction.ts';
import { completionDue } from '../../domain/booking.ts';
import { notFound, type Outcome, type Refusal, refused } from '../outcome.ts';
import type { EventWriter } from '../team-events.ts';
import {
  type Actor,
  type ConstraintRefusals,
  type WriteCall,
  type WriteContext,
  type WriteDependencies,
  type WriteResult,
  write,
} from '../write.ts';
import { recordEvent } from './storing.ts';

type Target = { bookingId: string; refusals?: ConstraintRefusals };

const SYSTEM: Actor = { type: 'system', name: null };

/** Thrown to roll back a write on a booking that is due to complete. It is completed first, in its own transaction. */
const IS_DUE = Symbol('due');

/**
 * Runs a write on one booking, with its row locked. A confirmed booking whose check-out has passed is completed first,
 * so that the write finds it in its true state (contract, section 8).
 */
export async function writeToBooking<Value>(
  { db, clock, answers }: WriteDependencies,
  call: WriteCall<Value>,
  { bookingId, refusals = {} }: Target,
  work: (context: WriteContext, locked: LockedBooking) => Promise<Outcome<Value>>,
): Promise<WriteResult<Value>> {
  const { teamId } = call.writer;
  // Both attempts use the same moment, so the second never finds a booking due that was not due in the first.
  const now = clock();
  const lockAndWork = async (context: WriteContext): Promise<Outcome<Value>> => {
    const locked = await lockBooking(context.tx, teamId, bookingId);
    if (!locked) return notFound();
    if (completionDue({ ...locked.booking, ...locked.listing }, now)) throw IS_DUE;
    return work(context, locked);
  };
  const attempt = () => write({ db, clock: () => now, answers }, call, lockAndWork, refusals);
  try {
    return await attempt();
  } catch (error) {
    if (error !== IS_DUE) throw error;
    await completeOne(db, teamId, bookingId, now);
    return attempt();
  }
}

/** Completes a confirmed booking whose check-out has passed. If a sweep was faster, nothing is left to do. */
async function completeOne(db: Database, teamId: number, id: string, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const locked = await lockBooking(tx, teamId, id);
    const at = locked && completionDue({ ...locked.booking, ...locked.listing }, now);
    if (locked && at) await complete(completing(tx, teamId, now), locked.booking, at);
  });
}

/** The context in which bookings complete by themselves. */
export const completing = (tx: WriteContext['tx'], teamId: number, now: Date): EventWriter => ({
  tx,
  writer: { teamId, actor: SYSTEM },
  now,
});

/**
 * Completes a booking and stores its event. Returns false if the booking is no longer confirmed, or ends on another day
 * than the caller read.
 */
export async function complete(
  context: EventWriter,
  booking: { id: string; checkOut: string },
  completedAt: Date,
): Promise<boolean> {
  const { tx, writer, now } = context;
  const completed = await completeBooking(tx, writer.teamId, booking, { completedAt, now });
  if (!completed) return false;
  const event = { type: 'booking.completed', details: {}, changed: ['status'] } as const;
  await recordEvent(context, { ...event, booking: completed });
  return true;
}

/** A refusal because of the booking's status. */
export const refusedByStatus = (message: string): Outcome<never> => {
  const refusal: Refusal = { reason: 'invalid', errors: { status: [message] } };
  return refused(refusal);
};
