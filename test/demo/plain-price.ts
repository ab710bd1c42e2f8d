/**
 * The contract's section 5 once more, in plain arithmetic over the team file and without a line of the engine: what a
 * stay of the demo must cost.
 */
import type { BookingEntry, CouponEntry, ListingEntry } from '../../demo/entries.ts';
import type { HarbourTeam } from '../../demo/harbour.ts';
import { datesUpTo, daysFrom, weekdayOf } from './plain-dates.ts';

export type PlainLine = {
  type: string;
  code: string;
  quantity: number | null;
  base: number | null;
  amount: number;
  included: boolean;
};

export type PlainStay = {
  listing: ListingEntry;
  checkIn: string;
  checkOut: string;
  guests: number;
  bookedOn: string;
  coupon: CouponEntry | null;
};

type Named = { listings?: string[] | null | undefined };

/** part / whole, the half rounded up. */
const halfUp = (part: bigint, whole: bigint): number => Number((2n * part + whole) / (2n * whole));
const share = (base: number, percent: number): number =>
  halfUp(BigInt(base) * BigInt(Math.round(percent * 10_000)), 1_000_000n);
const shareWithin = (base: number, percent: number): number => {
  const ppm = BigInt(Math.round(percent * 10_000));
  return halfUp(BigInt(base) * ppm, 1_000_000n + ppm);
};
const byCode = (a: { code: string }, b: { code: string }) => (a.code < b.code ? -1 : 1);

export function nightlyRate(listing: ListingEntry, night: string): number {
  const day = listing.days?.find(({ date }) => date === night);
  const season = listing.seasons?.find(
    ({ start_date, end_date }) => start_date <= night && night <= end_date,
  );
  const { rates } = listing;
  const isWeekend = (rates.weekend_days ?? [5, 6]).includes(weekdayOf(night));
  const inOrder = [
    day?.nightly,
    isWeekend ? season?.weekend_nightly : null,
    season?.nightly,
    isWeekend ? rates.weekend_nightly : null,
  ];
  return inOrder.find((rate) => rate !== null && rate !== undefined) ?? rates.nightly;
}

export function plainPrice(team: HarbourTeam, stay: PlainStay): PlainLine[] {
  const { listing, guests } = stay;
  const nights = [...datesUpTo(stay.checkIn, stay.checkOut)];
  const included = listing.rates.included_guests;
  const extraGuests = included === null || included === undefined ? 0 : Math.max(0, guests - included);
  const extra = extraGuests * (listing.rates.extra_guest_nightly ?? 0);
  const accommodation = nights.reduce((sum, night) => sum + nightlyRate(listing, night) + extra, 0);
  const lines: PlainLine[] = [
    line('accommodation', 'accommodation', accommodation, { quantity: nights.length }),
  ];
  let left = accommodation;
  const take = (code: string, amount: number, more: Partial<PlainLine>) => {
    if (amount === 0) return;
    lines.push(line('discount', code, -amount, more));
    left -= amount;
  };

  const discount = bestDiscount(team, stay, accommodation, nights.length);
  if (discount) take(discount.code, discount.saves, { base: accommodation });
  if (stay.coupon) {
    const { code, percent, amount } = stay.coupon;
    const isPercent = percent !== null && percent !== undefined;
    const saves = isPercent ? share(left, percent) : Math.min(amount ?? 0, left);
    take(`coupon:${code}`, saves, { base: left, quantity: isPercent ? null : 1 });
  }

  const applies = ({ listings }: Named) => !listings || listings.includes(listing.slug);
  const charge = (
    entry: {
      basis: string;
      amount?: number | null | undefined;
      percent?: number | null | undefined;
      max_nights?: number | null | undefined;
    },
    base: number,
  ): Pick<PlainLine, 'amount' | 'quantity' | 'base'> => {
    if (entry.basis === 'percent') return { amount: share(base, entry.percent ?? 0), quantity: null, base };
    const counted = Math.min(nights.length, entry.max_nights ?? nights.length);
    const times = { stay: 1, night: counted, guest: guests, guest_night: guests * counted }[entry.basis] ?? 0;
    return { amount: times * (entry.amount ?? 0), quantity: times, base: null };
  };
  let taxable = 0;
  for (const fee of team.fees.filter(applies).toSorted(byCode)) {
    const { amount, quantity, base } = charge(fee, left);
    if (amount === 0) continue;
    lines.push(line('fee', fee.code, amount, { quantity, base }));
    if (fee.taxable) taxable += amount;
  }
  for (const tax of team.taxes.filter(applies).toSorted(byCode)) {
    const of = tax.applies_to ?? ['accommodation', 'fees'];
    const taxed = (of.includes('accommodation') ? left : 0) + (of.includes('fees') ? taxable : 0);
    const { amount, quantity, base } = charge(tax, taxed);
    const inside = tax.included === true;
    const due = inside ? shareWithin(taxed, tax.percent ?? 0) : amount;
    if (due !== 0) lines.push(line('tax', tax.code, due, { quantity, base, included: inside }));
  }
  return lines;
}

/** The lines of a booking in the file, reduced to what is worked out here. */
export const linesInFile = (booking: BookingEntry): PlainLine[] =>
  (booking.lines ?? []).map(({ type, code, quantity, base_amount, amount, included }) => ({
    type,
    code,
    quantity: quantity ?? null,
    base: base_amount ?? null,
    amount,
    included: included ?? false,
  }));

const line = (type: string, code: string, amount: number, more: Partial<PlainLine>): PlainLine => ({
  type,
  code,
  quantity: null,
  base: null,
  included: false,
  ...more,
  amount,
});

function bestDiscount(
  team: HarbourTeam,
  { listing, bookedOn, checkIn }: PlainStay,
  base: number,
  nights: number,
): { code: string; saves: number } | null {
  const lead = daysFrom(bookedOn, checkIn);
  const order = ['length_of_stay', 'early_bird', 'last_minute'];
  const found = team.discounts
    .filter(({ listings }) => !listings || listings.includes(listing.slug))
    .filter(({ kind, min_nights, days_before }) => {
      if (kind === 'length_of_stay') return nights >= (min_nights ?? Number.POSITIVE_INFINITY);
      if (kind === 'early_bird') return lead >= (days_before ?? Number.POSITIVE_INFINITY);
      return lead <= (days_before ?? -1);
    })
    .map(({ code, kind, percent }) => ({ code, kind, saves: share(base, percent) }))
    .sort(
      (a, b) =>
        b.saves - a.saves || order.indexOf(a.kind) - order.indexOf(b.kind) || (a.code < b.code ? -1 : 1),
    );
  return found[0] ?? null;
}
