import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dateInZone } from '../../../../src/domain/dates/dates.ts';
import { findMailWindow, findPaymentWindow } from '../../../../src/options/mail/domain/schedule.ts';
import { itHolds } from '../../../helpers/arbitraries.ts';

const HOUR_MS = 3_600_000;
const ZONES = ['Europe/Lisbon', 'America/St_Johns', 'Pacific/Apia', 'Asia/Kathmandu', 'UTC'];

describe('findMailWindow', () => {
  const stay = { checkIn: '2031-06-10', checkInTime: '15:00', timezone: 'Asia/Kathmandu', days: 2, hour: 9 };

  it('writes before the arrival at the hour of the place, until the check-in', () => {
    expect(findMailWindow({ ...stay, kind: 'before_arrival', onDate: '2031-06-10' })).toEqual({
      from: new Date('2031-06-08T09:00:00+05:45'),
      until: new Date('2031-06-10T15:00:00+05:45'),
    });
  });

  it('writes after the departure at the hour of the place, for a day', () => {
    expect(findMailWindow({ ...stay, kind: 'after_departure', onDate: '2031-06-14' })).toEqual({
      from: new Date('2031-06-16T09:00:00+05:45'),
      until: new Date('2031-06-17T09:00:00+05:45'),
    });
  });

  it('has no moment for a message that would be due after the check-in', () => {
    const late = findMailWindow({ ...stay, kind: 'before_arrival', onDate: '2031-06-10', days: 0, hour: 16 });
    expect(late.from > late.until).toBe(true);
  });
});

describe('findPaymentWindow', () => {
  const payment = { dueOn: '2031-06-10', days: 3, hour: 10, timezone: 'UTC', plannedBefore: new Date(0) };
  const windowOf = (plannedAt: string | null) =>
    findPaymentWindow({ ...payment, plannedAt: plannedAt === null ? null : new Date(plannedAt) });

  it('asks days before the payment is due, or at the next such hour for what is planned from then on', () => {
    const inTime = { from: new Date('2031-06-07T10:00:00Z'), until: new Date('2031-06-11T00:00:00Z') };
    const late = (from: string) => ({ from: new Date(from), until: new Date('2031-06-25T00:00:00Z') });
    expect(windowOf('2031-06-07T09:59:59Z')).toEqual(inTime);
    expect(windowOf('2031-06-07T10:00:00Z')).toEqual(late('2031-06-08T10:00:00Z'));
    expect(windowOf('2031-06-10T09:59:59Z')).toEqual(late('2031-06-10T10:00:00Z'));
    expect(windowOf(null)).toEqual(inTime);
    expect(findPaymentWindow({ ...payment, plannedAt: null, plannedBefore: inTime.until })).toBeNull();
  });

  it.each(ZONES)('asks for a payment until its day ends in %s', (timezone) => {
    const window = findPaymentWindow({ ...payment, timezone, plannedAt: new Date('2031-06-01') });
    const until = window?.until.getTime() ?? Number.NaN;
    expect([until - 1, until].map((ms) => dateInZone(timezone, new Date(ms)))).toEqual([
      '2031-06-10',
      '2031-06-11',
    ]);
  });

  itHolds(
    'asks for a late payment within a day and an hour, at the hour of the place',
    fc.property(
      fc.constantFrom(...ZONES),
      fc.integer({ min: 0, max: 23 }),
      fc.date({ min: new Date('2031-01-01'), max: new Date('2032-12-31'), noInvalidDate: true }),
      (timezone, hour, plannedAt) => {
        const dueOn = dateInZone(timezone, plannedAt);
        const late = { ...payment, dueOn, days: 3, hour, timezone, plannedAt };
        const window = findPaymentWindow(late) ?? expect.fail('A known moment has a window.');
        const waits = window.from.getTime() - plannedAt.getTime();
        expect(waits).toBeGreaterThan(0);
        expect(waits).toBeLessThanOrEqual(25 * HOUR_MS);
        expect(dateInZone(timezone, window.until)).toBe(addDays(dueOn, 15));
        const clock = { hourCycle: 'h23', hour: 'numeric', timeZone: timezone } as const;
        const shown = Number(new Intl.DateTimeFormat('en', clock).format(window.from));
        // An hour that the clocks skip is the one after it.
        expect([hour, (hour + 1) % 24]).toContain(shown);
      },
    ),
  );
});
