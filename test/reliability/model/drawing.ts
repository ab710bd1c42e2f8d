/** The draws of commands, and how they select existing entities, and stays that meet others and rules. */
import fc from 'fast-check';
import { type Day, plus } from './dates.ts';
import type { State, Token } from './state.ts';
import { isLive, todayOf } from './state.ts';
import type { Listing } from './team.ts';

/** A choice among entities whose number is not known yet. */
export const anyPick = fc.nat(999);

export const pickOf = <T>(list: readonly T[], pick: number): T | undefined => list[pick % list.length];
export function picked<T>(list: readonly T[], pick: number): T {
  const item = pickOf(list, pick);
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}

export const sometimes = <T>(one: fc.Arbitrary<T>, in100: number): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 100 - in100, arbitrary: fc.constant(null) }, { weight: in100, arbitrary: one });

/** An id that nothing has. */
export const NOBODY = '00000000-0000-7000-8000-000000000000';

export const anyToken = fc.oneof(
  { weight: 19, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: anyPick },
);
/** The team's first live token or, if picked, any token that it ever had. */
export const tokenOf = ({ tokens }: State, pick: number): Token =>
  pick === 0
    ? picked(
        tokens.filter((token) => token.isLive),
        0,
      )
    : picked(tokens, pick);

export const anyKey = sometimes(fc.constantFrom('a', 'b', 'c', 'd'), 25);

export type StayDraw = {
  anchor: 'today' | 'after' | 'before' | 'arriving' | 'leaving';
  pick: number;
  offset: number;
  shift: number;
  nights: number;
};

export const anyStay: fc.Arbitrary<StayDraw> = fc.record({
  anchor: fc.constantFrom('today', 'today', 'today', 'after', 'before', 'arriving', 'arriving', 'leaving'),
  pick: anyPick,
  offset: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 0, max: 40 }) },
    { weight: 1, arbitrary: fc.integer({ min: -3, max: 70 }) },
  ),
  shift: fc.constantFrom(-2, -1, 0, 0, 0, 1, 2),
  nights: fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: 1, max: 5 }) },
    { weight: 6, arbitrary: fc.integer({ min: 4, max: 12 }) },
    { weight: 1, arbitrary: fc.constantFrom(-1, 0, 1, 30, 365, 366) },
  ),
});

export type Dates = { check_in: Day; check_out: Day };

/** A stay some days from now, next to taken nights, or at a day with rules of its own. */
export function datesOf(state: State, listing: Listing, draw: StayDraw): Dates {
  const { anchor, pick, offset, shift, nights } = draw;
  const arriving = (check_in: Day) => ({ check_in, check_out: plus(check_in, nights) });
  const leaving = (check_out: Day) => ({ check_in: plus(check_out, -nights), check_out });
  const taken = [
    ...state.bookings
      .filter((one) => isLive(state, one))
      .map(({ check_in, check_out }) => ({ from: check_in, to: check_out })),
    ...state.blocks.map(({ start_date, end_date }) => ({ from: start_date, to: end_date })),
  ];
  const neighbour = pickOf(taken, pick);
  if (anchor === 'after' && neighbour) return arriving(plus(neighbour.to, shift));
  if (anchor === 'before' && neighbour) return leaving(plus(neighbour.from, shift));
  const day = pickOf(specialDays(state, listing), pick);
  if (anchor === 'arriving' && day) return arriving(plus(day, Math.sign(shift)));
  if (anchor === 'leaving' && day) return leaving(plus(day, Math.sign(shift)));
  return arriving(plus(todayOf(state), offset));
}

/** The days at which a listing's rules or rates change. */
function specialDays(state: State, { days, seasons, rules }: Listing): Day[] {
  const today = todayOf(state);
  return [
    ...days.map(({ date }) => date),
    ...days.map(({ date }) => date),
    ...seasons.flatMap(({ start_date, end_date }) => [start_date, end_date]),
    ...state.team.coupons.flatMap(({ stay_from, stay_until }) => [stay_from, stay_until]),
    plus(today, rules.advance_notice_days ?? 0),
    plus(today, rules.booking_window_days ?? 0),
  ].filter((day) => day !== null);
}

export const anyGuests = fc.oneof(
  { weight: 15, arbitrary: fc.integer({ min: 1, max: 4 }) },
  { weight: 2, arbitrary: fc.integer({ min: 5, max: 8 }) },
);

/** A coupon's code in any case, or an unknown one. With `again`, one that some booking has or had. */
export const anyCoupon = sometimes(
  fc.record({
    pick: fc.constantFrom(0, 1, 1, 1, 2, 2, 3, 4, 5, 6, 6, 7, 7, 8, 11),
    cased: fc.nat(2),
    again: fc.boolean(),
  }),
  35,
);
export type CouponDraw = { pick: number; cased: number; again: boolean } | null;
export function codeOf({ team, bookings }: State, draw: CouponDraw): string | null {
  if (draw === null) return null;
  const used = bookings.map(({ coupon_code }) => coupon_code).filter((code) => code !== null);
  const code = (draw.again ? pickOf(used, draw.pick) : null) ?? team.coupons[draw.pick]?.code ?? 'NOBODY';
  return [code, code.toLowerCase(), ` ${code.toUpperCase()} `][draw.cased] ?? code;
}

/** A text field of a body: left out, cleared, or set with blanks around it. */
export const anyText = fc.constantFrom(undefined, undefined, null, '', ' Late. ', 'A cot.');
/** The stored form of a text. */
export const storedText = (text: string | null): string | null => text?.trim() || null;
