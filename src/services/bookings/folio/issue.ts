/** Issues the invoices and credit notes of bookings, and voids those that no longer say what is true. */
import type { FolioRows, InvoiceRow, PaymentRow } from '../../../db/queries/bookings/folio.ts';
import type { BookingRecord } from '../../../db/queries/bookings/writes.ts';
import type { StayDate } from '../../../domain/dates/dates.ts';
import {
  areOthersTold,
  buildInvoiceDocument,
  haveOtherTaxes,
  type InvoiceDocument,
  type InvoiceIssuer,
  listToldTaxes,
  subtractToldTaxes,
  sumTaxes,
  type TaxSum,
} from '../../../domain/folio/invoice-document.ts';
import {
  doesInvoiceCount,
  doesInvoiceStay,
  type InvoicesToIssue,
  planInvoicesAnew,
  planMissingInvoice,
  sumInvoicesCents,
} from '../../../domain/folio/invoices.ts';
import { MAX_INVOICES_OF_BOOKING } from '../../../domain/limits.ts';
import { isShownPriceLine } from '../../../domain/pricing/lines.ts';
import type { InvoiceKind, InvoiceNumbering } from '../../../domain/vocabulary.ts';
import { Invalid } from '../../errors.ts';
import type { FieldMessage } from '../../field-messages.ts';
import { newId } from '../../new-id.ts';
import { numberInBooking } from './in-booking.ts';

export type Issuing = {
  issuer: InvoiceIssuer;
  now: Date;
  /** A preview shows no numbers of what it would issue. */
  isPreview: boolean;
  /** By them, invoices say when they are due. */
  payments: readonly PaymentRow[];
};

/** A pending booking has none before it is confirmed. */
export const buildFirstInvoices = (booking: BookingRecord, issuing: Issuing): InvoiceRow[] =>
  booking.status === 'pending'
    ? []
    : [
        buildInvoice(booking, issuing, {
          amountCents: booking.grandTotalCents,
          existing: [],
          taxes: listTaxesOfStay(booking),
        }),
      ];

/** None if it has one already, or has no folio. */
export const buildInvoicesOfConfirmed = (
  booking: BookingRecord,
  { payments, invoices }: FolioRows,
  issuing: Issuing,
): InvoiceRow[] =>
  invoices.length > 0 || hasNoFolio(booking, { payments, invoices })
    ? []
    : buildFirstInvoices(booking, issuing);

/**
 * Whether a booking came from elsewhere, without payments and invoices, so that no change gives it any. A
 * pending booking that costs nothing has none either, but may get some.
 */
export const hasNoFolio = (
  { status, grandTotalCents }: Pick<BookingRecord, 'status' | 'grandTotalCents'>,
  { payments, invoices }: Pick<FolioRows, 'payments' | 'invoices'>,
): boolean =>
  payments.length === 0 && invoices.length === 0 && !(IS_WITHOUT_INVOICE[status] && grandTotalCents === 0);

const IS_WITHOUT_INVOICE = {
  pending: true,
  confirmed: false,
  completed: false,
  cancelled: false,
} satisfies Record<BookingRecord['status'], boolean>;

/**
 * Fits the invoices of a booking to its changed price (docs/rules.md, 12.13). Open ones are voided, and what is
 * missing is issued. If the total stays and a tax does not, or what stays would tell other taxes than the booking, all
 * that stays is credited and issued anew.
 */
export function fitInvoices(
  before: BookingRecord,
  booking: BookingRecord,
  invoices: readonly InvoiceRow[],
  issuing: Issuing,
): InvoiceRow[] {
  if (invoices.length === 0 && IS_WITHOUT_INVOICE[booking.status]) return [];
  const isSameTotal = before.grandTotalCents === booking.grandTotalCents;
  const isIssuedAnew = (kept: readonly InvoiceRow[]) =>
    isSameTotal
      ? haveOtherTaxes(before.priceLines, booking.priceLines)
      : sumInvoicesCents(kept) === booking.grandTotalCents && tellOtherTaxes(kept, booking, issuing.issuer);
  return reissueInvoices({ before, after: booking }, invoices, issuing, (kept, totalCents) =>
    isIssuedAnew(kept) ? planInvoicesAnew(kept, totalCents) : planMissingInvoice(kept, totalCents),
  );
}

