import { randomUUIDv7 } from 'node:crypto';
import type { Database, Transaction } from '../../db/client.ts';
import { insertEvent, type LockedBooking } from '../../db/queries/booking-writes.ts';
import {
  type FolioRows,
  loadFolio,
  updateDeposit,
  updateInvoices,
  updatePayments,
} from '../../db/queries/folio.ts';
import { maySetDeposit, maySetInvoice, maySetPayment } from '../../domain/folio.ts';
import { asUuid } from '../../domain/uuid.ts';
import type { DepositStatus, InvoiceStatus, PaymentStatus } from '../../domain/vocabulary.ts';
import type { Clock } from '../clock.ts';
import { done, notFound, type Outcome } from '../outcome.ts';
import type { Idempotency, WriteResult } from '../write.ts';
import type { Writer } from './creating.ts';
import { refusedByStatus, writeToBooking } from './locking.ts';
import { type Folio, folioOf } from './reading.ts';

type Dependencies = { db: Database; clock: Clock };
type Part = {
  what: string;
  id: string;
  from: string;
  to: string;
  isAllowed: boolean;
  set: () => Promise<void>;
};

/**
 * Records what the team's payment provider did (contract, section 8, "Folio"). Innkeep moves no money; every step
 * that is not in the contract's list is refused.
 */
export function createFolioKeeper(dependencies: Dependencies) {
  return {
    recordPayment: (
      writer: Writer,
      bookingId: string,
      paymentId: string,
      to: PaymentStatus,
      idempotency: Idempotency<Folio> | null,
    ) =>
      record(dependencies, writer, bookingId, idempotency, (tx, { payments }, isCancelled, now) => {
        const payment = payments.find(({ id }) => id === asUuid(paymentId));
        if (!payment) return null;
        const { id, status: from } = payment;
        const changes = { status: to, ...(to === 'paid' ? { paidAt: now } : {}) };
        const isAllowed = maySetPayment(from, to, isCancelled);
        return {
          what: 'payment',
          id,
          from,
          to,
          isAllowed,
          set: () => updatePayments(tx, writer.teamId, [id], changes),
        };
      }),

    recordInvoice: (
      writer: Writer,
      bookingId: string,
      invoiceId: string,
      to: InvoiceStatus,
      idempotency: Idempotency<Folio> | null,
    ) =>
      record(dependencies, writer, bookingId, idempotency, (tx, { invoices }, isCancelled, now) => {
        const invoice = invoices.find(({ id }) => id === asUuid(invoiceId));
        if (!invoice) return null;
        const { id, status: from } = invoice;
        const changes = { status: to, ...(to === 'void' ? { voidedAt: now } : {}) };
        const isAllowed = maySetInvoice(from, to, isCancelled);
        return {
          what: 'invoice',
          id,
          from,
          to,
          isAllowed,
          set: () => updateInvoices(tx, writer.teamId, [id], changes),
        };
      }),

    recordDeposit: (
      writer: Writer,
      bookingId: string,
      to: DepositStatus,
      idempotency: Idempotency<Folio> | null,
    ) =>
      record(dependencies, writer, bookingId, idempotency, (tx, { deposit }, isCancelled, now) => {
        if (!deposit) return null;
        const { id, bookingId: owner, status: from } = deposit;
        const moment = to === 'held' ? { heldAt: now } : to === 'returned' ? { returnedAt: now } : {};
        const set = () => updateDeposit(tx, writer.teamId, owner, { status: to, ...moment });
        return {
          what: 'security_deposit',
          id,
          from,
          to,
          isAllowed: maySetDeposit(from, to, isCancelled),
          set,
        };
      }),
  };
}

function record(
  { db, clock }: Dependencies,
  writer: Writer,
  bookingId: string,
  idempotency: Idempotency<Folio> | null,
  find: (tx: Transaction, rows: FolioRows, isCancelled: boolean, now: Date) => Part | null,
): Promise<WriteResult<Folio>> {
  const now = clock();
  return writeToBooking(
    db,
    { teamId: writer.teamId, bookingId, now, idempotency },
    async (tx, { booking }) => {
      const rows = await loadFolio(tx, writer.teamId, booking.id);
      const part = find(tx, rows, booking.status === 'cancelled', now);
      return part ? setPart(tx, writer, booking, part, now) : notFound();
    },
  );
}

async function setPart(
  tx: Transaction,
  writer: Writer,
  booking: LockedBooking['booking'],
  { what, id, from, to, isAllowed, set }: Part,
  now: Date,
): Promise<Outcome<Folio>> {
  if (!isAllowed)
    return refusedByStatus(
      `${what === 'invoice' ? 'An' : 'A'} ${what.replace('_', ' ')} that is ${from} cannot become ${to} on a ${booking.status} booking.`,
    );
  if (from !== to) {
    await set();
    await insertEvent(tx, writer.teamId, {
      id: randomUUIDv7(),
      bookingId: booking.id,
      type: 'booking.folio_changed',
      actor: writer.actor,
      data: { [what]: id, status: [from, to] },
      createdAt: now,
    });
  }
  return done(folioOf(booking, await loadFolio(tx, writer.teamId, booking.id)));
}
