import { describe, expect, it } from 'vitest';
import { decideAvailability } from '../../../src/domain/availability/availability.ts';
import { AmountOutOfRangeError } from '../../../src/domain/money.ts';
import { buildPartyOfAdults } from '../../../src/domain/party.ts';
import { computeStayPrice } from '../../../src/domain/pricing/price-stay.ts';
import {
  createStayComparer,
  mayBeFreeOnOtherDates,
  type OfferWithTariff,
  quoteStay,
} from '../../../src/domain/pricing/quote.ts';
import {
  buildCoupon,
  buildDay,
  buildInventory,
  buildOffer,
  buildTariff,
  buildTerms,
  stayOf,
  taken,
} from '../builders.ts';

const today = '2027-01-01';
const stay = stayOf('2027-03-15', '2027-03-18');
const priced = (overrides: Partial<OfferWithTariff> = {}): OfferWithTariff => ({
  ...buildTariff(),
  ...buildOffer(),
  ...overrides,
});
const isTaken = { inventory: buildInventory({ occupancies: [taken('A', '2027-03-15', '2027-03-16')] }) };
const request = { stay, party: buildPartyOfAdults(2), coupon: null, extras: [], alternatives: 2 };

describe('a quote', () => {
  it('a quote has the availability and price of a stay, and no alternative dates if the stay is available', () => {
    const offer = priced();
    const coupon = buildCoupon({ amountCents: 500 });
    expect(quoteStay(offer, { ...request, coupon }, today)).toEqual({
      ...decideAvailability(offer, request, today),
      price: computeStayPrice(offer, {
        stay,
        party: buildPartyOfAdults(2),
        coupon,
        extras: [],
        bookedOn: today,
      }),
      alternatives: [],
    });
  });

  it('a quote of a stay that is not available has as many alternative dates as requested, each priced without the coupon', () => {
    const days = [buildDay('2027-03-18', { nightlyCents: 11_000 })];
    const coupon = buildCoupon({ amountCents: 500 });
    const quote = quoteStay(priced({ ...isTaken, days }), { ...request, coupon }, today);
    expect(quote.available).toBe(false);
    expect(quote.alternatives).toEqual([
      { checkIn: '2027-03-16', checkOut: '2027-03-19', nights: 3, grandTotalCents: 31_000 },
      { checkIn: '2027-03-17', checkOut: '2027-03-20', nights: 3, grandTotalCents: 31_000 },
    ]);
    expect(quoteStay(priced(isTaken), { ...request, alternatives: 0 }, today).alternatives).toEqual([]);
    expect(quoteStay(priced(isTaken), { ...request, alternatives: 1 }, today).alternatives.length).toBe(1);
  });

  it('a quote has no alternative dates if other dates would not help', () => {
    expect(quoteStay(priced({ ...isTaken, bookable: false }), request, today).alternatives).toEqual([]);
    expect(
      quoteStay(priced(isTaken), { ...request, party: buildPartyOfAdults(5) }, today).alternatives,
    ).toEqual([]);
  });

  it('alternative dates whose price is too large are left out, and a stay whose own price is too large is refused', () => {
    const tooDear = { nightlyCents: Number.MAX_SAFE_INTEGER - 1 };
    const days = [buildDay('2027-03-18', tooDear)];
    const { alternatives } = quoteStay(priced({ ...isTaken, days }), request, today);
    expect(alternatives.map(({ checkIn }) => checkIn)).toEqual(['2027-03-12', '2027-03-11']);
    const offer = priced({ terms: buildTerms(tooDear) });
    expect(() => quoteStay(offer, request, today)).toThrow(AmountOutOfRangeError);
  });
});

describe('alternative dates', () => {
  const answer = (offer: OfferWithTariff, guests = 1, from = today) =>
    mayBeFreeOnOtherDates(decideAvailability(offer, { stay, party: buildPartyOfAdults(guests) }, from));

  it('alternative dates help if every reason against a stay is about its dates', () => {
    expect(answer(priced(isTaken))).toBe(true);
    expect(answer(priced({ terms: buildTerms({ minStay: 9 }) }), 1, '2027-04-01')).toBe(true);
  });

  it('alternative dates do not help if the stay is available, the listing cannot be booked, or it is too small', () => {
    expect(answer(priced())).toBe(false);
    expect(answer(priced({ bookable: false }))).toBe(false);
    expect(answer(priced(isTaken), 5)).toBe(false);
  });
});

describe('a quote in a search', () => {
  it('a search compares listings by the availability and total of their quotes, without a coupon', () => {
    const compare = createStayComparer({ stay, party: buildPartyOfAdults(3) }, today);
    for (const offer of [priced(), priced(isTaken)]) {
      const quote = quoteStay(offer, { ...request, party: buildPartyOfAdults(3) }, today);
      expect(compare(offer, offer)).toEqual({
        available: quote.available,
        totalCents: quote.price.grandTotalCents,
      });
    }
  });
});
