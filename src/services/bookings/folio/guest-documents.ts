/** The documents of a booking that its guest reads and prints with the booking's key (docs/rules.md, 15.13). */
import type { InvoiceStatus } from '../../../domain/vocabulary.ts';
import type { TeamScope } from '../../team-scope.ts';
import type { Folio } from '../read.ts';
import { findSiteBooking, type SiteBookingKey } from '../site.ts';
import { findInvoice, type IssuedInvoice } from './invoice.ts';

/** Guests see what is final: what is open may still be replaced. */
const IS_FOR_GUESTS = {
  open: false,
  issued: true,
  paid: true,
  void: false,
} satisfies Record<InvoiceStatus, boolean>;

type Invoice = Folio['invoices'][number];
/** What is issued or paid has a number. */
export type GuestDocument = Invoice & { number: string; issuedAt: Date };
export type WholeGuestDocument = IssuedInvoice & { invoice: GuestDocument };

const isForGuests = (invoice: Invoice): invoice is GuestDocument =>
  IS_FOR_GUESTS[invoice.status] && invoice.number !== null && invoice.issuedAt !== null;

/** Null if the code and the key belong to none. */
export async function listGuestDocuments(
  scope: TeamScope,
  { code, key }: SiteBookingKey,
): Promise<GuestDocument[] | null> {
  const found = await findSiteBooking(scope, code, key);
  return found?.folio.invoices.filter(isForGuests) ?? null;
}

export async function findGuestDocument(
  scope: TeamScope,
  booking: SiteBookingKey,
  documentId: string,
): Promise<WholeGuestDocument | null> {
  const documents = await listGuestDocuments(scope, booking);
  const invoice = documents?.find(({ id }) => id === documentId);
  const issued = invoice ? await findInvoice(scope, invoice.bookingId, invoice.id) : null;
  return invoice && issued ? { ...issued, invoice } : null;
}
