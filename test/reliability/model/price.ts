/** The price of a stay (contract, section 5), computed with integers. */
import { between, type Day, nights, weekday } from './dates.ts';
import { type Coupon, type Discount, type Listing, ruleOf, seasonOf, type Team } from './team.ts';

export type Line = {
  type: 'accommodation' | 'discount' | 'fee' | 'tax';
  code: string;
  name: string;
  basis: string;
  quantity: number | null;
  unit_amount: number | null;
  percent: number | null;
  base_amount: number | null;
  amount: number;
  included: boolean;
};

export type Priced = {
  accommodation_total: number;
  discount_total: number;
  fees_total: number;
  taxes_total: number;
  grand_total: number;
  price_breakdown: Line[];
};

export type Stay = { check_in: Day; check_out: Day; guests: number };
type Order = Stay & { coupon: Coupon | null; bookedOn: Day };

const MILLION = 1_000_000n;
const ppm = (percent: number) => BigInt(Math.round(percent * 10_000));
/** `part / whole`, rounded half up. Both are positive. */
const halfUp = (part: bigint, whole: bigint) => Number((part * 2n + whole) / (whole * 2n));
export const percentOf = (percent: number, base: number) => halfUp(BigInt(base) * ppm(percent), MILLION);
/** The part of `base` that is an included percentage. */
const percentWithin = (percent: number, base: number) =>
  halfUp(BigInt(base) * ppm(percent), MILLION + ppm(percent));

const byCode = (a: { code: string }, b: { code: string }) => (a.code < b.code ? -1 : 1);
const sum = (lines: readonly { amount: number }[]) => lines.reduce((total, { amount }) => total + amount, 0);

export function baseRate(listing: Listing, night: Day): number {
  const { rates } = listing;
  const season = seasonOf(listing, night);
  const isWeekend = rates.weekend_days.includes(weekday(night));
  return (
    ruleOf(listing, night)?.nightly ??
    (isWeekend ? season?.weekend_nightly : null) ??
    season?.nightly ??
    (isWeekend ? rates.weekend_nightly : null) ??
    rates.nightly
  );
}

export function nightlyRates(listing: Listing, { check_in, check_out, guests }: Stay) {
  const { included_guests: included, extra_guest_nightly: each } = listing.rates;
  const extra_guests = included === null ? 0 : Math.max(0, guests - included) * each;
  return nights(check_in, check_out).map((date) => {
    const base_rate = baseRate(listing, date);
    return { date, base_rate, extra_guests, rate: base_rate + extra_guests };
  });
}

/** The fields of a line, in the order in which a quote's texts have them. */
const BLANK: Line = {
  ...{ type: 'fee', code: '', name: '', basis: '', quantity: null, unit_amount: null, percent: null },
  ...{ base_amount: null, amount: 0, included: false },
};
export const line = (
  known: Pick<Line, 'type' | 'code' | 'name' | 'basis' | 'amount'> & Partial<Line>,
): Line => ({
  ...BLANK,
  ...known,
});

const ofPercent = (percent: number, base_amount: number) => ({ basis: 'percent', percent, base_amount });

export const accommodation = (quantity: number, amount: number): Line => {
  const [type, name] = ['accommodation', 'Accommodation'] as const;
  return line({ type, code: type, name, basis: 'night', quantity, amount });
};

/** The price of a stay, in lines and totals. */
export function priceOf(team: Team, listing: Listing, order: Order): Priced {
  const length = between(order.check_in, order.check_out);
  const accommodation_total = nightlyRates(listing, order).reduce((total, { rate }) => total + rate, 0);
  const discounts = discountLines(team, listing, order, accommodation_total);
  const left = accommodation_total + sum(discounts);
  const { lines: fees, taxable } = feeLines(team, listing, order, left);
  const taxes = taxLines(team, listing, order, { left, taxable });
  const taxes_total = sum(taxes.filter(({ included }) => !included));
  return {
    accommodation_total,
    discount_total: accommodation_total - left,
    fees_total: sum(fees),
    taxes_total,
    grand_total: left + sum(fees) + taxes_total,
    price_breakdown: [accommodation(length, accommodation_total), ...discounts, ...fees, ...taxes],
  };
}

