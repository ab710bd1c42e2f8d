import { describe, expect, it } from 'vitest';
import { decideAvailability } from '../../../src/domain/availability/availability.ts';
import type { ListingOffer } from '../../../src/domain/availability/offer.ts';
import { wordReason } from '../../../src/domain/availability/reason-words.ts';
import type { ReasonCode, UnavailabilityReason } from '../../../src/domain/availability/rules.ts';
import { addDays } from '../../../src/domain/dates/dates.ts';
import { buildPartyOfAdults } from '../../../src/domain/party.ts';
import { words } from '../../helpers/words.ts';
import {
  buildDay,
  buildInventory,
  buildOffer,
  buildSeason,
  buildTerms,
  buildUnits,
  stayOf,
  taken,
} from '../builders.ts';
import { reasonOf } from '../reason.ts';

const today = '2027-03-01';

function decide(offer: ListingOffer, checkIn: string, checkOut: string, guests = 1) {
  const request = { stay: stayOf(checkIn, checkOut), party: buildPartyOfAdults(guests) };
  const { reasons, ...decided } = decideAvailability(offer, request, today);
  return { ...decided, reasons: reasons.map(inEnglish) };
}

const inEnglish = ({ sentence, ...reason }: UnavailabilityReason) => ({
  ...reason,
  message: wordReason('en', { sentence }),
});

const codesOf = (...args: Parameters<typeof decide>): ReasonCode[] =>
  decide(...args).reasons.map((reason) => reason.code);

const withTerms = (terms: Parameters<typeof buildTerms>[0]) => buildOffer({ terms: buildTerms(terms) });

describe('an available stay', () => {
  it('a stay that breaks no rule is available, without reasons', () => {
    expect(decide(buildOffer(), '2027-04-01', '2027-04-04')).toEqual({
      available: true,
      reasons: [],
      unitsLeft: 1,
    });
  });
});

