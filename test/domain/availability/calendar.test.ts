import { describe, expect, it } from 'vitest';
import type { ListingOffer } from '../../../src/domain/availability/offer.ts';
import { buildListingCalendar, type CalendarDay } from '../../../src/domain/calendar.ts';
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
  it('the calendar has one day for each from start to end, both included', () => {
    expect(column('date', buildOffer(), '2028-02-28', '2028-03-01')).toEqual([
      '2028-02-28',
      '2028-02-29',
      '2028-03-01',
    ]);
    expect(column('date', buildOffer(), '2027-12-31', '2027-12-31')).toEqual(['2027-12-31']);
  });

  it('the calendar shows a day whole', () => {
    const offer = buildOffer({
      terms: buildTerms({ nightlyCents: 12_000, weekendNightlyCents: 15_000, minStay: 2 }),
      seasons: [buildSeason('2027-06-15', '2027-09-15', { weekendNightlyCents: 21_000, minStay: 4 })],
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
        closedForArrival: false,
        closedForDeparture: true,
      },
    ]);
  });

  it('the calendar has no units left in the past, but has some today', () => {
    expect(column('unitsLeft', buildOffer(), '2027-03-09', '2027-03-10')).toEqual([0, 1]);
    expect(column('status', buildOffer(), '2027-03-09', '2027-03-10')).toEqual(['unavailable', 'available']);
  });

  it('the calendar ends with the booking window', () => {
    const offer = buildOffer({ terms: buildTerms({ bookingWindowDays: 2 }) });
    expect(column('available', offer, '2027-03-11', '2027-03-13')).toEqual([true, true, false]);
  });

  it('the calendar leaves out closed nights, but not days closed for arrival or departure', () => {
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

  it('the calendar is closed for arrival within the advance notice, though its nights can be slept', () => {
    const offer = buildOffer({ terms: buildTerms({ advanceNoticeDays: 2 }) });
    expect(column('closedForArrival', offer, '2027-03-09', '2027-03-12')).toEqual([false, true, true, false]);
    expect(column('available', offer, '2027-03-09', '2027-03-12')).toEqual([false, true, true, true]);
  });

  it('the calendar needs the preparation nights behind a night to be free too', () => {
    const offer = buildOffer({
      terms: buildTerms({ preparationDays: 2 }),
      inventory: buildInventory({ occupancies: [taken('A', '2027-04-05', '2027-04-07')] }),
    });
    expect(column('unitsLeft', offer, '2027-04-01', '2027-04-07')).toEqual([1, 1, 0, 0, 0, 0, 1]);
  });

  it('the calendar is all unavailable if the listing is not bookable, but has its rates and rules', () => {
    const offer = buildOffer({ bookable: false, terms: buildTerms({ nightlyCents: 9_000, minStay: 3 }) });
    expect(buildListingCalendar(offer, { startDate: '2027-04-01', endDate: '2027-04-01' }, today)).toEqual([
      {
        date: '2027-04-01',
        available: false,
        status: 'unavailable',
        unitsLeft: 0,
        dayRateCents: 9_000,
        minStay: 3,
        closedForArrival: false,
        closedForDeparture: false,
      },
    ]);
  });

  it('the calendar of a building has 1 left if it has units and all are free, else 0', () => {
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
