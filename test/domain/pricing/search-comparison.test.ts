import fc from 'fast-check';
import { describe, expect } from 'vitest';
import type { ListingOffer } from '../../../src/domain/availability/offer.ts';
import type { StayOfParty } from '../../../src/domain/availability/rules.ts';
import { addDays } from '../../../src/domain/dates/dates.ts';
import { AmountOutOfRangeError } from '../../../src/domain/money.ts';
import type { Charges } from '../../../src/domain/pricing/price-stay.ts';
import { createStayComparer, type OfferWithTariff, quoteStay } from '../../../src/domain/pricing/quote.ts';
import {
  anyDate,
  anyParty,
  dateBetween,
  discounts,
  feesAround,
  inventoryFrom,
  itHolds,
  rateSourceFrom,
  stayFrom,
  taxesAround,
} from '../../helpers/arbitraries.ts';

const chargesAround = (date: string): fc.Arbitrary<Charges> =>
  fc.record({ fees: feesAround(date), taxes: taxesAround(date), discounts });

/** Some rates are so high that prices of their nights, or their taxes alone, cannot be expressed. */
const perhapsTooLarge = fc.option(fc.integer({ min: 2 ** 46, max: 2 ** 53 - 1 }), { nil: null, freq: 6 });

const offerAround = (date: string): fc.Arbitrary<ListingOffer> =>
  fc
    .record({
      source: rateSourceFrom(date),
      inventory: inventoryFrom(date, { min: 0, max: 3 }),
      bookable: fc.boolean(),
      large: perhapsTooLarge,
    })
    .map(({ source, inventory, bookable, large }) => ({
      ...source,
      terms: { ...source.terms, nightlyCents: large ?? source.terms.nightlyCents },
      inventory,
      bookable,
    }));

/** A search: a stay, and places of which some share their charges. */
const search = anyDate.chain((date) =>
  fc.record({
    stay: stayFrom(fc.constant(date), 20),
    party: anyParty,
    today: dateBetween(addDays(date, -40), addDays(date, 2)),
    charges: fc.array(chargesAround(date), { minLength: 1, maxLength: 3 }),
    offers: fc.array(offerAround(date), { maxLength: 6 }),
  }),
);

/** What a quote says of the stay, or null if its price cannot be expressed. */
function quoteOrNull(offer: OfferWithTariff, { stay, party }: StayOfParty, today: string) {
  try {
    const request = { stay, party, coupon: null, extras: [], alternatives: 0 };
    const { available, price } = quoteStay(offer, request, today);
    return { available, totalCents: price.grandTotalCents };
  } catch (error) {
    if (error instanceof AmountOutOfRangeError) return null;
    throw error;
  }
}

function comparedOrNull(compare: () => { available: boolean; totalCents: number }) {
  try {
    return compare();
  } catch (error) {
    if (error instanceof AmountOutOfRangeError) return null;
    throw error;
  }
}

describe('the comparison of many places for one stay', () => {
  itHolds(
    'a search finds each place as available, and as dear, as the quote of that place alone says (docs/rules.md, 13.1)',
    fc.property(search, ({ stay, party, today, charges, offers }) => {
      const compare = createStayComparer({ stay, party }, today);
      for (const [index, offer] of offers.entries()) {
        const own = charges[index % charges.length] ?? { fees: [], taxes: [], discounts: [] };
        expect(comparedOrNull(() => compare(offer, own))).toEqual(
          quoteOrNull({ ...offer, ...own }, { stay, party }, today),
        );
      }
    }),
  );
});
