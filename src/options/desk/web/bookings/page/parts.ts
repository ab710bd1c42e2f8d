/**
 * The parts of a booking's page that few need every day are folded. The server opens one whose form was just sent, and
 * one in which something waits for the team.
 */
import type { BookingDetails } from '../../../../../services/bookings/read.ts';
import type { Form } from '../../../../../web/form.ts';
import { BILLING } from '../folio/billing.ts';
import { DEPOSIT, isDepositToDecide } from '../folio/deposit.ts';
import { computeMissingInvoiceCents, MISSING_INVOICE } from '../folio/invoices.ts';
import { HOLD, PINNED_UNIT } from '../hold.ts';
import { REFERENCES } from '../references.ts';

export type FoldedPart = 'price' | 'invoices' | 'deposit' | 'hold' | 'unit' | 'references' | 'events';
export type OpenParts = Readonly<Record<FoldedPart, boolean>>;

type Sent = {
  /** What the form that was just sent has, be it refused or previewed. Empty on an ordinary visit. */
  values: Form['values'];
  /** The part that was just saved. */
  saved: string | undefined;
  eventsPage: number;
};

export function findOpenParts(
  { booking, folio }: BookingDetails,
  { values, saved, eventsPage }: Sent,
): OpenParts {
  const isSent = ({ labels }: { labels: Readonly<Record<string, string>> }) =>
    Object.keys(labels).some((name) => values[name] !== undefined);
  const step = values.step_of;
  const isInvoiceStep = step === MISSING_INVOICE || folio.invoices.some(({ id }) => id === step);
  return {
    price: saved === 'price',
    invoices:
      saved === 'invoices' || isSent(BILLING) || isInvoiceStep || computeMissingInvoiceCents(folio) !== 0,
    deposit: saved === 'deposit' || step === DEPOSIT || isDepositToDecide(folio, booking.booking.status),
    hold: saved === 'hold' || isSent(HOLD),
    unit: saved === 'unit' || isSent(PINNED_UNIT),
    references: saved === 'references' || isSent(REFERENCES),
    events: eventsPage > 1,
  };
}
