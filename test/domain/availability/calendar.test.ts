import { describe, expect, it } from 'vitest';
import type { ListingOffer } from '../../../src/domain/availability/offer.ts';
import { buildListingCalendar, type CalendarDay } from '../../../src/domain/calendar.ts';
import { addDays } from '../../../src/domain/dates/dates.ts';
import { listExceededSpans } from '../../../src/domain/pricing/bounds.ts';
import {
  buildDay,
  buildInventory,
  buildOffer,
  buildSeason,
  buildTerms,
  buildUnits,
  taken,
} from '../builders.ts';

const today = '2027-03-10';

function column<K extends keyof CalendarDay>(
  key: K,
  offer: ListingOffer,
  startDate: string,
  endDate: string,
) {
  return buildListingCalendar(offer, { startDate, endDate }, today).map((day) => day[key]);
}

describe('the calendar', () => {
  it('a calendar has one day for each date from start to end, both included', () => {
    expect(column('date', buildOffer(), '2028-02-28', '2028-03-01')).toEqual([
      '2028-02-28',
      '2028-02-29',
      '2028-03-01',
    ]);
    expect(column('date', buildOffer(), '2027-12-31', '2027-12-31')).toEqual(['2027-12-31']);
  });

  it('a calendar day has its rate, rules and units left', () => {
    const offer = buildOffer({
      terms: buildTerms({ nightlyCents: 12_000, weekendNightlyCents: 15_000, minStay: 2 }),
      seasons: [
        buildSeason('2027-06-15', '2027-09-15', { weekendNightlyCents: 21_000, minStay: 4, maxStay: 21 }),
      ],
      days: [buildDay('2027-07-03', { closedForDeparture: true })],
      inventory: buildInventory({
        units: buildUnits('A', 'B', 'C'),
        occupancies: [taken('A', '2027-07-01', '2027-07-05')],
      }),
    });
    expect(buildListingCalendar(offer, { startDate: '2027-07-03', endDate: '2027-07-03' }, today)).toEqual([
      {
        date: '2027-07-03',
        available: true,
        status: 'available',
        unitsLeft: 2,
        dayRateCents: 21_000,
        minStay: 4,
        maxStay: 21,
        closedForArrival: false,
        closedForDeparture: true,
      },
    ]);
  });

  it('a calendar has no units left on past days, but may have some today', () => {
    expect(column('unitsLeft', buildOffer(), '2027-03-09', '2027-03-10')).toEqual([0, 1]);
    expect(column('status', buildOffer(), '2027-03-09', '2027-03-10')).toEqual(['unavailable', 'available']);
  });

  it('a calendar has no units left beyond the booking window', () => {
    const offer = buildOffer({ terms: buildTerms({ bookingWindowDays: 2 }) });
    expect(column('available', offer, '2027-03-11', '2027-03-13')).toEqual([true, true, false]);
  });

  it('a calendar has no units left on closed nights, but has on days that are only closed for arrival or departure', () => {
    const offer = buildOffer({
      days: [
        buildDay('2027-04-01', { closed: true }),
        buildDay('2027-04-02', { closedForArrival: true }),
        buildDay('2027-04-03', { closedForDeparture: true }),
      ],
    });
    expect(column('available', offer, '2027-04-01', '2027-04-03')).toEqual([false, true, true]);
    expect(column('closedForArrival', offer, '2027-04-01', '2027-04-03')).toEqual([false, true, false]);
    expect(column('closedForDeparture', offer, '2027-04-01', '2027-04-03')).toEqual([false, false, true]);
  });

  it('calendar days within the advance notice are closed for arrival, but their nights count as free', () => {
    const offer = buildOffer({ terms: buildTerms({ advanceNoticeDays: 2 }) });
    expect(column('closedForArrival', offer, '2027-03-09', '2027-03-12')).toEqual([false, true, true, false]);
    expect(column('available', offer, '2027-03-09', '2027-03-12')).toEqual([false, true, true, true]);
  });

  it('a calendar night is only free if the preparation nights after it are free too', () => {
    const offer = buildOffer({
      terms: buildTerms({ preparationDays: 2 }),
      inventory: buildInventory({ occupancies: [taken('A', '2027-04-05', '2027-04-07')] }),
    });
    expect(column('unitsLeft', offer, '2027-04-01', '2027-04-07')).toEqual([1, 1, 0, 0, 0, 0, 1]);
  });

  it('the calendar of a listing that cannot be booked has no units left, but still has rates and rules', () => {
    const offer = buildOffer({ bookable: false, terms: buildTerms({ nightlyCents: 9_000, minStay: 3 }) });
    expect(buildListingCalendar(offer, { startDate: '2027-04-01', endDate: '2027-04-01' }, today)).toEqual([
      {
        date: '2027-04-01',
        available: false,
        status: 'unavailable',
        unitsLeft: 0,
        dayRateCents: 9_000,
        minStay: 3,
        maxStay: null,
        closedForArrival: false,
        closedForDeparture: false,
      },
    ]);
  });

  it('a day is closed for arrival if its shortest stay is longer than its longest, or than 365 nights', () => {
    const days = [
      buildDay('2027-04-01', { minStay: 3, maxStay: 2 }),
      buildDay('2027-04-02', { minStay: 365, maxStay: 365 }),
      buildDay('2027-04-03', { minStay: 366 }),
      buildDay('2027-04-04', { maxStay: 1 }),
    ];
    const offer = buildOffer({ days, terms: buildTerms({ minStay: 2 }) });
    expect(column('closedForArrival', offer, '2027-04-01', '2027-04-05')).toEqual([
      true,
      false,
      true,
      true,
      false,
    ]);
  });

  it('a day is closed for arrival if fewer nights are left of the booking window than its shortest stay has', () => {
    const offer = buildOffer({ terms: buildTerms({ bookingWindowDays: 4, minStay: 3 }) });
    const last = addDays(today, 4);
    expect(column('closedForArrival', offer, today, addDays(today, 5))).toEqual([
      false,
      false,
      false,
      true,
      true,
      // Beyond the window, nothing is for sale.
      false,
    ]);
    const spans = listExceededSpans(
      buildListingCalendar(offer, { startDate: today, endDate: addDays(today, 9) }, today),
      last,
    );
    expect(spans).toEqual([
      { from: addDays(today, 3), to: last, bound: 'booking_window', minStay: 3, maxStay: null },
    ]);
  });

  it('the calendar of a whole building has 1 unit left on nights when all its units are free, else 0', () => {
    const inventory = buildInventory({
      units: buildUnits('101', '102'),
      wholeBuilding: true,
      occupancies: [taken('102', '2027-04-02', '2027-04-03')],
    });
    const empty = buildInventory({ units: [], wholeBuilding: true });
    expect(column('unitsLeft', buildOffer({ inventory }), '2027-04-01', '2027-04-03')).toEqual([1, 0, 1]);
    expect(column('unitsLeft', buildOffer({ inventory: empty }), '2027-04-01', '2027-04-01')).toEqual([0]);
  });
});
