/** The price of a booking of which only the coupon changes (docs/rules.md, 9.19). */
import { buildCouponLine, type Coupon } from '../coupon.ts';
import { addCents, computeSharedPercentOfCents, multiplyCents, sumCents } from '../money.ts';
import { countPersonsOfParty, type Party } from '../party.ts';
import { sumTaxableCents, type Tax } from './charges.ts';
import { type PriceLine, type PriceTotals, sumPriceLines } from './lines.ts';
import { isPercentageFee, isTaxOn, moveBase } from './tax-base.ts';

/** What decides how a tax per person and night is shared among the persons and nights of a stay. */
interface SharedStay {
  readonly nights: number;
  readonly party: Party;
  /** Today's taxes of the booking's listing. */
  readonly taxes: readonly Tax[];
}

/**
 * The price of a booking after its coupon is replaced, in cents. The coupon takes its part off the stored
 * accommodation minus the automatic discount, and every percentage on that is computed again, at the percentage
 * that the booking was made with. All other price lines stay as they are. The lines must say where they came
 * from (`addOrigins`), and must not include lines by hand.
 */
export function repriceCoupon(
  booked: readonly PriceLine[],
  coupon: Coupon | null,
  stay: SharedStay,
): PriceTotals & { lines: PriceLine[] } {
  const others = booked.filter((line) => !isCouponLine(line));
  const nights = others.filter(({ type }) => type === 'accommodation' || type === 'discount');
  const leftCents = Math.max(0, sumCents(nights.map(({ amountCents }) => amountCents)));
  const redeemed = coupon && buildCouponLine(coupon, leftCents);
  const formerCents = sumCents(booked.filter(isCouponLine).map(({ amountCents }) => amountCents));
  const movedCents = addCents(redeemed?.amountCents ?? 0, -formerCents);

  const withFees = others.map((line) => (isPercentageFee(line) ? moveBase(line, movedCents) : line));
  const movedFeesCents = addCents(sumTaxableCents(withFees), -sumTaxableCents(others));
  const repriced = withFees.map((line) => {
    if (isShareOfNights(line)) return repriceShare(line, movedCents, stay);
    const ofNightsCents = isTaxOn(line, 'accommodation') ? movedCents : 0;
    const ofFeesCents = isTaxOn(line, 'fees') ? movedFeesCents : 0;
    return isTaxOn(line, 'accommodation') || isTaxOn(line, 'fees')
      ? moveBase(line, addCents(ofNightsCents, ofFeesCents))
      : line;
  });

  const index = repriced.findLastIndex(({ type }) => type === 'accommodation' || type === 'discount') + 1;
  const lines = redeemed ? repriced.toSpliced(index, 0, redeemed) : repriced;
  return { ...sumPriceLines(lines), lines };
}

/** Whether a price line is what a coupon takes off. */
export const isCouponLine = ({ type, code }: PriceLine): boolean =>
  type === 'discount' && code.startsWith('coupon:');

type ShareLine = PriceLine & { percentPpm: number; baseAmountCents: number; quantity: number };

/** Whether a price line is a tax of a percentage of what one person's night costs. */
const isShareOfNights = (line: PriceLine): line is ShareLine =>
  line.type === 'tax' &&
  line.basis === 'guest_night' &&
  line.percentPpm !== null &&
  line.baseAmountCents !== null &&
  line.quantity !== null;

/**
 * A line does not say the maximum of its tax. If one person's night was taxed with less than the percentage, that was
 * the maximum. Otherwise it is that of today's tax with the code. A line of another system whose base is below 0 stays.
 */
function repriceShare(line: ShareLine, movedCents: number, { nights, party, taxes }: SharedStay): PriceLine {
  const { percentPpm, baseAmountCents, quantity } = line;
  if (baseAmountCents < 0) return line;
  const personNights = nights * countPersonsOfParty(party);
  const formerCents = computeSharedPercentOfCents(baseAmountCents, percentPpm, personNights);
  const paidCents = line.unitAmountCents ?? formerCents;
  const today = taxes.find(({ code, basis }) => code === line.code && basis === 'percent_guest_night');
  const maxCents = paidCents < formerCents ? paidCents : (today?.maxAmountCents ?? null);
  const baseCents = Math.max(0, addCents(baseAmountCents, movedCents));
  const shareCents = computeSharedPercentOfCents(baseCents, percentPpm, personNights);
  const unitAmountCents = Math.min(shareCents, maxCents ?? shareCents);
  return {
    ...line,
    baseAmountCents: baseCents,
    unitAmountCents,
    amountCents: multiplyCents(unitAmountCents, quantity),
  };
}
