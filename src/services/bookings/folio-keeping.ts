import type { LockedBooking } from '../../db/queries/booking-writes.ts';
import { type FolioRows, loadFolio, updateDeposit, updateInvoices } from '../../db/queries/folio.ts';
import { isLive } from '../../domain/booking.ts';
import { maySetDeposit, maySetInvoice } from '../../domain/folio/folio.ts';
import type { DepositStatus, InvoiceStatus } from '../../domain/vocabulary.ts';
import { done, notFound, type Outcome } from '../outcome.ts';
import type { WriteCall, WriteContext, WriteDependencies, WriteResult } from '../write.ts';
import { type BookingToWrite, refusedByStatus, writeToBooking } from './locking.ts';
import { type Folio, folioOf } from './reading.ts';
import { recordEventsOf } from './storing.ts';

type Part = 'payment' | 'invoice' | 'security_deposit';

/** A step of one part of a folio, and whether the contract allows it. */
type Step = {
  part: Part;
  id: string;
  from: string;
  to: string;
  isAllowed: boolean;
  store: () => Promise<void>;
};
/** Finds the part and its step. Returns null if the folio has no such part. */
type FindStep = (context: WriteContext, folio: FolioRows, isCancelled: boolean) => Step | null;

/** The column, if any, that stores the moment at which a part got a status. */
const INVOICE_MOMENTS = { open: null, paid: null, void: 'voidedAt' } satisfies Record<
  InvoiceStatus,
  'voidedAt' | null
>;
const DEPOSIT_MOMENTS = {
  pending: null,
  held: 'heldAt',
  returned: 'returnedAt',
  kept: null,
  cancelled: null,
} satisfies Record<DepositStatus, 'heldAt' | 'returnedAt' | null>;

const momentOf = <Name extends string>(name: Name | null, now: Date) =>
  (name === null ? {} : { [name]: now }) as { [Each in Name]?: Date };

/**
 * Records what the team's payment provider did (contract, section 8, "Folio"). Innkeep moves no money. Every step that
 * is not in the contract's list is refused.
 */
export function createFolioKeeper(dependencies: WriteDependencies) {
  const record = (
    call: WriteCall<Folio>,
    { find, ...target }: { bookingId: string; hasPart: (folio: FolioRows) => boolean; find: FindStep },
  ): Promise<WriteResult<Folio>> =>
    writeToBooking(dependencies, call, target, async (context, locked) => {
      const step = find(context, locked.folio, !isLive(locked.booking.status));
      return step ? takeStep(context, locked, step) : notFound();
    });

  return {
    recordInvoice: (call: WriteCall<Folio>, bookingId: string, invoiceId: string, to: InvoiceStatus) =>
      record(call, {
        bookingId,
        hasPart: ({ invoices }) => invoices.some(({ id }) => id === invoiceId),
        find: ({ tx, writer, now }, { invoices }, isCancelled) => {
          const invoice = invoices.find(({ id }) => id === invoiceId);
          if (!invoice) return null;
          const { id, status: from } = invoice;
          const changes = { status: to, ...momentOf(INVOICE_MOMENTS[to], now) };
          const store = () => updateInvoices(tx, writer.teamId, [id], changes);
          return { part: 'invoice', id, from, to, isAllowed: maySetInvoice(from, to, isCancelled), store };
        },
      }),

    recordDeposit: (call: WriteCall<Folio>, bookingId: string, to: DepositStatus) =>
      record(call, {
        bookingId,
        hasPart: ({ deposit }) => deposit !== null,
        find: ({ tx, writer, now }, { deposit }, isCancelled) => {
          if (!deposit) return null;
          const { id, status: from } = deposit;
          const changes = { status: to, ...momentOf(DEPOSIT_MOMENTS[to], now) };
          const store = () => updateDeposit(tx, writer.teamId, deposit.bookingId, changes);
          const isAllowed = maySetDeposit(from, to, isCancelled);
          return { part: 'security_deposit', id, from, to, isAllowed, store };
        },
      }),
  };
}

/** Takes an allowed step and stores its event. */
async function takeStep(
  context: WriteContext,
  locked: BookingToWrite,
  { part, id, from, to, isAllowed, store }: Step,
): Promise<Outcome<Folio>> {
  if (!isAllowed) return refusedStep(part, { from, to }, locked.booking);
  await store();
  return folioAfter(context, locked, part, { [part]: id, status: [from, to] });
}

export function refusedStep(
  part: Part,
  { from, to }: { from: string; to: string },
  { status }: LockedBooking['booking'],
): Outcome<never> {
  const name = `${part === 'invoice' ? 'An' : 'A'} ${part.replace('_', ' ')}`;
  return refusedByStatus(`${name} that is ${from} cannot become ${to} on a ${status} booking.`);
}

/** Stores the event of a change to a folio, and reads the folio for the answer. */
export async function folioAfter(
  context: WriteContext,
  { booking, lastEvent }: Pick<BookingToWrite, 'booking' | 'lastEvent'>,
  part: Part,
  details: Record<string, unknown>,
): Promise<Outcome<Folio>> {
  const event = { type: 'booking.folio_changed', details, changed: [part], booking } as const;
  await recordEventsOf(context, lastEvent, [event]);
  return done(await readFolioOf(context, booking));
}

export const readFolioOf = async (
  { tx, writer }: WriteContext,
  booking: LockedBooking['booking'],
): Promise<Folio> => folioOf(booking, await loadFolio(tx, writer.teamId, booking.id));
