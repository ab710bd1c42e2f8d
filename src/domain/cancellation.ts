import { addDays, type StayDate, todayInZone, toInstant } from './dates/dates.ts';
import type { LanguageCode } from './languages/languages.ts';
import { computePercentOfCents } from './money.ts';
import {
  mergeTranslations,
  type NameText,
  type Translations,
  type TranslationsChange,
} from './translations.ts';
import type {
  BookingStatus,
  CancellationFeeBase,
  InvoiceStatus,
  PaymentStatus,
  SecurityDepositStatus,
} from './vocabulary.ts';

export type CancellationPolicy = {
  name: string;
  /** Within this many hours after it was made, a booking can be cancelled without a fee. */
  graceHours: number;
  /** The grace period ends this number of days before check-in at the latest. */
  graceDaysBefore: number;
  /** Until how many days before check-in which share of the price is refunded, the most days first. */
  tiers: { daysBefore: number; refundPpm: number }[];
  /** What the fee is a share of. Terms of an earlier version have none: the total. */
  feeOf?: CancellationFeeBase | undefined;
  /** The code of an included percentage tax that the document of the fee shows. */
  feeTax?: string | null | undefined;
  /** Of the name. Left out if there are none. */
  translations?: Translations<NameText> | undefined;
};
/** Terms are replaced as a whole, but the translations of their name are merged. */
export type CancellationPolicyChange = Omit<CancellationPolicy, 'translations'> & {
  translations?: TranslationsChange<NameText>;
};

export function mergeCancellationPolicy(
  stored: CancellationPolicy | null,
  { translations: change, ...terms }: CancellationPolicyChange,
): CancellationPolicy {
  const translations = mergeTranslations(stored?.translations ?? null, change);
  return translations === null ? terms : { ...terms, translations };
}

export const findFeeBase = ({ feeOf = 'total' }: Pick<CancellationPolicy, 'feeOf'>): CancellationFeeBase =>
  feeOf;

export type CancellationPolicySources = {
  ownPolicy: CancellationPolicy | null;
  policyOfBuilding: CancellationPolicy | null;
  policyOfTeam: CancellationPolicy | null;
};

/** The listing's own, else its building's, else its team's. */
export const chooseCancellationPolicy = ({
  ownPolicy,
  policyOfBuilding,
  policyOfTeam,
}: CancellationPolicySources): CancellationPolicy | null => ownPolicy ?? policyOfBuilding ?? policyOfTeam;

/** A booking keeps its terms with the names in the languages that the team offers now. */
export function keepOfferedNames(
  policy: CancellationPolicy | null,
  offered: readonly LanguageCode[],
): CancellationPolicy | null {
  if (!policy?.translations) return policy;
  const { translations, ...terms } = policy;
  const kept = Object.entries(translations).filter(([code]) => offered.some((one) => one === code));
  return kept.length > 0 ? { ...terms, translations: Object.fromEntries(kept) } : terms;
}

export interface CancellationTerms {
  readonly name: string;
  readonly translations: Translations<NameText> | null;
  /** From then on a cancellation costs something. Null if it was never free. */
  readonly graceUntil: Date | null;
  /** `until` is the last date, in the listing's time zone, on which the share is refunded. */
  readonly refunds: readonly { readonly until: StayDate; readonly refundPpm: number }[];
  readonly feeOf: CancellationFeeBase;
}

interface BookingOfTerms {
  readonly cancellationPolicy: CancellationPolicy | null;
  readonly checkIn: StayDate;
  readonly createdAt: Date;
  readonly timezone: string;
}

const HOUR_MS = 3_600_000;

/** Without a grace period, which begins with the booking. */
export const buildCancellationTermsOfQuote = (
  policy: CancellationPolicy | null,
  checkIn: StayDate,
): CancellationTerms | null =>
  policy && {
    name: policy.name,
    translations: policy.translations ?? null,
    graceUntil: null,
    refunds: policy.tiers.map(({ daysBefore, refundPpm }) => ({
      until: addDays(checkIn, -daysBefore),
      refundPpm,
    })),
    feeOf: findFeeBase(policy),
  };

/** Null if the booking has none. */
export function buildCancellationTermsOfBooking(booking: BookingOfTerms): CancellationTerms | null {
  const { cancellationPolicy: policy, checkIn } = booking;
  const terms = buildCancellationTermsOfQuote(policy, checkIn);
  return policy && terms && { ...terms, graceUntil: computeGraceEnd(policy, booking) };
}

/**
 * Some hours after the booking was made, or as soon as check-in is fewer days away than the policy requires,
 * whichever is earlier. Null if it had ended already when the booking was made.
 */
