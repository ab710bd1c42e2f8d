import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, isoWeekdayOfDate, type StayDate } from '../../../src/domain/dates/dates.ts';
import { buildPartyOfAdults } from '../../../src/domain/party.ts';
import {
  computeNightlyRates,
  createDayTermsFinder,
  type DayTermsSource,
} from '../../../src/domain/pricing/nightly-rates.ts';
import { anyDate, itHolds, rateSourceFrom, stayFrom } from '../../helpers/arbitraries.ts';
import { buildDay, buildSeason, buildTariff, buildTerms, seaLoft, stayOf } from '../builders.ts';

const rateOn = (source: DayTermsSource, date: StayDate) => createDayTermsFinder(source)(date).baseRateCents;

// 2027-07-01 is a Thursday, 02 a Friday, 03 a Saturday, 04 a Sunday.
describe('the nightly rate', () => {
  const summer = (rates: { nightlyCents?: number; weekendNightlyCents?: number }) =>
    buildSeason('2027-07-01', '2027-07-31', rates);

  it('the nightly rate is the listing’s, with its weekend rate on Friday and Saturday nights', () => {
    const source = buildTariff({ terms: buildTerms({ nightlyCents: 100, weekendNightlyCents: 150 }) });
    const week = ['2027-07-01', '2027-07-02', '2027-07-03', '2027-07-04'];
    expect(week.map((date) => rateOn(source, date))).toEqual([100, 150, 150, 100]);
  });

  it('a listing can name its own weekend nights, or none', () => {
    const rates = { nightlyCents: 100, weekendNightlyCents: 150 };
    const sundays = buildTariff({ terms: buildTerms({ ...rates, weekendDays: [7] }) });
    const never = buildTariff({ terms: buildTerms({ ...rates, weekendDays: [] }) });
    expect([rateOn(sundays, '2027-07-03'), rateOn(sundays, '2027-07-04')]).toEqual([100, 150]);
    expect(rateOn(never, '2027-07-03')).toBe(100);
  });

  it('without a weekend rate, weekends cost the nightly rate', () => {
    expect(rateOn(buildTariff({ terms: buildTerms({ nightlyCents: 100 }) }), '2027-07-03')).toBe(100);
  });

  it('a season’s rate applies from its first to its last night, and not outside', () => {
    const source = buildTariff({
      terms: buildTerms({ nightlyCents: 100 }),
      seasons: [summer({ nightlyCents: 180 })],
    });
    const edges = ['2027-06-30', '2027-07-01', '2027-07-31', '2027-08-01'];
    expect(edges.map((date) => rateOn(source, date))).toEqual([100, 180, 180, 100]);
  });

  it('a season that leaves a rate empty leaves the listing’s rate', () => {
    const terms = buildTerms({ nightlyCents: 100, weekendNightlyCents: 150 });
    const rateOnBoth = (season: { nightlyCents?: number; weekendNightlyCents?: number }) => {
      const source = buildTariff({ terms, seasons: [summer(season)] });
      return { weekday: rateOn(source, '2027-07-01'), weekend: rateOn(source, '2027-07-02') };
    };
    expect(rateOnBoth({})).toEqual({ weekday: 100, weekend: 150 });
    expect(rateOnBoth({ nightlyCents: 180 })).toEqual({ weekday: 180, weekend: 180 });
    expect(rateOnBoth({ weekendNightlyCents: 210 })).toEqual({ weekday: 100, weekend: 210 });
    expect(rateOnBoth({ nightlyCents: 180, weekendNightlyCents: 210 })).toEqual({
      weekday: 180,
      weekend: 210,
    });
  });

  it('the rate of a single day goes before all others, also if it is 0, and also on a weekend', () => {
    const days = [
      buildDay('2027-07-02', { nightlyCents: 400 }),
      buildDay('2027-07-03', { nightlyCents: 0 }),
      buildDay('2027-07-04', { closed: true }),
    ];
    const source = buildTariff({ seasons: [summer({ nightlyCents: 180, weekendNightlyCents: 210 })], days });
    const dates = ['2027-07-02', '2027-07-03', '2027-07-04'];
    expect(dates.map((date) => rateOn(source, date))).toEqual([400, 0, 180]);
  });

  it('the right one of many seasons is found, in whatever order they are stored', () => {
    const seasons = Array.from({ length: 500 }, (_, index) =>
      buildSeason(addDays('2027-01-01', index * 3), addDays('2027-01-01', index * 3 + 1), {
        nightlyCents: index + 1,
      }),
    );
    const source = buildTariff({ terms: buildTerms({ nightlyCents: 9_999 }), seasons: seasons.toReversed() });
    const rates = [0, 1, 2, 3, 1_497, 1_498, 1_499].map((days) =>
      rateOn(source, addDays('2027-01-01', days)),
    );
    expect(rates).toEqual([1, 1, 9_999, 2, 500, 500, 9_999]);
  });
});

