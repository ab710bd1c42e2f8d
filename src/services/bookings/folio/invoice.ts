import { findBooking } from '../../../db/queries/bookings/bookings.ts';
import { loadFolio } from '../../../db/queries/bookings/folio.ts';
import { loadIssuer } from '../../../db/queries/offers/issuer.ts';
import { asInvoiced } from '../../../domain/folio/cancellation-fee.ts';
import {
  buildInvoiceDocument,
  hasBilling,
  type InvoiceDocument,
  type InvoicedBefore,
  isFrozen,
  listToldTaxes,
  type TaxSum,
} from '../../../domain/folio/invoice-document.ts';
import {
  doesInvoiceCount,
  doesInvoiceStay,
  listUncredited,
  sumInvoicedBefore,
} from '../../../domain/folio/invoices.ts';
import { isDraft } from '../../../domain/folio/numbering.ts';
import { type Settlement, settleInvoices } from '../../../domain/folio/settlement.ts';
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
  /** For an invoice that is addressed to nobody else. Null if the guest was erased. */
  guestName: string | null;
  /** An invoice may be for only a part of it. */
  totalCents: number;
  /** Those that no earlier one has told. */
  taxes: readonly TaxSum[];
  invoicedBefore: InvoicedBefore;
  /** By a credit note. */
  corrected: readonly Invoice[];
  credited: Credited;
  /** Null if nothing of it is left to be paid: if it is void, a credit note or credited in whole. */
  settlement: Settlement | null;
};

/** By which credit notes something of an invoice was taken back, and how much in all. */
type Credited = { numbers: readonly string[]; amountCents: number };

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
  const invoice = folio.invoices.find(({ id }) => id === invoiceId);
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
  const { billingName, billingAddress } = hasBilling(document) || isFrozen(document) ? document : booking;
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
    timezone: document.timezone ?? listing.timezone,
    guestName: guest.erasedAt ? null : (document.guestName ?? guest.name),
    totalCents: sumPriceLines(document.lines).grandTotalCents,
    taxes: listToldTaxes(document),
    invoicedBefore: findInvoicedBefore(document, invoice, folio.invoices),
    corrected: folio.invoices.filter(({ id }) => invoice.corrects.includes(id)),
    credited: findCredited(invoice, folio.invoices),
    settlement: findSettlement(invoice, folio),
  };
}

/** One that an earlier version issued was preceded by all that it is not over. */
function findInvoicedBefore(
  document: InvoiceDocument,
  { id, status, amountCents }: Invoice,
  invoices: readonly Invoice[],
): InvoicedBefore {
  if (document.invoicedBefore) return document.invoicedBefore;
  const before = sumInvoicedBefore(invoices, id);
  if (!doesInvoiceStay({ status })) return before;
  return { ...before, amountCents: sumPriceLines(document.lines).grandTotalCents - amountCents };
}

function findCredited({ id, amountCents, kind, status }: Invoice, invoices: readonly Invoice[]): Credited {
  if (kind === 'credit_note' || !doesInvoiceCount({ status })) return { numbers: [], amountCents: 0 };
  const left = listUncredited(invoices).find(({ invoice }) => invoice.id === id);
  const credits = invoices.filter((one) => doesInvoiceCount(one) && one.corrects.includes(id));
  return {
    numbers: credits.flatMap(({ number }) => number ?? []),
    amountCents: amountCents - (left?.leftCents ?? 0),
  };
}

const findSettlement = ({ id, kind, status, amountCents }: Invoice, folio: Folio): Settlement | null => {
  if (kind === 'credit_note' || status === 'void') return null;
  if (amountCents === 0) return { paidCents: 0, dueCents: 0 };
  const { paidTotalCents: paidCents, balanceDueCents: dueCents } = folio;
  // The invoice of a fee is marked as paid by Innkeep, and what was paid may be given back afterwards.
  const doMarksCount = folio.state !== 'fee';
  return settleInvoices(folio.invoices, { paidCents, dueCents }, doMarksCount).get(id) ?? null;
};
