import { findBooking } from '../../../db/queries/bookings/bookings.ts';
import { loadFolio } from '../../../db/queries/bookings/folio.ts';
import { loadIssuer } from '../../../db/queries/offers/issuer.ts';
import { asInvoiced } from '../../../domain/folio/cancellation-fee.ts';
import {
  buildInvoiceDocument,
  hasBilling,
  type InvoiceDocument,
  listToldTaxes,
  type TaxSum,
} from '../../../domain/folio/invoice-document.ts';
import { doesInvoiceCount } from '../../../domain/folio/invoices.ts';
import { isDraft } from '../../../domain/folio/numbering.ts';
import { isShownPriceLine, sumPriceLines } from '../../../domain/pricing/lines.ts';
import type { ReadScope } from '../../team-scope.ts';
import { computeFolio, type Folio } from '../read.ts';

type Invoice = Folio['invoices'][number];

export type IssuedInvoice = {
  invoice: Invoice;
  document: InvoiceDocument;
  confirmationCode: string;
  currency: string;
  /** Of the listing. */
  timezone: string;
  /** For an invoice that is addressed to nobody else. */
  guestName: string;
  /** An invoice may be for only a part of it. */
  totalCents: number;
  /** Those that no earlier one has told. */
  taxes: readonly TaxSum[];
  /** Of the booking's invoices that count. */
  issuedBefore: readonly string[];
  /** By a credit note. */
  corrected: readonly Invoice[];
  /** Null if it is void or a credit note. */
  settlement: { paidCents: number; dueCents: number } | null;
};

/** Null if the booking has none with this id (docs/rules.md, 12.10). */
export async function findInvoice(
  { db, teamId }: ReadScope,
  bookingId: string,
  invoiceId: string,
): Promise<IssuedInvoice | null> {
  const found = await findBooking(db, teamId, bookingId);
  if (!found) return null;
  const { booking, listing, guest } = found;
  const folio = computeFolio(booking, await loadFolio(db, teamId, bookingId));
  const index = folio.invoices.findIndex(({ id }) => id === invoiceId);
  const invoice = folio.invoices[index];
  if (!invoice) return null;
  const stored = invoice.document;
  // A draft shows what it would say if it were issued now.
  const document =
    stored === null || isDraft(invoice)
      ? {
          ...stored,
          ...buildInvoiceDocument(
            await loadIssuer(db, teamId, booking.listingId),
            asInvoiced(booking, invoice),
          ),
        }
      : stored;
  const { billingName, billingAddress } = hasBilling(document) ? document : booking;
  return {
    invoice,
    document: {
      ...document,
      billingName,
      billingAddress,
      lines: document.lines.filter(isShownPriceLine),
    },
    confirmationCode: booking.confirmationCode,
    currency: booking.currency,
    timezone: listing.timezone,
    guestName: guest.name,
    totalCents: sumPriceLines(document.lines).grandTotalCents,
    taxes: listToldTaxes(document),
    issuedBefore: folio.invoices
      .slice(0, index)
      .filter(doesInvoiceCount)
      .flatMap(({ number }) => number ?? []),
    corrected: folio.invoices.filter(({ id }) => invoice.corrects.includes(id)),
    settlement: settle(invoice, folio.balanceDueCents),
  };
}

/** Of an open invoice, no more is due than what is still owed for the booking. A credit note asks for nothing. */
function settle(
  { kind, status, amountCents }: Invoice,
  balanceDueCents: number,
): IssuedInvoice['settlement'] {
  if (status === 'void' || kind === 'credit_note') return null;
  const dueCents = status === 'paid' ? 0 : Math.max(0, Math.min(amountCents, balanceDueCents));
  return { paidCents: amountCents - dueCents, dueCents };
}
