import { describe, expect, it } from 'vitest';
import { findAlternativeStays, findSearchedNights } from '../../../src/domain/availability/alternatives.ts';
import { buildDatedOffer, type ListingOffer } from '../../../src/domain/availability/offer.ts';
import { addDays } from '../../../src/domain/dates/dates.ts';
import { buildPartyOfAdults } from '../../../src/domain/party.ts';
import { buildDay, buildInventory, buildOffer, buildTerms, buildUnits, stayOf, taken } from '../builders.ts';

const today = '2027-01-01';
const requested = stayOf('2027-03-15', '2027-03-18');

const find = (offer: ListingOffer, stay = requested, guests = 1, from = today) => [
  ...findAlternativeStays(buildDatedOffer(offer, from), { stay, party: buildPartyOfAdults(guests) }),
];
/** The days of arrival and numbers of nights, for stays in March 2027. */
const found = (...args: Parameters<typeof find>) =>
  find(...args).map(({ checkIn, checkOut }) => `${checkIn.slice(5)}/${checkOut.slice(5)}`);

describe('alternative dates', () => {
  it('alternative dates are at most fourteen days away, the nearest first, the earlier of two equally near', () => {
    const all = find(buildOffer());
    expect(all.length).toBe(29);
    expect(all.slice(0, 4)).toEqual([
      requested,
      stayOf('2027-03-14', '2027-03-17'),
      stayOf('2027-03-16', '2027-03-19'),
      stayOf('2027-03-13', '2027-03-16'),
    ]);
    expect(all.slice(-2)).toEqual([stayOf('2027-03-01', '2027-03-04'), stayOf('2027-03-29', '2027-04-01')]);
  });

  it('alternative dates are available ones only', () => {
    const inventory = buildInventory({ occupancies: [taken('A', '2027-03-05', '2027-03-27')] });
    expect(found(buildOffer({ inventory }))).toEqual([
      ...['03-27/03-30', '03-02/03-05', '03-28/03-31', '03-01/03-04', '03-29/04-01'],
    ]);
    expect(found(buildOffer(), requested, 5)).toEqual([]);
    // From today on only.
    expect(found(buildOffer(), requested, 1, '2027-03-28')).toEqual(['03-28/03-31', '03-29/04-01']);
  });

  it('in a large house, alternative dates that need bookings to move are searched for a limited number of arrival days', () => {
    const names = Array.from({ length: 300 }, (_, n) => `Unit ${n}`);
    /** One of two units each night, in turn, so that a stay of two nights needs a move. Nobody moves in the middle. */
    const crossing = Array.from({ length: 80 }, (_, n) => {
      const night = addDays('2027-02-20', n);
      const isFixed = night >= '2027-03-13' && night <= '2027-03-18';
      return {
        ...taken(`Unit ${n % 2}`, night, addDays(night, 1)),
        movableBookingId: isFixed ? null : `a${n}`,
      };
    });
    /** Every chain through these is tried on the days in the middle. */
    const halves = names.slice(2).flatMap((unit) => [
      { ...taken(unit, '2027-02-01', '2027-03-16'), movableBookingId: `${unit} b` },
      { ...taken(unit, '2027-03-16', '2027-06-01'), movableBookingId: `${unit} c` },
    ]);
    const arrivals = (units: number) => {
      const kept = new Set(names.slice(0, units).map((name) => `id-${name}`));
      const inventory = buildInventory({
        units: buildUnits(...names.slice(0, units)),
        occupancies: [...crossing, ...halves].filter(({ unitId }) => kept.has(unitId)),
        reseating: true,
      });
      return find(buildOffer({ inventory }), stayOf('2027-03-15', '2027-03-17')).length;
    };
    expect([arrivals(50), arrivals(300)]).toEqual([24, 0]);
  });

  it('alternative dates have at least the minimum and at most the maximum stay of their arrival day', () => {
    const days = [buildDay('2027-03-15', { minStay: 5 }), buildDay('2027-03-14', { maxStay: 1 })];
    // Of two arrivals equally near, the smaller change of length comes first.
    expect(found(buildOffer({ days })).slice(0, 3)).toEqual(['03-15/03-20', '03-16/03-19', '03-14/03-15']);
    const short = buildDay('2027-03-16', { maxStay: 2 });
    expect(found(buildOffer({ days: [...days, short] })).slice(1, 3)).toEqual(['03-16/03-18', '03-14/03-15']);
  });

  it('alternative dates have at most 365 nights, and end on 2199-12-31 at the latest', () => {
    const days = [buildDay('2027-03-15', { minStay: 366 }), buildDay('2027-03-14', { minStay: 365 })];
    const offer = buildOffer({ days, terms: buildTerms({ maxStay: null }) });
    expect(find(offer).slice(0, 2)).toEqual([
      stayOf('2027-03-16', '2027-03-19'),
      stayOf('2027-03-14', '2028-03-13'),
    ]);
    const last = find(buildOffer(), stayOf('2199-12-28', '2199-12-30'), 1, '2199-01-01');
    expect(
      last
        .map(({ checkOut }) => checkOut)
        .toSorted()
        .at(-1),
    ).toBe('2199-12-31');
  });

  it('the search for alternative dates loads days from 14 before the arrival to the end of the longest stay that arrives 14 days after it', () => {
    expect(findSearchedNights(requested)).toEqual({ startDate: '2027-03-01', endDate: '2028-03-28' });
  });
});