describe('the rules', () => {
  it('a listing that is not active refuses a stay with listing_not_bookable, and has no units left', () => {
    expect(decide(buildOffer({ bookable: false }), '2027-04-01', '2027-04-04')).toEqual({
      available: false,
      reasons: [reasonOf('listing_not_bookable', 'This place cannot be booked at present.')],
      unitsLeft: 0,
    });
  });

  it('a stay that arrives yesterday is refused with past_date, and one that arrives today is not', () => {
    expect(decide(buildOffer(), '2027-02-28', '2027-03-03').reasons).toEqual([
      reasonOf('past_date', 'The day of arrival has already passed.', { dates: ['2027-02-28'] }),
    ]);
    expect(codesOf(buildOffer(), today, '2027-03-03')).toEqual([]);
  });

  it('a stay that arrives within the advance notice is refused with advance_notice, but one in the past is not', () => {
    const offer = withTerms({ advanceNoticeDays: 3 });
    expect(decide(offer, '2027-03-03', '2027-03-05').reasons).toEqual([
      reasonOf('advance_notice', 'This place must be booked at least 3 days before arrival.', {
        required: 3,
        actual: 2,
        dates: ['2027-03-03'],
      }),
    ]);
    expect(codesOf(offer, '2027-03-04', '2027-03-05')).toEqual([]);
    expect(codesOf(offer, '2027-02-28', '2027-03-05')).toEqual(['past_date']);
    expect(codesOf(withTerms({ advanceNoticeDays: 0 }), today, '2027-03-05')).toEqual([]);
    expect(decide(withTerms({ advanceNoticeDays: 1 }), today, '2027-03-05').reasons[0]?.message).toBe(
      'This place must be booked at least 1 day before arrival.',
    );
  });

  it('a stay whose last night is beyond the booking window is refused with booking_window, which names the nights beyond', () => {
    const offer = withTerms({ bookingWindowDays: 10 }); // until the night of 2027-03-11
    expect(codesOf(offer, '2027-03-10', '2027-03-12')).toEqual([]);
    expect(decide(offer, '2027-03-10', '2027-03-14').reasons).toEqual([
      reasonOf('booking_window', 'This place can only be booked up to 10 days ahead.', {
        required: 10,
        actual: 12,
        dates: ['2027-03-12', '2027-03-13'],
      }),
    ]);
  });

  it('a stay with too many guests is refused with guests_exceeded', () => {
    const offer = withTerms({ maxGuests: 4 });
    expect(codesOf(offer, '2027-04-01', '2027-04-04', 4)).toEqual([]);
    expect(decide(offer, '2027-04-01', '2027-04-04', 5).reasons).toEqual([
      reasonOf('guests_exceeded', 'This place has room for at most 4 guests.', { required: 4, actual: 5 }),
    ]);
  });

  it('the minimum stay is that of the arrival day', () => {
    const offer = buildOffer({
      terms: buildTerms({ minStay: 2 }),
      seasons: [buildSeason('2027-06-15', '2027-09-15', { minStay: 4 })],
      days: [buildDay('2027-07-01', { minStay: 1 })],
    });
    expect(decide(offer, '2027-06-15', '2027-06-18').reasons).toEqual([
      reasonOf('min_stay', 'This place needs a stay of at least 4 nights in this period.', {
        required: 4,
        actual: 3,
      }),
    ]);
    expect(codesOf(offer, '2027-06-15', '2027-06-19')).toEqual([]);
    // The season's rule does not apply to an arrival on the day before.
    expect(codesOf(offer, '2027-06-14', '2027-06-16')).toEqual([]);
    expect(codesOf(offer, '2027-07-01', '2027-07-02')).toEqual([]);
  });

  it('the maximum stay is that of the arrival day', () => {
    const offer = buildOffer({
      terms: buildTerms({ maxStay: 28 }),
      days: [buildDay('2027-07-01', { maxStay: 1 })],
    });
    expect(codesOf(offer, '2027-04-01', '2027-04-29')).toEqual([]);
    expect(decide(offer, '2027-04-01', '2027-04-30').reasons).toEqual([
      reasonOf('max_stay', 'This place allows a stay of at most 28 nights in this period.', {
        required: 28,
        actual: 29,
      }),
    ]);
    expect(decide(offer, '2027-07-01', '2027-07-03').reasons[0]?.message).toBe(
      'This place allows a stay of at most 1 night in this period.',
    );
  });

  it('closed_for_arrival looks at the arrival day alone, and closed_for_departure at the departure day alone', () => {
    const offer = buildOffer({
      days: [
        buildDay('2027-04-02', { closedForArrival: true }),
        buildDay('2027-04-05', { closedForDeparture: true }),
      ],
    });
    expect(decide(offer, '2027-04-02', '2027-04-05').reasons).toEqual([
      reasonOf('closed_for_arrival', 'Guests cannot arrive on 2027-04-02.', { dates: ['2027-04-02'] }),
      reasonOf('closed_for_departure', 'Guests cannot depart on 2027-04-05.', { dates: ['2027-04-05'] }),
    ]);
    expect(codesOf(offer, '2027-04-01', '2027-04-02')).toEqual([]);
    expect(codesOf(offer, '2027-04-05', '2027-04-06')).toEqual([]);
  });

  it('a stay that breaks several rules gets all reasons, in a fixed order', () => {
    const offer = buildOffer({
      bookable: false,
      terms: buildTerms({ maxGuests: 1, bookingWindowDays: 0, minStay: 4, maxStay: 2 }),
      days: [
        buildDay('2027-02-27', { closedForArrival: true }),
        buildDay('2027-03-02', { closedForDeparture: true }),
      ],
      inventory: buildInventory({ units: [] }),
    });
    expect(codesOf(offer, '2027-02-27', '2027-03-02', 2)).toEqual(
      words(`
      listing_not_bookable past_date guests_exceeded min_stay max_stay closed_for_arrival
      closed_for_departure dates_unavailable`),
    );
    const soon = withTerms({ advanceNoticeDays: 9, bookingWindowDays: 1, maxGuests: 1 });
    expect(codesOf(soon, '2027-03-02', '2027-03-05', 2)).toEqual([
      'advance_notice',
      'booking_window',
      'guests_exceeded',
    ]);
  });
});

