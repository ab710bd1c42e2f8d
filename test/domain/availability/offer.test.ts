import { describe, expect, it, test } from 'vitest';
import { buildDatedOffer } from '../../../src/domain/availability/offer.ts';
import { buildDay, buildOffer, buildTerms } from '../builders.ts';

const TODAY = '2027-04-10';

describe('a day of a listing', () => {
  const rules = buildTerms({ advanceNoticeDays: 2, bookingWindowDays: 30 });
  const withRules = buildDatedOffer(buildOffer({ terms: rules }), TODAY);
  const without = buildDatedOffer(buildOffer(), TODAY);

  test.each([
    ['2027-04-09', true, false, false],
    ['2027-04-10', false, true, false],
    ['2027-04-11', false, true, false],
    ['2027-04-12', false, false, false],
    ['2027-05-10', false, false, false],
    ['2027-05-11', false, false, true],
  ])(
    'seen from today, %s is past: %s, too soon: %s, beyond the booking window: %s',
    (date, isPast, isTooSoon, isBeyondWindow) => {
      expect(withRules.dayOn(date)).toMatchObject({ date, isPast, isTooSoon, isBeyondWindow });
      expect(without.dayOn(date)).toMatchObject({ date, isPast, isTooSoon: false, isBeyondWindow: false });
    },
  );

  it('a day is closed by its override, and from the last possible date on', () => {
    const { dayOn } = buildDatedOffer(
      buildOffer({ days: [buildDay('2027-04-20', { closed: true })] }),
      TODAY,
    );
    const dates = ['2027-04-19', '2027-04-20', '2199-12-30', '2199-12-31', '2200-01-01'];
    expect(dates.map((date) => dayOn(date).closed)).toEqual([false, true, false, true, true]);
  });

  it('the terms of a day are computed once, however often they are read', () => {
    expect(without.dayOn('2027-04-20')).toBe(without.dayOn('2027-04-20'));
  });
});