const appliesTo =
  ({ slug }: Listing) =>
  ({ listings }: { listings: readonly string[] | null }) =>
    listings === null || listings.includes(slug);

const KINDS = ['length_of_stay', 'early_bird', 'last_minute'];

function isDue({ kind, min_nights = 0, days_before = 0 }: Discount, order: Order): boolean {
  const lead = between(order.bookedOn, order.check_in);
  if (kind === 'length_of_stay') return between(order.check_in, order.check_out) >= min_nights;
  return kind === 'early_bird' ? lead >= days_before : lead <= days_before;
}

/** The automatic discount that saves most, then the coupon on the rest. */
function discountLines(team: Team, listing: Listing, order: Order, accommodation: number): Line[] {
  const [best] = team.discounts
    .filter(appliesTo(listing))
    .filter((discount) => isDue(discount, order))
    .map((discount) => ({ ...discount, saves: percentOf(discount.percent, accommodation) }))
    .sort((a, b) => b.saves - a.saves || KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || byCode(a, b));
  const left = accommodation - (best?.saves ?? 0);
  const lines: Line[] = [];
  if (best) {
    const { code, name, percent, saves } = best;
    lines.push(line({ type: 'discount', code, name, ...ofPercent(percent, accommodation), amount: -saves }));
  }
  if (order.coupon) {
    const { code, percent, amount = 0 } = order.coupon;
    const worth =
      percent === undefined
        ? {
            basis: 'stay',
            quantity: 1,
            unit_amount: amount,
            base_amount: left,
            amount: -Math.min(amount, left),
          }
        : { ...ofPercent(percent, left), amount: -percentOf(percent, left) };
    lines.push(line({ type: 'discount', code: `coupon:${code}`, name: code, ...worth }));
  }
  return lines.filter(({ amount }) => amount !== 0);
}

/** How many times a fixed amount is charged. */
function timesDue(basis: string, { check_in, check_out, guests }: Stay, maxNights: number | null): number {
  const counted = Math.min(between(check_in, check_out), maxNights ?? Number.POSITIVE_INFINITY);
  if (basis === 'stay') return 1;
  if (basis === 'night') return counted;
  return basis === 'guest' ? guests : guests * counted;
}

function feeLines(team: Team, listing: Listing, order: Order, left: number) {
  let taxable = 0;
  const lines: Line[] = [];
  for (const fee of team.fees.filter(appliesTo(listing)).sort(byCode)) {
    const { code, name, basis, percent = 0, amount: unit_amount = 0 } = fee;
    const quantity = timesDue(basis, order, null);
    const due =
      basis === 'percent'
        ? { ...ofPercent(percent, left), amount: percentOf(percent, left) }
        : { basis, quantity, unit_amount, amount: quantity * unit_amount };
    if (fee.taxable) taxable += due.amount;
    if (due.amount !== 0) lines.push(line({ type: 'fee', code, name, ...due }));
  }
  return { lines, taxable };
}

function taxLines(
  team: Team,
  listing: Listing,
  order: Order,
  { left, taxable }: { left: number; taxable: number },
): Line[] {
  const lines: Line[] = [];
  for (const tax of team.taxes.filter(appliesTo(listing)).sort(byCode)) {
    const { code, name, basis, percent = 0, amount: unit_amount = 0, included, applies_to } = tax;
    const base =
      (applies_to.includes('accommodation') ? left : 0) + (applies_to.includes('fees') ? taxable : 0);
    const quantity = timesDue(basis, order, tax.max_nights);
    const due =
      basis === 'percent'
        ? { ...ofPercent(percent, base), amount: (included ? percentWithin : percentOf)(percent, base) }
        : { basis, quantity, unit_amount, amount: quantity * unit_amount };
    if (due.amount !== 0) lines.push(line({ type: 'tax', code, name, ...due, included }));
  }
  return lines;
}