describe('dates_unavailable', () => {
  const unavailable = (offer: ListingOffer, checkIn: string, checkOut: string) => {
    const { reasons, unitsLeft } = decide(offer, checkIn, checkOut);
    expect(reasons.map((reason) => reason.code)).toEqual(['dates_unavailable']);
    expect(reasons[0]).toMatchObject({ required: null, actual: null });
    return { dates: reasons[0]?.dates, message: reasons[0]?.message, unitsLeft };
  };

  it('dates_unavailable names closed nights, but not a closed departure day', () => {
    const offer = buildOffer({ days: [buildDay('2027-04-03', { closed: true })] });
    expect(unavailable(offer, '2027-04-01', '2027-04-05')).toEqual({
      dates: ['2027-04-03'],
      message: 'This place is not available for the whole stay.',
      unitsLeft: 0,
    });
    expect(codesOf(offer, '2027-04-01', '2027-04-03')).toEqual([]);
  });

  it('dates_unavailable names the nights without a free unit together with the closed ones', () => {
    const offer = buildOffer({
      days: [buildDay('2027-04-01', { closed: true })],
      inventory: buildInventory({
        units: buildUnits('A', 'B'),
        occupancies: [taken('A', '2027-04-02', '2027-04-05'), taken('B', '2027-04-04', '2027-04-08')],
      }),
    });
    expect(unavailable(offer, '2027-04-01', '2027-04-06').dates).toEqual(['2027-04-01', '2027-04-04']);
    expect(unavailable(offer, '2027-04-02', '2027-04-06')).toMatchObject({
      dates: ['2027-04-04'],
      unitsLeft: 0,
    });
  });

  it('dates_unavailable names the preparation nights that are taken, and says that they are for preparation', () => {
    const offer = buildOffer({
      terms: buildTerms({ preparationDays: 2 }),
      inventory: buildInventory({ occupancies: [taken('A', '2027-04-05', '2027-04-09')] }),
    });
    expect(unavailable(offer, '2027-04-01', '2027-04-04')).toEqual({
      dates: ['2027-04-05'],
      message: 'This place needs 2 free nights after your stay to be made ready.',
      unitsLeft: 0,
    });
    // It includes the night of the check-out day.
    expect(unavailable(offer, '2027-04-03', '2027-04-05')).toMatchObject({
      dates: ['2027-04-05', '2027-04-06'],
      message: 'This place needs 2 free nights after your stay to be made ready.',
    });
    expect(codesOf(offer, '2027-04-01', '2027-04-03')).toEqual([]);
    // The other stay's occupancy already includes its preparation nights.
    expect(codesOf(offer, '2027-04-09', '2027-04-11')).toEqual([]);
  });

  it('a closed night does not matter if it would only be a preparation night', () => {
    const offer = buildOffer({
      terms: buildTerms({ preparationDays: 1 }),
      days: [buildDay('2027-04-04', { closed: true })],
    });
    expect(codesOf(offer, '2027-04-01', '2027-04-04')).toEqual([]);
  });

  it('if every night has a free unit, but never the same one, dates_unavailable names the nights on which any unit is taken', () => {
    const offer = buildOffer({
      inventory: buildInventory({
        units: buildUnits('A', 'B'),
        occupancies: [taken('A', '2027-04-01', '2027-04-02'), taken('B', '2027-04-03', '2027-04-05')],
      }),
    });
    expect(unavailable(offer, '2027-04-01', '2027-04-05')).toEqual({
      dates: ['2027-04-01', '2027-04-03', '2027-04-04'],
      message: 'No single unit of this place is free for the whole stay.',
      unitsLeft: 0,
    });
  });

  it('for a whole building, dates_unavailable names the nights on which any of its units is taken', () => {
    const inventory = buildInventory({
      units: buildUnits('101', '102', '103'),
      wholeBuilding: true,
      occupancies: [taken('102', '2027-04-03', '2027-04-04')],
    });
    expect(unavailable(buildOffer({ inventory }), '2027-04-01', '2027-04-05')).toMatchObject({
      dates: ['2027-04-03'],
      unitsLeft: 0,
    });
    expect(decide(buildOffer({ inventory }), '2027-04-04', '2027-04-05')).toMatchObject({
      available: true,
      unitsLeft: 1,
    });
  });

  it('for a listing without units, dates_unavailable names every night and preparation night', () => {
    for (const wholeBuilding of [false, true]) {
      const offer = buildOffer({
        terms: buildTerms({ preparationDays: 1 }),
        inventory: buildInventory({ units: [], wholeBuilding }),
      });
      expect(unavailable(offer, '2027-04-01', '2027-04-03').dates).toEqual([
        '2027-04-01',
        '2027-04-02',
        '2027-04-03',
      ]);
    }
  });
});

describe('units_left', () => {
  const inventory = buildInventory({
    units: buildUnits('A', 'B', 'C'),
    occupancies: [taken('A', '2027-04-03', '2027-04-05')],
  });

  it('units_left counts the units that are free for the whole stay', () => {
    expect(decide(buildOffer({ inventory }), '2027-04-01', '2027-04-03').unitsLeft).toBe(3);
    expect(decide(buildOffer({ inventory }), '2027-04-01', '2027-04-04').unitsLeft).toBe(2);
  });

  it('units_left does not depend on rules such as the minimum stay', () => {
    const strict = buildOffer({ inventory, terms: buildTerms({ minStay: 9, maxGuests: 1 }) });
    expect(decide(strict, addDays(today, -1), addDays(today, 1), 4).unitsLeft).toBe(3);
  });

  it('units_left is 0 if a night is closed or the listing cannot be booked', () => {
    const days = [buildDay('2027-04-02', { closed: true })];
    expect(decide(buildOffer({ inventory, days }), '2027-04-01', '2027-04-03').unitsLeft).toBe(0);
    expect(decide(buildOffer({ inventory, bookable: false }), '2027-04-01', '2027-04-03').unitsLeft).toBe(0);
  });
});