describe('extra guests', () => {
  const oneNight = stayOf('2027-07-01', '2027-07-02');
  const extraFor = (includedGuests: number | null, guests: number) => {
    const terms = buildTerms({ includedGuests, extraGuestNightlyCents: 1_500, maxGuests: 4 });
    return computeNightlyRates(buildTariff({ terms }), oneNight, buildPartyOfAdults(guests))[0]
      ?.extraGuestsCents;
  };

  it('each guest above the included ones costs the extra rate for each night', () => {
    expect([1, 2, 3, 4].map((guests) => extraFor(2, guests))).toEqual([0, 0, 1_500, 3_000]);
  });

  it('guests beyond max_guests are priced like any other extra guest', () => {
    expect(extraFor(2, 6)).toBe(6_000);
  });

  it('without a number of included guests, nobody costs extra', () => {
    expect(extraFor(null, 9)).toBe(0);
    expect(extraFor(0, 2)).toBe(3_000);
  });

  it.each([
    // Adults, children, and what the night costs beside its rate: 1,500 for an adult, 500 for a child.
    [2, 1, 500],
    [1, 2, 500],
    [0, 3, 500],
    [3, 0, 1_500],
    [3, 2, 2_500],
    [1, 1, 0],
  ])('of %i adults and %i children, adults take the two included places first', (adults, children, extra) => {
    const terms = buildTerms({
      includedGuests: 2,
      extraGuestNightlyCents: 1_500,
      extraChildNightlyCents: 500,
      maxGuests: 9,
    });
    const party = { adults, childrenAges: Array<number>(children).fill(8), infants: 0, pets: 0 };
    const [night] = computeNightlyRates(buildTariff({ terms }), oneNight, party);
    expect(night?.extraGuestsCents).toBe(extra);
  });

  it('each night has its base rate and its charge for extra guests', () => {
    expect(computeNightlyRates(seaLoft, stayOf('2027-04-01', '2027-04-04'), buildPartyOfAdults(3))).toEqual([
      { date: '2027-04-01', baseRateCents: 12_000, extraGuestsCents: 1_500, rateCents: 13_500 },
      { date: '2027-04-02', baseRateCents: 15_000, extraGuestsCents: 1_500, rateCents: 16_500 },
      { date: '2027-04-03', baseRateCents: 15_000, extraGuestsCents: 1_500, rateCents: 16_500 },
    ]);
  });
});

describe('minimum and maximum stay of a day', () => {
  const source = buildTariff({
    terms: buildTerms({ minStay: 2, maxStay: 28 }),
    seasons: [buildSeason('2027-07-01', '2027-07-31', { minStay: 4, maxStay: 14 })],
    days: [
      buildDay('2027-07-10', { minStay: 7 }),
      buildDay('2027-07-11', { maxStay: 3 }),
      buildDay('2027-08-01', { minStay: 1 }),
    ],
  });

  it.each([
    ['2027-06-30', 2, 28],
    ['2027-07-01', 4, 14],
    ['2027-07-10', 7, 14],
    ['2027-07-11', 4, 3],
    ['2027-08-01', 1, 28],
  ])('on %s the minimum stay is %i and the maximum %i nights', (date, minStay, maxStay) => {
    expect(createDayTermsFinder(source)(date)).toMatchObject({ minStay, maxStay });
  });

  it('without any setting, the minimum stay is 1 night and there is no maximum', () => {
    expect(createDayTermsFinder(buildTariff())('2027-07-01')).toMatchObject({ minStay: 1, maxStay: null });
  });
});

describe('all nightly rates', () => {
  const source = anyDate.chain((date) => fc.tuple(rateSourceFrom(date), stayFrom(fc.constant(date), 20)));
  itHolds(
    'the rate of each night is what a plain search through override, season and listing finds',
    fc.property(source, fc.integer({ min: 1, max: 9 }), ([rates, stay], guests) => {
      for (const night of computeNightlyRates(rates, stay, buildPartyOfAdults(guests))) {
        const isWeekend = rates.terms.weekendDays.includes(isoWeekdayOfDate(night.date));
        const candidates = [
          ...rates.days.filter((day) => day.date === night.date).map((day) => day.nightlyCents),
          ...[
            ...rates.seasons.filter((s) => s.startDate <= night.date && night.date <= s.endDate),
            rates.terms,
          ].flatMap((level) => [isWeekend ? level.weekendNightlyCents : null, level.nightlyCents]),
        ];
        expect(night.baseRateCents).toBe(candidates.find((cents) => cents !== null));
        expect(night.rateCents).toBe(night.baseRateCents + night.extraGuestsCents);
      }
    }),
  );
});
