/** The event that says what has changed in a booking's payments, invoices and deposit. */
import type {
  DepositRow,
  FolioChanges,
  FolioRows,
  InvoiceRow,
  PaymentRow,
} from '../../../db/queries/bookings/folio.ts';
import type { BookingRecord } from '../../../db/queries/bookings/writes.ts';
import type { FolioEventChange } from '../../../domain/events.ts';
import type { NewBookingEvent } from '../events.ts';
import type { Folio } from '../read.ts';
import type { Part } from './steps.ts';

type FolioChange = {
  booking: BookingRecord;
  before: FolioRows;
  changes: FolioChanges;
  after: Folio;
  /** Shown in the list of the booking's own events. */
  details: Record<string, unknown>;
  changed: readonly Part[];
};

export const buildFolioEvent = ({
  booking,
  before,
  changes,
  after,
  details,
  changed,
}: FolioChange): NewBookingEvent => ({
  type: 'booking.folio_changed',
  booking,
  details,
  changed,
  folio: {
    changes: listFolioChanges(before, changes),
    paid_total: after.paidTotalCents,
    balance_due: after.balanceDueCents,
  },
});

/** As an event in the team's feed shows them. */
function listFolioChanges(
  stored: FolioRows,
  { payments = [], invoices = [], deposits = [] }: FolioChanges,
): FolioEventChange[] {
  const before = [...stored.payments, ...stored.invoices, ...(stored.deposit ? [stored.deposit] : [])];
  const statusBefore = new Map(before.map(({ id, status }) => [id, status]));
  const present = (
    kind: Part,
    { id, status, amountCents }: PaymentRow | InvoiceRow | DepositRow,
    refundedCents: number | null = null,
  ): FolioEventChange => ({
    kind,
    id,
    status_before: statusBefore.get(id) ?? null,
    status_after: status,
    amount: amountCents,
    refunded_amount: refundedCents,
  });
  return [
    ...payments.map((payment) => present('payment', payment, payment.refundedCents)),
    ...invoices.map((invoice) => present('invoice', invoice)),
    ...deposits.map((deposit) => present('security_deposit', deposit)),
  ];
}
