import { describe, expect, it } from 'vitest';
import { decideAvailability } from '../../../src/domain/availability/availability.ts';
import { chooseChecksIfOverridden, chooseChecksOfChange } from '../../../src/domain/availability/checks.ts';
import type { ListingOffer } from '../../../src/domain/availability/offer.ts';
import { buildPartyOfAdults } from '../../../src/domain/party.ts';
import { words } from '../../helpers/words.ts';
import { buildDay, buildInventory, buildOffer, buildTerms, buildUnits, stayOf, taken } from '../builders.ts';

// A stay from the 10th to the 14th, booked long ago, that breaks every present rule of its offer.
const today = '2027-04-12';
const booked = { stay: stayOf('2027-04-10', '2027-04-14'), party: buildPartyOfAdults(5) };
const own = taken('A', '2027-04-10', '2027-04-14');
const changedRules: ListingOffer = {
  bookable: false,
  terms: buildTerms({
    maxGuests: 2,
    minStay: 9,
    maxStay: 2,
    advanceNoticeDays: 5,
    bookingWindowDays: 0,
  }),
  seasons: [],
  days: [
    buildDay('2027-04-09', { closedForArrival: true, closedForDeparture: true }),
    buildDay('2027-04-10', { closedForArrival: true, closed: true }),
    buildDay('2027-04-13', { closed: true }),
    buildDay('2027-04-14', { closedForDeparture: true }),
    buildDay('2027-04-15', { closedForDeparture: true }),
  ],
  inventory: buildInventory({ occupancies: [own] }),
};

function change(checkIn: string, checkOut: string, guests: number, offer = changedRules) {
  const after = { stay: stayOf(checkIn, checkOut), party: buildPartyOfAdults(guests) };
  const others = offer.inventory.occupancies.filter((taking) => taking !== own);
  const free = { ...offer, inventory: { ...offer.inventory, occupancies: others } };
  return decideAvailability(free, after, today, chooseChecksOfChange(booked, after));
}

const codesOf = (...args: Parameters<typeof change>) => change(...args).reasons.map(({ code }) => code);

describe('rules for a change of a booking', () => {
  it('a change of a booking that changes nothing of the stay is not checked by any rule', () => {
    expect(change('2027-04-10', '2027-04-14', 5)).toEqual({ available: true, reasons: [], unitsLeft: 1 });
  });

  it('a change of the number of guests alone is checked only against the maximum of guests', () => {
    expect(codesOf('2027-04-10', '2027-04-14', 6)).toEqual(['guests_exceeded']);
    expect(codesOf('2027-04-10', '2027-04-14', 2)).toEqual([]);
  });

  it('a change of check-in is checked against the rules of arrival and length of stay', () => {
    expect(codesOf('2027-04-09', '2027-04-14', 5)).toEqual(
      words(`
      listing_not_bookable past_date min_stay max_stay closed_for_arrival`),
    );
    expect(codesOf('2027-04-13', '2027-04-14', 5)).toEqual([
      'listing_not_bookable',
      'advance_notice',
      'min_stay',
    ]);
  });

  it('a change of check-out is checked against the rules of departure and length of stay, and for the added nights', () => {
    const { reasons } = change('2027-04-10', '2027-04-15', 5);
    expect(reasons.map(({ code }) => code)).toEqual(
      words(`
      listing_not_bookable booking_window min_stay max_stay closed_for_departure`),
    );
    expect(reasons.find(({ code }) => code === 'booking_window')).toMatchObject({
      required: 0,
      actual: 2,
      dates: ['2027-04-14'],
    });
  });

  it('a change that shortens a stay adds no night, so closed nights and the booking window do not refuse it', () => {
    expect(codesOf('2027-04-10', '2027-04-12', 5)).toEqual(['listing_not_bookable', 'min_stay']);
  });

  it('a change that moves a stay without changing its length is not checked against the minimum and maximum stay', () => {
    expect(codesOf('2027-04-11', '2027-04-15', 5)).toEqual([
      'listing_not_bookable',
      'past_date',
      'booking_window',
      'closed_for_departure',
    ]);
  });

  it('a change of dates is refused if it adds a closed night, but closed nights that the booking already has are ignored', () => {
    const offer = buildOffer({
      days: [buildDay('2027-04-13', { closed: true }), buildDay('2027-04-15', { closed: true })],
    });
    expect(codesOf('2027-04-10', '2027-04-15', 5, offer)).toEqual([]);
    expect(change('2027-04-10', '2027-04-16', 5, offer)).toMatchObject({
      reasons: [{ code: 'dates_unavailable', dates: ['2027-04-15'] }],
      unitsLeft: 0,
    });
  });

  it('a change of dates is refused if it adds a closed night before the stay', () => {
    const offer = buildOffer({ days: [buildDay('2027-04-09', { closed: true })] });
    expect(codesOf('2027-04-09', '2027-04-14', 5, offer)).toEqual(['past_date', 'dates_unavailable']);
  });

  it('a change of dates needs a free unit, but the booking’s own nights do not count as taken', () => {
    const offer = buildOffer({
      inventory: buildInventory({ occupancies: [own, taken('A', '2027-04-15', '2027-04-20')] }),
    });
    expect(codesOf('2027-04-10', '2027-04-15', 5, offer)).toEqual([]);
    expect(change('2027-04-10', '2027-04-16', 5, offer).reasons).toMatchObject([
      { code: 'dates_unavailable', dates: ['2027-04-15'] },
    ]);
  });
});

describe('override_rules', () => {
  const overridden = (checkIn: string, checkOut: string, offer: ListingOffer) =>
    decideAvailability(
      offer,
      { stay: stayOf(checkIn, checkOut), party: buildPartyOfAdults(99) },
      today,
      chooseChecksIfOverridden(),
    );

  it('override_rules ignores every rule but that a unit must be free', () => {
    const rulesOnly = { ...changedRules, inventory: buildInventory() };
    expect(overridden('2027-04-09', '2027-04-15', rulesOnly)).toEqual({
      available: true,
      reasons: [],
      unitsLeft: 1,
    });
    expect(overridden('2027-04-13', '2027-04-15', changedRules)).toMatchObject({
      available: false,
      reasons: [{ code: 'dates_unavailable', dates: ['2027-04-13'] }],
    });
  });

  it('override_rules for a whole building still needs all its units to be free', () => {
    const inventory = buildInventory({
      units: buildUnits('101', '102'),
      wholeBuilding: true,
      occupancies: [taken('102', '2027-04-13', '2027-04-14')],
    });
    const offer = buildOffer({ bookable: false, inventory });
    expect(overridden('2027-04-12', '2027-04-13', offer).available).toBe(true);
    expect(overridden('2027-04-12', '2027-04-14', offer).available).toBe(false);
  });
});