/** If a total comes back in a second step, its invoices may tell the taxes of the first one. */
const tellOtherTaxes = (
  kept: readonly InvoiceRow[],
  booking: BookingRecord,
  issuer: InvoiceIssuer,
): boolean =>
  areOthersTold(
    listTaxesOfStay(booking),
    kept.map((invoice) => listTaxesOf(booking, invoice, issuer)),
  );

type InvoicedBookings = { before: BookingRecord; after: BookingRecord };

/** Voids open invoices, credits all others in whole, and issues one over the total after the change. */
export const replaceInvoices = (
  bookings: InvoicedBookings,
  invoices: readonly InvoiceRow[],
  issuing: Issuing,
): InvoiceRow[] => reissueInvoices(bookings, invoices, issuing, planInvoicesAnew);

function reissueInvoices(
  { before, after }: InvoicedBookings,
  invoices: readonly InvoiceRow[],
  issuing: Issuing,
  plan: (kept: readonly InvoiceRow[], totalCents: number) => InvoicesToIssue,
): InvoiceRow[] {
  const existing = keepDocuments(before, invoices, issuing.issuer);
  const voided = existing
    .filter((invoice) => doesInvoiceCount(invoice) && !doesInvoiceStay(invoice))
    .map((invoice): InvoiceRow => ({ ...invoice, status: 'void', voidedAt: issuing.now }));
  const kept = existing.filter(doesInvoiceStay);
  const toIssue = plan(kept, after.grandTotalCents);
  const frozen = kept.filter((invoice) => !invoices.includes(invoice));
  return [...voided, ...frozen, ...buildInvoices(after, { existing, kept }, toIssue, issuing)];
}

/**
 * An invoice of another system shows what its booking says. Before that changes, the invoice keeps what it has
 * shown. Returns the same rows for invoices that have documents.
 */
export const keepDocuments = (
  before: BookingRecord,
  invoices: readonly InvoiceRow[],
  issuer: InvoiceIssuer,
): InvoiceRow[] =>
  invoices.map((invoice) =>
    invoice.document === null && doesInvoiceCount(invoice)
      ? { ...invoice, document: buildInvoiceDocument(issuer, before) }
      : invoice,
  );

/** `kept` are those of the existing invoices that count. */
export function buildInvoices(
  booking: BookingRecord,
  { existing, kept }: { existing: readonly InvoiceRow[]; kept: readonly InvoiceRow[] },
  { credit, invoiceCents }: InvoicesToIssue,
  issuing: Issuing,
): InvoiceRow[] {
  const rows: InvoiceRow[] = [];
  const taxes = listTaxesOfStay(booking);
  const listTold = () => [...kept, ...rows].map((invoice) => listTaxesOf(booking, invoice, issuing.issuer));
  if (credit) {
    // A credit note beside a new invoice takes back all that was told, and one alone corrects it.
    const leftTaxes = invoiceCents === null ? taxes : [];
    rows.push(
      buildCreditNote(booking, issuing, {
        ...credit,
        existing,
        taxes: subtractToldTaxes(leftTaxes, listTold()),
      }),
    );
  }
  if (invoiceCents !== null)
    rows.push(
      buildInvoice(booking, issuing, {
        amountCents: invoiceCents,
        existing: [...existing, ...rows],
        taxes: subtractToldTaxes(taxes, listTold()),
      }),
    );
  if (existing.length + rows.length > MAX_INVOICES_OF_BOOKING)
    throw new Invalid({ invoices: [TOO_MANY_INVOICES] });
  return rows;
}

const listTaxesOfStay = ({ priceLines }: BookingRecord): TaxSum[] =>
  sumTaxes(priceLines.filter(isShownPriceLine));

/** The day on which the last planned payment is due. */
export function findDueOn(payments: readonly PaymentRow[]): { dueOn?: StayDate } {
  const days = payments.filter(({ status }) => status === 'scheduled').flatMap(({ dueOn }) => dueOn ?? []);
  const dueOn = days.toSorted().at(-1);
  return dueOn === undefined ? {} : { dueOn };
}

