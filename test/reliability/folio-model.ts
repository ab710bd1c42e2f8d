/**
 * What the folio of one booking must say, by docs/rules.md, 11 and 12: an own calculation, fed with what was asked for and
 * with the price that the booking shows. It shares nothing with the service's code.
 */
import type { Json } from '../helpers/bookings.ts';

/** The terms of a history: a single tier, whose day ends with the day of check-in. */
export type Terms = {
  refundPercent: number;
  feeOf: 'total' | 'nights';
  /** The contained tax of a fee, if the terms name one. */
  feeTax: { code: string; percent: number } | null;
};

/** Money that moved, with the month of the listing's clock. */
type Moved = { month: string; cents: number };

const ZONE = 'Europe/Lisbon';
export const monthOf = (instant: string): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(ZONE).toPlainDate().toString().slice(0, 7);

/** A share of an amount in hundredths of a percent, rounded half up, in whole numbers. */
const shareOf = (cents: number, percent: number): number => {
  const exact = BigInt(cents) * BigInt(Math.round(percent * 100)) * 2n + 10_000n;
  return Number(exact / 20_000n);
};
/** The part of an amount that is a contained tax of a percentage, rounded half up. */
const containedIn = (cents: number, percent: number): number => {
  const [rate, whole] = [BigInt(Math.round(percent * 100)), BigInt(10_000 + Math.round(percent * 100))];
  return Number((BigInt(cents) * rate * 2n + whole) / (whole * 2n));
};

type TaxesByCode = Record<string, number>;

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/** The taxes of a price by code, without those that are 0. */
export const taxesOf = (lines: readonly { type: string; code: string; amount: number }[]): TaxesByCode => {
  const sums: TaxesByCode = {};
  for (const { type, code, amount } of lines) if (type === 'tax') sums[code] = (sums[code] ?? 0) + amount;
  return Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0));
};

export class FolioModel {
  readonly paid: Moved[] = [];
  readonly refunded: Moved[] = [];
  /** What the documents add up to, or null as long as none may have been issued. */
  private documentsCents: number | null;
  /** Whether what is scheduled is all that is owed: not after a refund that leaves the price, or a payment that failed. */
  isPlanned = true;
  private feeCents: number | null = null;
  private feeMonth: string | null = null;

  private booking: Json;
  private readonly terms: Terms;

  constructor(booking: Json, terms: Terms) {
    this.booking = booking;
    this.terms = terms;
    this.documentsCents = booking.status === 'pending' ? null : booking.grand_total;
  }

  get paidCents(): number {
    const sum = (moved: readonly Moved[]) => sumOf(moved.map(({ cents }) => cents));
    return sum(this.paid) - sum(this.refunded);
  }

  private get isCancelled(): boolean {
    return this.booking.status === 'cancelled';
  }

  /** What the guest owes for the booking in all, or null if nobody has decided it. */
  private get chargeCents(): number | null {
    return this.isCancelled ? this.feeCents : this.booking.grand_total;
  }

  get owedCents(): number {
    return this.isCancelled
      ? Math.max(0, (this.feeCents ?? 0) - this.paidCents)
      : this.booking.grand_total - this.paidCents;
  }

  /** What a cancellation now costs by the terms. */
  feeNow(today: string): number {
    const { status, grand_total, accommodation_total, discount_total, check_in } = this.booking;
    if (status === 'pending') return 0;
    const ofNights = Math.min(grand_total, Math.max(0, accommodation_total - discount_total));
    const baseCents = this.terms.feeOf === 'nights' ? ofNights : grand_total;
    return baseCents - (today <= check_in ? shareOf(baseCents, this.terms.refundPercent) : 0);
  }

  receive(cents: number, at: string): void {
    this.paid.push({ month: monthOf(at), cents });
  }

  /** A refund that leaves the price makes something owed again, which a cancelled booking schedules. */
  refund(cents: number, at: string): void {
    this.refunded.push({ month: monthOf(at), cents });
    if (!this.isCancelled) this.isPlanned = false;
  }

  takeBack(cents: number, paidAt: string): void {
    const index = this.paid.findIndex(
      ({ month, cents: paid }) => paid === cents && month === monthOf(paidAt),
    );
    this.paid.splice(index, 1);
    this.isPlanned = true;
  }

  /** The booking as a change leaves it. What moves its total, a tax or its check-in is planned and invoiced anew. */
  change(after: Json): void {
    const before = this.booking;
    this.booking = after;
    const hasOtherDues = before.grand_total !== after.grand_total || before.check_in !== after.check_in;
    const tax = ({ price_breakdown }: Json) =>
      JSON.stringify(Object.entries(taxesOf(price_breakdown)).sort());
    if (hasOtherDues) this.isPlanned = true;
    if ((hasOtherDues || tax(before) !== tax(after)) && this.documentsCents !== null)
      this.documentsCents = after.grand_total;
  }

  /** The booking in another status, with nothing else changed. */
  become(after: Json): void {
    this.booking = after;
  }

  confirm(after: Json): void {
    this.booking = after;
    this.documentsCents ??= after.grand_total;
  }

  cancel(after: Json, feeCents: number | null, at: string, keptCents: number): void {
    this.booking = after;
    this.isPlanned = true;
    this.documentsCents = keptCents;
    if (feeCents !== null) this.setFee(feeCents);
    this.feeMonth = monthOf(at);
  }

  setFee(feeCents: number): void {
    this.feeCents = feeCents;
    this.documentsCents = feeCents;
  }

  /** A document was voided or credited by hand. */
  takeDocumentBack(cents: number): void {
    this.documentsCents = (this.documentsCents ?? 0) - cents;
  }

  /** Whether an invoice can be issued by hand, which makes the documents add up. */
  get isDocumentMissing(): boolean {
    const { status } = this.booking;
    return status !== 'pending' && this.chargeCents !== null && this.documentsCents !== this.chargeCents;
  }

  issueMissing(): void {
    this.documentsCents = this.chargeCents;
  }

  get feeOfMonth(): { month: string; cents: number } | null {
    return this.feeMonth === null || this.feeCents === null
      ? null
      : { month: this.feeMonth, cents: this.feeCents };
  }

  /** The sums that the folio shows. */
  get folio() {
    const { feeCents, paidCents, isCancelled } = this;
    const keptCents = this.booking.status === 'pending' ? null : this.chargeCents;
    return {
      paid_total: paidCents,
      balance_due: this.owedCents,
      cancellation_fee: isCancelled ? feeCents : null,
      refund_due: keptCents === null ? 0 : Math.max(0, paidCents - keptCents),
    };
  }

  /** What the documents that are not void add up to, and the taxes that they tell together if they add up. */
  get documents(): { cents: number; taxes: TaxesByCode | null } {
    const cents = this.documentsCents ?? 0;
    const hasTaxes = this.documentsCents !== null && this.documentsCents === this.chargeCents;
    return { cents, taxes: hasTaxes ? this.taxes : null };
  }

  private get taxes(): TaxesByCode {
    if (!this.isCancelled) return taxesOf(this.booking.price_breakdown);
    const { feeTax } = this.terms;
    const cents = feeTax ? containedIn(this.feeCents ?? 0, feeTax.percent) : 0;
    return feeTax === null || cents === 0 ? {} : { [feeTax.code]: cents };
  }
}
