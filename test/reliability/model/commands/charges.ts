/** What a back office writes about fees, taxes, discounts and coupons (contract, section 18). */
import fc from 'fast-check';
import { invalid, notThere } from '../answers.ts';
import { anyDiscount, anyFee, anyTax } from '../any-team.ts';
import { command, write } from '../asking.ts';
import type { Verdict } from '../bookings.ts';
import { pickOf } from '../drawing.ts';
import { isLive, type State } from '../state.ts';
import type { Coupon, Discount, Fee, Tax } from '../team.ts';
import { anyWrite, askedBy } from './back-office.ts';

type Charge = Fee | Tax | Discount;
const LISTS = { fees: 'fee', taxes: 'tax', discounts: 'discount' } as const;
type List = keyof typeof LISTS;

const orNull = <Value>(value: Value | undefined): Value | null => value ?? null;
const sorted = (listings: readonly string[] | null) => listings?.toSorted() ?? null;
const worthOf = ({ amount, percent }: { amount?: number; percent?: number }) => ({
  amount: orNull(amount),
  percent: orNull(percent),
});

const shownCharge = {
  fees: ({ code, name, basis, taxable, listings, ...worth }: Fee) => ({
    ...{ code, name, basis, ...worthOf(worth), taxable, listings: sorted(listings) },
  }),
  taxes: ({ code, name, basis, applies_to, included, max_nights, listings, ...worth }: Tax) => ({
    ...{ code, name, basis, ...worthOf(worth), applies_to, included, max_nights, listings: sorted(listings) },
  }),
  discounts: ({ code, name, kind, min_nights, days_before, percent, listings }: Discount) => ({
    ...{ code, name, kind, min_nights: orNull(min_nights), days_before: orNull(days_before), percent },
    listings: sorted(listings),
  }),
};
const shown = (list: List, charge: Charge): object => shownCharge[list](charge as never);

const anyCharge = fc.oneof(
  anyFee.map((charge) => ({ list: 'fees' as const, charge })),
  anyTax.map((charge) => ({ list: 'taxes' as const, charge })),
  anyDiscount.map((charge) => ({ list: 'discounts' as const, charge })),
);

/** The prices of existing bookings stay: one of them is read again afterwards. */
export const writeCharge = command(
  'charge',
  fc.record({
    drawn: anyCharge,
    does: fc.constantFrom('make', 'make', 'change', 'change', 'change', 'delete'),
    ...anyWrite,
  }),
  async (state, service, { drawn: { list, charge }, does, ...how }) => {
    const { pick } = how;
    const all = state.team[list] as Charge[];
    const known = pickOf(all, pick);
    const asked = askedBy(state, how);
    const store = (others: readonly Charge[], ...made: Charge[]) => {
      state.team[list] = [...others, ...made] as never;
    };
    if (does === 'make') {
      const code = pick % 4 === 0 && known ? known.code : `z${pick % 3}`;
      const made = { ...charge, code, name: `Made ${pick}` } as Charge;
      const judge = (): Verdict => {
        const taken = `The team has a ${LISTS[list]} with this code already.`;
        if (all.some((one) => one.code === code))
          return { refused: invalid([['code', taken]]), because: ['code'] };
        const done = () => {
          store(all, made);
          return { data: shown(list, made) };
        };
        return { status: 201, because: [list], done };
      };
      return write(state, service, 'make charge', {
        method: 'POST',
        path: `/${list}`,
        body: made,
        ...asked,
        judge,
      });
    }
    const path = `/${list}/${known?.code ?? 'none'}`;
    const others = all.filter((one) => one !== known);
    const missing = known ? null : notThere(LISTS[list]);
    if (does === 'delete') {
      const done = () => {
        store(others);
        return null;
      };
      const judge = (): Verdict => ({ status: 204, because: [list], done });
      return write(state, service, 'delete charge', { method: 'DELETE', path, ...asked, missing, judge });
    }
    const judge = (): Verdict => {
      const { code = '', name = '' } = known ?? {};
      const after = { ...charge, code, name } as Charge;
      const done = () => {
        store(others, after);
        return { data: shown(list, after) };
      };
      return { status: 200, because: [list], done };
    };
    return write(state, service, 'change charge', {
      method: 'PUT',
      path,
      body: charge,
      ...asked,
      missing,
      judge,
    });
  },
);

function shownCoupon(state: State, coupon: Coupon): object {
  const { code, active, valid_from, valid_until, stay_from, stay_until, min_nights, max_redemptions } =
    coupon;
  return {
    ...{ code, ...worthOf(coupon), active, valid_from, valid_until, stay_from, stay_until, min_nights },
    ...{ max_redemptions, listings: sorted(coupon.listings) },
    redemptions: state.bookings.filter((one) => isLive(state, one) && one.coupon_code === code).length,
  };
}

const couponChange = fc.oneof(
  fc.record({ active: fc.boolean() }),
  fc.record({ max_redemptions: fc.constantFrom(null, 0, 1, 2) }),
  fc.record({ min_nights: fc.constantFrom(null, 1, 3) }),
  fc.record({ percent: fc.constantFrom(5, 12.5) }),
  fc.record({ amount: fc.constantFrom(0, 2_000) }),
);

export const writeCoupon = command(
  'coupon',
  fc.record({ change: couponChange, deletes: fc.nat(5), ...anyWrite }),
  async (state, service, { change, deletes, ...how }) => {
    const { pick } = how;
    const isUsed = ({ code }: Coupon) => state.bookings.some(({ coupon_code }) => coupon_code === code);
    const { coupons } = state.team;
    // Few coupons are used, and deleting those is refused.
    const coupon =
      (deletes === 0 ? pickOf(coupons.filter(isUsed), pick) : undefined) ?? pickOf(coupons, pick);
    if (!coupon) return;
    const path = `/coupons/${pick % 2 === 0 ? coupon.code.toUpperCase() : coupon.code}`;
    const asked = askedBy(state, how);
    if (deletes === 0) {
      const judge = (): Verdict => {
        const message = 'A booking has used this coupon. Deactivate it instead.';
        if (isUsed(coupon)) return { refused: invalid([['code', message]]), because: ['code'] };
        const done = () => {
          state.team.coupons = state.team.coupons.filter((one) => one !== coupon);
          return null;
        };
        return { status: 204, done };
      };
      return write(state, service, 'delete coupon', { method: 'DELETE', path, ...asked, judge });
    }
    const judge = (): Verdict => {
      const done = () => {
        // A percentage takes the place of an amount, and the other way round.
        if ('percent' in change) delete coupon.amount;
        if ('amount' in change) delete coupon.percent;
        return { data: shownCoupon(state, Object.assign(coupon, change)) };
      };
      return { status: 200, because: Object.keys(change), done };
    };
    return write(state, service, 'change coupon', { method: 'PUT', path, body: change, ...asked, judge });
  },
);
