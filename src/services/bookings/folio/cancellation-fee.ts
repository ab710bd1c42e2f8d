/** What a cancelled booking owes of its fee, and the documents that say so (docs/rules.md, 11.6 and 11.7). */
import type { FolioChanges, FolioRows, InvoiceRow, PaymentRow } from '../../../db/queries/bookings/folio.ts';
import type { BookingRecord } from '../../../db/queries/bookings/writes.ts';
import { loadIssuer } from '../../../db/queries/offers/issuer.ts';
import { loadChargesOfListing } from '../../../db/queries/offers/offered-charges.ts';
import { todayInZone } from '../../../domain/dates/dates.ts';
import { buildFeeLines, type FeeTax, findContainedTax } from '../../../domain/folio/cancellation-fee.ts';
import { findFolioState, sumPaidCents, sumScheduledCents } from '../../../domain/folio/folio.ts';
import { replanPayments } from '../../../domain/folio/payment-plan.ts';
import { isIncludedTax } from '../../../domain/pricing/charges.ts';
import { nameLinesToStore } from '../../../domain/pricing/line-names.ts';
import type { WriteScope } from '../../team-scope.ts';
import { freezeDocument } from './freeze.ts';
import { replaceInvoices } from './issue.ts';
import { buildScheduledPayment, mergeFolio, notePlannedAnew } from './plan.ts';

type CancelledFolio = {
  /** As it is cancelled, with its fee. */
  booking: BookingRecord;
  listing: { timezone: string };
  folio: FolioRows;
};

/**
 * Without a decided fee, what was paid and issued stays as it is. `before` is the booking before its fee was lowered: if
 * nobody asked for that one, nobody asks for less.
 */
export async function fitFolioToFee(
  scope: WriteScope,
  { booking, listing, folio }: CancelledFolio,
  before: BookingRecord | null = null,
): Promise<FolioChanges> {
  if (booking.cancellationFeeCents === null) return {};
  const { tx, teamId, now, isPreview } = scope;
  const isAsked = before === null || before.cancellationFeeCents === null || isFeeScheduled(before, folio);
  const payments = isAsked ? planFeePayment(scope, { booking, listing, payments: folio.payments }) : [];
  const after = mergeFolio(folio, { payments });
  const issuer = await loadIssuer(tx, teamId, booking.listingId);
  const invoices = replaceInvoices(
    { before: booking, after: await toInvoicedFee(scope, booking) },
    folio.invoices,
    { issuer, now, isPreview, payments: after.payments },
  );
  const isCovered = sumPaidCents(after.payments) >= booking.cancellationFeeCents;
  if (!isCovered) return { payments, invoices };
  const invoiced = { booking, listing, invoices: mergeFolio(folio, { invoices }).invoices };
  const isNew = ({ id, kind }: InvoiceRow) =>
    kind === 'invoice' && !folio.invoices.some((invoice) => invoice.id === id);
  const stored = invoices.map((invoice) =>
    isNew(invoice) ? freezeDocument(scope, invoiced, { ...invoice, status: 'paid', issuedAt: now }) : invoice,
  );
  return { payments, invoices: await Promise.all(stored) };
}

/**
 * A cancelled booking as its documents show it: with its fee in place of its price.
 */
export async function toInvoicedFee(scope: WriteScope, booking: BookingRecord): Promise<BookingRecord> {
  const feeCents = booking.cancellationFeeCents ?? 0;
  const lines = buildFeeLines(feeCents, await findFeeTax(scope, booking));
  const priceLines = nameLinesToStore(lines, scope.terms.languages);
  return { ...booking, grandTotalCents: feeCents, priceLines };
}

/** The tax that the terms name, as the booking contains it, else as the listing has it today. */
async function findFeeTax({ tx, teamId }: WriteScope, booking: BookingRecord): Promise<FeeTax | null> {
  const code = booking.cancellationPolicy?.feeTax;
  if (!code) return null;
  const contained = findContainedTax(booking.priceLines, code);
  if (contained) return contained;
  const { taxes } = await loadChargesOfListing(tx, teamId, booking.listingId);
  const tax = taxes.find((tax) => tax.code === code && isIncludedTax(tax));
  return tax && tax.percentPpm !== null
    ? { code, name: tax.name, nameSource: tax.translations ?? undefined, percentPpm: tax.percentPpm }
    : null;
}

type PaymentsOfFee = Pick<CancelledFolio, 'booking' | 'listing'> & { payments: readonly PaymentRow[] };

/** What is owed of a fee becomes one scheduled payment, due today. A cancelled booking has at most one. */
function planFeePayment(
  { now }: Pick<WriteScope, 'now'>,
  { booking, listing, payments }: PaymentsOfFee,
): PaymentRow[] {
  const amountCents = computeOwedOfFee(booking, payments);
  if (amountCents === sumScheduledCents(payments)) return [];
  const position = Math.max(-1, ...payments.map((payment) => payment.position)) + 1;
  const today = todayInZone(listing.timezone, now);
  const { changed, added } = replanPayments([{ amountCents, dueOn: today, position }], payments, { today });
  return [
    ...notePlannedAnew(changed, payments, now),
    ...added.map((payment) => buildScheduledPayment(booking, payment, now)),
  ];
}

/** An earlier version has scheduled nothing of a fee, and an erasure cancels it: then nothing becomes owed. */
export function replanFeeAfterRefund(
  scope: Pick<WriteScope, 'now'>,
  { booking, listing, folio: { payments } }: CancelledFolio,
  refunded: PaymentRow,
): PaymentRow[] {
  if (findFolioState(booking) !== 'fee' || !isFeeScheduled(booking, { payments })) return [];
  const after = payments.map((payment) => (payment.id === refunded.id ? refunded : payment));
  return planFeePayment(scope, { booking, listing, payments: after });
}

const isFeeScheduled = (booking: BookingRecord, { payments }: Pick<FolioRows, 'payments'>): boolean =>
  sumScheduledCents(payments) === computeOwedOfFee(booking, payments);

const computeOwedOfFee = ({ cancellationFeeCents }: BookingRecord, payments: readonly PaymentRow[]): number =>
  Math.max(0, (cancellationFeeCents ?? 0) - sumPaidCents(payments));