/** Those of its booking if it has no document of its own. */
export const listTaxesOf = (
  booking: BookingRecord,
  { document }: Pick<InvoiceRow, 'document'>,
  issuer: InvoiceIssuer,
): readonly TaxSum[] => listToldTaxes(document ?? buildInvoiceDocument(issuer, booking));

type ExistingInvoice = Pick<InvoiceRow, 'id' | 'number' | 'document'>;
type NewDocument = {
  amountCents: number;
  /** By their numbers the next one is found. */
  existing: readonly ExistingInvoice[];
  taxes: readonly TaxSum[];
};

const buildInvoice = (
  booking: BookingRecord,
  issuing: Issuing,
  { taxes, ...rest }: NewDocument,
): InvoiceRow => ({
  ...buildRow(booking, issuing, 'invoice', rest),
  corrects: [],
  document: {
    ...buildInvoiceDocument(issuing.issuer, booking),
    taxes,
    ...findDueOn(issuing.payments),
  },
});

export const buildCreditNote = (
  booking: BookingRecord,
  issuing: Issuing,
  { taxes, corrects, ...rest }: NewDocument & { corrects: readonly string[] },
): InvoiceRow => ({
  ...buildRow(booking, issuing, 'credit_note', rest),
  corrects: [...corrects],
  document: buildCreditDocument(booking, issuing, {
    taxes,
    corrected: findCorrected(rest.existing, corrects),
  }),
});

const findCorrected = (existing: readonly ExistingInvoice[], corrects: readonly string[]) =>
  existing.find(({ id }) => id === corrects[0])?.document ?? null;

/**
 * A credit note says what it takes back, and no lines. It is addressed like the invoice that it corrects, also if that
 * address was wrong.
 */
const buildCreditDocument = (
  booking: BookingRecord,
  { issuer }: Issuing,
  { taxes, corrected }: { taxes: readonly TaxSum[]; corrected: InvoiceDocument | null },
): InvoiceDocument => {
  const { billingName, billingAddress } = corrected ?? booking;
  const { guestName, timezone } = corrected ?? {};
  return {
    ...buildInvoiceDocument(issuer, booking),
    billingName,
    billingAddress,
    ...(guestName === undefined ? {} : { guestName }),
    ...(timezone === undefined ? {} : { timezone }),
    lines: [],
    taxes,
  };
};

const buildRow = (
  booking: BookingRecord,
  { issuer, now, isPreview }: Issuing,
  kind: InvoiceKind,
  { amountCents, existing }: Omit<NewDocument, 'taxes'>,
) => ({
  teamId: booking.teamId,
  id: newId(),
  bookingId: booking.id,
  kind,
  amountCents,
  voidedAt: null,
  series: null,
  serialNumber: null,
  ...NUMBER[issuer.numbering](kind, now, () =>
    isPreview
      ? null
      : numberInBooking(
          booking,
          existing.map(({ number }) => number),
          issuer,
          now,
        ),
  ),
});

/**
 * How a new document begins in each numbering. Of consecutive ones, an invoice begins as a draft, and a credit note gets
 * its number when it is stored (`numberInvoices`).
 */
const NUMBER = {
  booking: (_kind, now, findNumber) => ({ status: 'open', issuedAt: now, number: findNumber() }),
  consecutive: (kind, now) => ({ ...CONSECUTIVE[kind](now), number: null }),
} satisfies Record<
  InvoiceNumbering,
  (
    kind: InvoiceKind,
    now: Date,
    findNumber: () => string | null,
  ) => Pick<InvoiceRow, 'status' | 'issuedAt' | 'number'>
>;
const CONSECUTIVE = {
  invoice: () => ({ status: 'open', issuedAt: null }),
  credit_note: (now) => ({ status: 'issued', issuedAt: now }),
} satisfies Record<InvoiceKind, (now: Date) => Pick<InvoiceRow, 'status' | 'issuedAt'>>;

const TOO_MANY_INVOICES: FieldMessage = {
  code: 'limit',
  sentence: `A booking can have ${MAX_INVOICES_OF_BOOKING} invoices, so this change of its price or arrival is not possible.`,
};
