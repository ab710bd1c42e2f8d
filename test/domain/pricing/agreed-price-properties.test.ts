/** Prices, agreed or not, adjusted or not (docs/rules.md, 24). */
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { addDays } from '../../../src/domain/dates/dates.ts';
import {
  addAdjustments,
  removeAdjustments,
  sumAdjustments,
} from '../../../src/domain/pricing/adjustments.ts';
import {
  type AgreedPrice,
  areEqualAgreements,
  completeTotals,
  computePrice,
  findAgreedPrice,
} from '../../../src/domain/pricing/agreed-price.ts';
import { computeStayPrice, type StayPrice } from '../../../src/domain/pricing/price-stay.ts';
import {
  anyDate,
  anyParty,
  dateBetween,
  discounts,
  feesAround,
  itHolds,
  rateSourceFrom,
  stayFrom,
  taxesAround,
  unconditionalCoupon,
} from '../../helpers/arbitraries.ts';

const cents = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 100_000_000_000 }));

const agreement: fc.Arbitrary<AgreedPrice | null> = fc.oneof(
  fc.constant(null),
  cents.map((accommodationTotalCents) => ({ form: 'nights' as const, accommodationTotalCents })),
  fc
    .record({
      grand: cents,
      discount: cents,
      fees: cents,
      taxes: cents,
      containedTaxes: fc.constantFrom('none' as const, 'whole' as const, 'parts' as const),
    })
    .map(({ grand, discount, fees, taxes, containedTaxes }) => {
      const parts = completeTotals(grand, {
        accommodationTotalCents: null,
        discountTotalCents: discount,
        feesTotalCents: fees,
        taxesTotalCents: containedTaxes === 'none' ? taxes : null,
      });
      return parts && { form: 'total' as const, containedTaxes, ...parts };
    }),
);

const adjustments = fc.array(
  fc.record({
    id: fc.uuid(),
    name: fc.constantFrom('Late check-out', 'Goodwill'),
    amountCents: fc.integer({ min: -20_000, max: 20_000 }).filter((amountCents) => amountCents !== 0),
    taxable: fc.boolean(),
  }),
  { maxLength: 4 },
);

const priced = anyDate.chain((date) =>
  fc.record({
    tariff: fc
      .tuple(rateSourceFrom(date), feesAround(date), taxesAround(date), discounts)
      .map(([source, fees, taxes, discounts]) => ({ ...source, fees, taxes, discounts })),
    request: fc.record({
      stay: stayFrom(fc.constant(date), 20),
      party: anyParty,
      coupon: fc.option(unconditionalCoupon, { nil: null }),
      extras: fc.constant([]),
      bookedOn: dateBetween(addDays(date, -40), date),
    }),
    agreed: agreement,
    adjustments,
  }),
);
type Priced = typeof priced extends fc.Arbitrary<infer Value> ? Value : never;

const priceOf = ({ tariff, request, agreed, adjustments }: Priced): StayPrice =>
  addAdjustments(computePrice(tariff, request, agreed), adjustments);

describe('every price, agreed or not, adjusted or not', () => {
  itHolds(
    'every price adds up, agreed or not: its parts and its lines give its total',
    fc.property(priced, (one) => {
      const price = priceOf(one);
      const { accommodationTotalCents, discountTotalCents, feesTotalCents, taxesTotalCents } = price;
      const added = price.lines.filter((line) => !line.included).map((line) => line.amountCents);
      expect(price.grandTotalCents).toBe(added.reduce((sum, amount) => sum + amount, 0));
      expect(price.grandTotalCents).toBe(
        accommodationTotalCents - discountTotalCents + feesTotalCents + taxesTotalCents,
      );
      expect(price.lines[0]?.type).toBe('accommodation');
    }),
  );

  itHolds(
    'every price says what was agreed, and has its lines by hand last before the taxes',
    fc.property(priced, (one) => {
      const price = priceOf(one);
      const { agreed, adjustments } = one;
      const stored = { priceLines: price.lines, priceAgreed: agreed?.form ?? null, adjustments };
      expect(areEqualAgreements(findAgreedPrice(stored), agreed)).toBe(true);
      const beforeTaxes = price.lines.filter(({ type }) => type !== 'tax');
      const byHand = beforeTaxes.slice(beforeTaxes.length - adjustments.length);
      expect(byHand.map(({ code, name, amountCents }) => ({ code, name, amountCents }))).toEqual(
        adjustments.map(({ name, amountCents }, index) => ({
          code: index === 0 ? 'adjustment' : `adjustment-${index + 1}`,
          name,
          amountCents,
        })),
      );
      if (agreed) expect(price.nightlyRates).toEqual([]);
    }),
  );

  itHolds(
    'a booking costs what its quote says once its lines by hand and agreement are removed',
    fc.property(priced, (one) => {
      const unadjusted = computePrice(one.tariff, one.request, one.agreed);
      expect(removeAdjustments(priceOf(one).lines, one.adjustments)).toEqual(unadjusted.lines);
      expect(computePrice(one.tariff, one.request, null)).toEqual(computeStayPrice(one.tariff, one.request));
    }),
  );

  itHolds(
    'an agreed price for the nights is priced like rates that give this amount, without discounts',
    fc.property(priced, ({ tariff, request }) => {
      const plain = computeStayPrice({ ...tariff, discounts: [] }, { ...request, coupon: null });
      const { accommodationTotalCents } = plain;
      const agreed = computePrice(tariff, request, { form: 'nights', accommodationTotalCents });
      expect({ ...agreed, nightlyRates: [] }).toEqual({ ...plain, nightlyRates: [] });
    }),
  );

  itHolds(
    'percentage taxes on accommodation count taxable lines by hand into a base that is at least 0, and no tax joins or goes',
    fc.property(priced, (one) => {
      const plain = computePrice(one.tariff, one.request, one.agreed).lines.filter(
        ({ type }) => type === 'tax',
      );
      const taxes = priceOf(one).lines.filter(({ type }) => type === 'tax');
      const taxable = one.adjustments.filter((line) => line.taxable);
      const moved = sumAdjustments(taxable)?.amountCents ?? 0;
      expect(taxes.map(({ code }) => code)).toEqual(plain.map(({ code }) => code));
      for (const [index, tax] of taxes.entries()) {
        const before = plain[index];
        const isMoved = tax.basis === 'percent' && tax.appliesTo?.includes('accommodation');
        if (!isMoved) expect(tax).toEqual(before);
        else {
          const base = Math.max(0, (before?.baseAmountCents ?? 0) + moved);
          const [part, whole] = [
            BigInt(base) * BigInt(tax.percentPpm ?? 0),
            tax.included ? tax.percentPpm : 0,
          ];
          const divisor = 1_000_000n + BigInt(whole ?? 0);
          expect(tax.baseAmountCents).toBe(base);
          expect(BigInt(tax.amountCents)).toBe((2n * part + divisor) / (2n * divisor));
        }
      }
    }),
  );
});