function computeGraceEnd(
  { graceHours, graceDaysBefore }: CancellationPolicy,
  { checkIn, createdAt, timezone }: BookingOfTerms,
): Date | null {
  const hoursEnd = createdAt.getTime() + graceHours * HOUR_MS;
  const daysEnd = toInstant(addDays(checkIn, 1 - graceDaysBefore), '00:00', timezone).getTime();
  const end = Math.min(hoursEnd, daysEnd);
  return end > createdAt.getTime() ? new Date(end) : null;
}

interface PriceOfFee {
  readonly grandTotalCents: number;
  readonly accommodationTotalCents: number;
  readonly discountTotalCents: number;
}

const COMPUTE_FEE_BASE = {
  total: ({ grandTotalCents }) => grandTotalCents,
  // Fees and added taxes are not kept for a stay that does not take place.
  nights: ({ grandTotalCents, accommodationTotalCents, discountTotalCents }) =>
    Math.min(grandTotalCents, Math.max(0, accommodationTotalCents - discountTotalCents)),
} satisfies Record<CancellationFeeBase, (price: PriceOfFee) => number>;

/**
 * The grand total, or the price of the nights less discounts, minus the refunded share, in cents, rounded
 * half up. Free for a pending booking, or one within its grace period. Null if the booking has no terms.
 */
export function computeCancellationFeeCents(
  booking: BookingOfTerms & PriceOfFee & { readonly status: BookingStatus },
  now: Date,
): number | null {
  const terms = buildCancellationTermsOfBooking(booking);
  if (!terms) return null;
  const isFree =
    IS_CANCELLED_WITHOUT_FEE[booking.status] || (terms.graceUntil !== null && now < terms.graceUntil);
  if (isFree) return 0;
  const today = todayInZone(booking.timezone, now);
  const refundPpm = terms.refunds.find(({ until }) => today <= until)?.refundPpm ?? 0;
  const baseCents = COMPUTE_FEE_BASE[terms.feeOf](booking);
  return baseCents - computePercentOfCents(baseCents, refundPpm);
}

const IS_CANCELLED_WITHOUT_FEE: Record<BookingStatus, boolean> = {
  pending: true,
  confirmed: false,
  completed: false,
  cancelled: false,
};

/**
 * What was paid beyond the price or, of a cancelled booking, beyond its fee, if one was decided, in cents. A
 * pending booking may still become dearer or cheaper, so nothing is due yet.
 */
export function computeRefundDueCents({ status, paidCents, grandTotalCents, feeCents }: RefundFacts): number {
  const keptCents = {
    pending: null,
    confirmed: grandTotalCents,
    completed: grandTotalCents,
    cancelled: feeCents,
  } satisfies Record<BookingStatus, number | null>;
  const kept = keptCents[status];
  return kept === null ? 0 : Math.max(0, paidCents - kept);
}

type RefundFacts = {
  readonly status: BookingStatus;
  readonly paidCents: number;
  readonly grandTotalCents: number;
  readonly feeCents: number | null;
};

const PAYMENT_STATUS_AFTER_CANCELLATION: Record<PaymentStatus, PaymentStatus | null> = {
  scheduled: 'cancelled',
  failed: 'cancelled',
  paid: null,
  cancelled: null,
  refunded: null,
};

const INVOICE_STATUS_AFTER_CANCELLATION: Record<InvoiceStatus, InvoiceStatus | null> = {
  open: 'void',
  issued: null,
  paid: null,
  void: null,
};

const SECURITY_DEPOSIT_STATUS_AFTER_CANCELLATION: Record<
  SecurityDepositStatus,
  SecurityDepositStatus | null
> = {
  pending: 'cancelled',
  held: 'returned',
  returned: null,
  kept: null,
  cancelled: null,
};

type HasStatus<Status> = { readonly status: Status };

/**
 * After a cancellation, scheduled and failed payments are cancelled, open invoices become void, a held
 * deposit is returned, and a pending deposit is cancelled. Paid amounts stay: the team decides about refunds.
 */
export const cancelOpenPayments = <Payment extends HasStatus<PaymentStatus>>(payments: readonly Payment[]) =>
  changeStatuses(payments, PAYMENT_STATUS_AFTER_CANCELLATION);
export const voidOpenInvoices = <Invoice extends HasStatus<InvoiceStatus>>(invoices: readonly Invoice[]) =>
  changeStatuses(invoices, INVOICE_STATUS_AFTER_CANCELLATION);
export const endSecurityDeposits = <Deposit extends HasStatus<SecurityDepositStatus>>(
  deposits: readonly Deposit[],
) => changeStatuses(deposits, SECURITY_DEPOSIT_STATUS_AFTER_CANCELLATION);

/** Those whose status changes, with the new one. */
const changeStatuses = <Status extends string, Part extends HasStatus<Status>>(
  parts: readonly Part[],
  becomes: Record<Status, Status | null>,
): (Part & HasStatus<Status>)[] =>
  parts.flatMap((part) => {
    const status = becomes[part.status];
    return status ? [{ ...part, status }] : [];
  });
