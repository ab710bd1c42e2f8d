/** Invoices and credit notes that a team issues by hand (docs/rules.md, 12.14). */
import type { InvoiceRow } from '../../../db/queries/bookings/folio.ts';
import { listTaxesToCredit } from '../../../domain/folio/credited-taxes.ts';
import { computeInvoiceableCents, findFolioState } from '../../../domain/folio/folio.ts';
import {
  doesInvoiceCount,
  doesInvoiceStay,
  listUncredited,
  planMissingInvoice,
} from '../../../domain/folio/invoices.ts';
import { MAX_INVOICES_OF_BOOKING } from '../../../domain/limits.ts';
import { Invalid } from '../../errors.ts';
import type { TeamScope, WriteScope } from '../../team-scope.ts';
import { type Condition, write } from '../../write.ts';
import { type BookingToWrite, buildInvalidStatus } from '../lock.ts';
import type { BookingWithFolio, Folio } from '../read.ts';
import { toInvoicedFee } from './cancellation-fee.ts';
import { changeFolioWithin, type FolioOptions } from './folio.ts';
import { buildCreditNote, buildInvoices, keepDocuments, listTaxesOf } from './issue.ts';
import { loadIssuing } from './issuing.ts';
import type { Step } from './steps.ts';

export const issueMissingInvoice = (
  scope: TeamScope,
  bookingId: string,
  options: FolioOptions = {},
): Promise<Folio> => write(scope, options, (scope) => issueMissingWithin(scope, bookingId, options));

const issueMissingWithin = (
  scope: WriteScope,
  bookingId: string,
  condition: Condition<BookingWithFolio> = {},
): Promise<Folio> => {
  const decide = async (_folio: unknown, locked: BookingToWrite): Promise<Step> => {
    const { booking, folio } = locked;
    const isCancelled = findFolioState(booking) === 'fee';
    if (!MAY_ISSUE[booking.status] && !isCancelled)
      throw buildInvalidStatus(`An invoice cannot be issued for a ${booking.status} booking.`);
    const toIssue = planMissingInvoice(
      folio.invoices.filter(doesInvoiceCount),
      computeInvoiceableCents(booking),
    );
    if (!toIssue.credit && toIssue.invoiceCents === null) throw buildInvalidStatus(NOTHING_MISSING);
    throwIfTooMany(folio.invoices);
    const issuing = await loadIssuing(scope, locked);
    const invoiced = isCancelled ? await toInvoicedFee(scope, booking) : booking;
    const existing = keepDocuments(booking, folio.invoices, issuing.issuer);
    const kept = existing.filter(doesInvoiceCount);
    return toStep(buildInvoices(invoiced, { existing, kept }, toIssue, issuing));
  };
  return changeFolioWithin(scope, bookingId, { find: (folio) => folio, decide }, condition);
};

const MAY_ISSUE = { pending: false, confirmed: true, completed: true, cancelled: false };
const NOTHING_MISSING = 'The invoices of the booking add up to its total already.';

/** Takes back what is left of an invoice that was issued or paid. */
export const creditInvoice = (
  scope: TeamScope,
  path: InvoicePath,
  options: FolioOptions = {},
): Promise<Folio> => write(scope, options, (scope) => creditWithin(scope, path, options));

/** With the addresses of today, in one transaction. */
export const issueInvoiceAnew = (
  scope: TeamScope,
  path: InvoicePath,
  options: FolioOptions = {},
): Promise<Folio> =>
  write(scope, options, async (scope) => {
    await creditWithin(scope, path, options);
    return issueMissingWithin(scope, path.booking);
  });

type InvoicePath = { booking: string; invoice: string };

const creditWithin = (
  scope: WriteScope,
  path: InvoicePath,
  condition: Condition<BookingWithFolio> = {},
): Promise<Folio> => {
  const decide = async (invoice: InvoiceRow, locked: BookingToWrite): Promise<Step> => {
    const { booking, folio } = locked;
    if (invoice.kind === 'credit_note') throw buildInvalidStatus('A credit note cannot be credited.');
    if (!doesInvoiceStay(invoice))
      throw buildInvalidStatus(`An invoice that is ${invoice.status} cannot be credited.`);
    const left = listUncredited(folio.invoices).find((uncredited) => uncredited.invoice.id === invoice.id);
    if (!left) throw buildInvalidStatus('Nothing of the invoice is left to be credited.');
    throwIfTooMany(folio.invoices);
    const issuing = await loadIssuing(scope, locked);
    const credit = buildCreditNote(booking, issuing, {
      amountCents: -left.leftCents,
      corrects: [invoice.id],
      existing: folio.invoices,
      taxes: listTaxesToCredit(invoice, left.leftCents, {
        invoices: folio.invoices,
        taxesOf: (one) => listTaxesOf(booking, one, issuing.issuer),
      }),
    });
    return toStep([credit]);
  };
  const find = ({ invoices }: BookingToWrite['folio']) => invoices.find(({ id }) => id === path.invoice);
  return changeFolioWithin(scope, path.booking, { find, decide }, condition);
};

const toStep = (invoices: InvoiceRow[]): Step => ({
  part: 'invoice',
  changes: { invoices },
  details: { invoice: invoices[0]?.id, status: [null, invoices[0]?.status] },
});

function throwIfTooMany(invoices: readonly InvoiceRow[]): void {
  if (invoices.length < MAX_INVOICES_OF_BOOKING) return;
  const sentence = `A booking can have ${MAX_INVOICES_OF_BOOKING} invoices.`;
  throw new Invalid({ status: [{ code: 'limit', sentence }] });
}
