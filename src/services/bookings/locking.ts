import { randomUUIDv7 } from 'node:crypto';
import type { Database, Transaction } from '../../db/client.ts';
import {
  completeBooking,
  insertEvent,
  type LockedBooking,
  lockBooking,
} from '../../db/queries/booking-writes.ts';
import { completionDue } from '../../domain/booking.ts';
import { asUuid } from '../../domain/uuid.ts';
import { notFound, type Outcome, type Refusal, refused } from '../outcome.ts';
import { type Idempotency, type WriteResult, write } from '../write.ts';

type BookingWrite<Value> = {
  teamId: number;
  bookingId: string;
  now: Date;
  idempotency: Idempotency<Value> | null;
  emailField?: string;
};

/** Thrown to take a write back that found its booking due: it is completed first, in a transaction of its own. */
const IS_DUE = Symbol('due');

/**
 * Runs a write on one booking, its row locked. A confirmed booking whose check-out has passed is completed first, so
 * that the write meets it as it is (contract, section 8).
 */
export async function writeToBooking<Value>(
  db: Database,
  options: BookingWrite<Value>,
  work: (tx: Transaction, locked: LockedBooking) => Promise<Outcome<Value>>,
): Promise<WriteResult<Value>> {
  const id = asUuid(options.bookingId);
  if (id === null) return { kind: 'refused', refusal: { reason: 'not_found' } };
  const attempt = () =>
    write(db, options, async (tx) => {
      const locked = await lockBooking(tx, options.teamId, id);
      if (!locked) return notFound();
      if (completionDue({ ...locked.booking, ...locked.listing }, options.now)) throw IS_DUE;
      return work(tx, locked);
    });
  try {
    return await attempt();
  } catch (error) {
    if (error !== IS_DUE) throw error;
    await completeOne(db, options.teamId, id, options.now);
    return attempt();
  }
}

/** Completes a confirmed booking whose check-out has passed; a sweep that was there first has done the same. */
async function completeOne(db: Database, teamId: number, id: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const locked = await lockBooking(tx, teamId, id);
    const at = locked && completionDue({ ...locked.booking, ...locked.listing }, now);
    if (locked && at) await complete(tx, teamId, locked.booking, at, now);
  });
}

/** Completes a booking and says so in its events; false where it is not confirmed any more. */
export async function complete(
  tx: Transaction,
  teamId: number,
  booking: { id: string; checkOut: string },
  completedAt: Date,
  now: Date,
): Promise<boolean> {
  if (!(await completeBooking(tx, teamId, booking, completedAt, now))) return false;
  await insertEvent(tx, teamId, {
    id: randomUUIDv7(),
    bookingId: booking.id,
    type: 'booking.completed',
    actor: { type: 'system', name: null },
    data: {},
    createdAt: now,
  });
  return true;
}

/** A refusal by the booking's state. */
export const refusedByStatus = (message: string): Outcome<never> => {
  const refusal: Refusal = { reason: 'invalid', errors: { status: [message] } };
  return refused(refusal);
};
