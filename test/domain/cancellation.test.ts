import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildCancellationTermsOfBooking,
  buildCancellationTermsOfQuote,
  type CancellationPolicy,
  chooseCancellationPolicy,
  computeCancellationFeeCents,
  computeRefundDueCents,
} from '../../src/domain/cancellation.ts';
import { MAX_COMPUTED_CENTS } from '../../src/domain/limits.ts';
import { CANCELLATION_FEE_BASES } from '../../src/domain/vocabulary.ts';
import { amountCents, dateBetween, itHolds, percentPpm } from '../helpers/arbitraries.ts';

/** Zones far apart, with half hours, and with clock changes at midnight. */
const timezone = fc.constantFrom(
  ...['UTC', 'Europe/Lisbon', 'America/New_York', 'America/St_Johns', 'Asia/Kathmandu', 'Africa/Cairo'],
  ...['Asia/Beirut', 'America/Havana', 'America/Sao_Paulo', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'],
);

const anyPolicy: fc.Arbitrary<CancellationPolicy> = fc
  .record({
    name: fc.constant('Terms'),
    feeOf: fc.constantFrom(undefined, ...CANCELLATION_FEE_BASES),
    graceHours: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 168 })),
    graceDaysBefore: fc.oneof(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 730 })),
    days: fc.uniqueArray(fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 730 })), {
      minLength: 1,
      maxLength: 10,
    }),
    refunds: fc.array(percentPpm, { minLength: 10, maxLength: 10 }),
  })
  .map(({ days, refunds, ...rest }) => {
    const falling = refunds.toSorted((a, b) => b - a);
    return {
      ...rest,
      tiers: days
        .toSorted((a, b) => b - a)
        .map((daysBefore, index) => ({ daysBefore, refundPpm: falling[index] ?? 0 })),
    };
  });

const instantOfDate = (date: Temporal.PlainDate, timeZone: string) =>
  date.toZonedDateTime(timeZone).toInstant();

/** A confirmed booking, and a moment after it was made: often one at which something ends, or a second beside it. */
const anyCase = fc
  .record({
    policy: anyPolicy,
    timezone,
    checkIn: dateBetween('2012-01-01', '2199-12-30'),
    price: fc
      .record({
        accommodationTotalCents: fc.oneof(
          amountCents,
          fc.integer({ min: 0, max: MAX_COMPUTED_CENTS - 100_000 }),
        ),
        discountPart: fc.double({ min: 0, max: 1, noNaN: true }),
        feesTotalCents: fc.integer({ min: 0, max: 100_000 }),
      })
      .map(({ accommodationTotalCents, discountPart, feesTotalCents }) => {
        const discountTotalCents = Math.floor(accommodationTotalCents * discountPart);
        const grandTotalCents = accommodationTotalCents - discountTotalCents + feesTotalCents;
        return { accommodationTotalCents, discountTotalCents, grandTotalCents };
      }),
    /** How long before check-in it was made. */
    minutesAhead: fc.oneof(fc.integer({ min: 0, max: 12 * 1_440 }), fc.integer({ min: 0, max: 740 * 1_440 })),
    end: fc.nat(11),
    seconds: fc.oneof(fc.constantFrom(-1, 0, 1), fc.integer({ min: -100_000, max: 100_000 })),
  })
  .map(({ policy, checkIn, minutesAhead, end, seconds, ...rest }) => {
    const arrival = Temporal.PlainDate.from(checkIn);
    const created = instantOfDate(arrival, rest.timezone).subtract({ minutes: minutesAhead - 720 });
    const days = [policy.graceDaysBefore, ...policy.tiers.map(({ daysBefore }) => daysBefore)];
    const ends = [
      created.add({ hours: policy.graceHours }),
      ...days.map((count) => instantOfDate(arrival.subtract({ days: count - 1 }), rest.timezone)),
    ];
    const now = (ends[end % ends.length] ?? created).add({ seconds });
    return {
      ...rest,
      policy,
      arrival,
      created,
      now: Temporal.Instant.compare(now, created) < 0 ? created : now,
    };
  });
type Case = typeof anyCase extends fc.Arbitrary<infer One> ? One : never;

const dateOf = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds);
const bookingOf = ({ policy, arrival, created, timezone, price }: Case) => ({
  cancellationPolicy: policy,
  checkIn: arrival.toString(),
  createdAt: dateOf(created),
  timezone,
  status: 'confirmed' as const,
  ...price,
});

/** The fee by rules 11.3 to 11.5, with dates of Temporal and exact fractions. */
function feeByTheRules({ policy, arrival, created, timezone, price, now }: Case): number {
  const daysAway = (instant: Temporal.Instant) =>
    instant.toZonedDateTimeISO(timezone).toPlainDate().until(arrival, { largestUnit: 'days' }).days;
  const isInGrace =
    now.since(created).total('hours') < policy.graceHours && daysAway(now) >= policy.graceDaysBefore;
  if (isInGrace) return 0;
  const given = policy.tiers.filter(({ daysBefore }) => daysAway(now) >= daysBefore);
  const ppm = Math.max(0, ...given.map(({ refundPpm }) => refundPpm));
  const nightsCents = price.accommodationTotalCents - price.discountTotalCents;
  const baseCents = policy.feeOf === 'nights' ? nightsCents : price.grandTotalCents;
  const exact = BigInt(baseCents) * BigInt(ppm);
  const whole = exact / 1_000_000n;
  const refund = (exact % 1_000_000n) * 2n >= 1_000_000n ? whole + 1n : whole;
  return Number(BigInt(baseCents) - refund);
}

describe('the cancellation fee', () => {
  itHolds(
    'the cancellation fee is what the rules say, for any policy and time',
    fc.property(anyCase, (one) => {
      const fee = computeCancellationFeeCents(bookingOf(one), dateOf(one.now));
      expect(fee).toBe(feeByTheRules(one));
      expect(fee).toBeGreaterThanOrEqual(0);
      expect(fee).toBeLessThanOrEqual(one.price.grandTotalCents);
    }),
  );

  itHolds(
    'the cancellation fee never falls as time passes',
    fc.property(anyCase, fc.integer({ min: 0, max: 100 * 86_400 }), (one, seconds) => {
      const feeAt = (now: Temporal.Instant) => computeCancellationFeeCents(bookingOf(one), dateOf(now)) ?? -1;
      expect(feeAt(one.now.add({ seconds }))).toBeGreaterThanOrEqual(feeAt(one.now));
    }),
  );

  itHolds(
    'the cancellation fee of a pending booking is 0, and without a policy it is null',
    fc.property(anyCase, (one) => {
      const booking = bookingOf(one);
      expect(computeCancellationFeeCents({ ...booking, status: 'pending' }, dateOf(one.now))).toBe(0);
      expect(computeCancellationFeeCents({ ...booking, cancellationPolicy: null }, dateOf(one.now))).toBe(
        null,
      );
    }),
  );
});

it('a booking can be cancelled free of charge until its grace period ends, and not from that second on', () => {
  const booking = {
    status: 'confirmed' as const,
    grandTotalCents: 40_000,
    accommodationTotalCents: 40_000,
    discountTotalCents: 0,
    checkIn: '2031-06-02',
    createdAt: new Date('2031-05-05T10:00:00Z'),
    timezone: 'Europe/Lisbon',
    cancellationPolicy: { name: 'Strict', graceHours: 24, graceDaysBefore: 1, tiers: [] },
  };
  expect(computeCancellationFeeCents(booking, new Date('2031-05-06T09:59:59Z'))).toBe(0);
  expect(computeCancellationFeeCents(booking, new Date('2031-05-06T10:00:00Z'))).toBe(40_000);
});

it.each([
  ['pending', 0],
  ['confirmed', 40_000],
  ['completed', 40_000],
  ['cancelled', 40_000],
] as const)('cancelling a %s booking without refunds costs %i', (status, fee) => {
  const booking = {
    status,
    grandTotalCents: 40_000,
    accommodationTotalCents: 40_000,
    discountTotalCents: 0,
    checkIn: '2031-06-02',
    createdAt: new Date('2031-05-05T10:00:00Z'),
    timezone: 'Europe/Lisbon',
    cancellationPolicy: { name: 'Strict', graceHours: 0, graceDaysBefore: 0, tiers: [] },
  };
  expect(computeCancellationFeeCents(booking, new Date('2031-05-06T10:00:00Z'))).toBe(fee);
});

describe('cancellation terms', () => {
  itHolds(
    'a booking’s cancellation terms name the dates and times from which each fee applies',
    fc.property(anyCase, (one) => {
      const { policy, arrival, created, timezone } = one;
      const terms = buildCancellationTermsOfBooking(bookingOf(one));
      expect(terms?.refunds).toEqual(
        policy.tiers.map(({ daysBefore, refundPpm }) => ({
          until: arrival.subtract({ days: daysBefore }).toString(),
          refundPpm,
        })),
      );
      const ends = [
        created.add({ hours: policy.graceHours }),
        instantOfDate(arrival.subtract({ days: policy.graceDaysBefore - 1 }), timezone),
      ].toSorted(Temporal.Instant.compare);
      const end = ends[0] as Temporal.Instant;
      const isPast = Temporal.Instant.compare(end, created) <= 0;
      expect(terms?.graceUntil).toEqual(isPast ? null : dateOf(end));
    }),
  );

  itHolds(
    'a quote’s cancellation terms are those of a booking without a grace period',
    fc.property(anyCase, (one) => {
      const { policy, arrival } = one;
      const booked = buildCancellationTermsOfBooking(bookingOf(one));
      expect(buildCancellationTermsOfQuote(policy, arrival.toString())).toEqual({
        ...booked,
        graceUntil: null,
      });
    }),
  );

  it('a listing’s cancellation policy is its own, else its building’s, else its team’s', () => {
    const policy = (name: string): CancellationPolicy => ({
      name,
      graceHours: 0,
      graceDaysBefore: 0,
      tiers: [],
    });
    const sources = {
      ownPolicy: policy('own'),
      policyOfBuilding: policy('building'),
      policyOfTeam: policy('team'),
    };
    expect(chooseCancellationPolicy(sources)?.name).toBe('own');
    expect(chooseCancellationPolicy({ ...sources, ownPolicy: null })?.name).toBe('building');
    expect(chooseCancellationPolicy({ ...sources, ownPolicy: null, policyOfBuilding: null })?.name).toBe(
      'team',
    );
    expect(chooseCancellationPolicy({ ownPolicy: null, policyOfBuilding: null, policyOfTeam: null })).toBe(
      null,
    );
    expect([buildCancellationTermsOfQuote(null, '2031-05-05')]).toEqual([null]);
  });
});

itHolds(
  'the refund after a cancellation is never more than what was paid, and with the fee never less',
  fc.property(amountCents, fc.option(amountCents), (paid, fee) => {
    const due = computeRefundDueCents({
      status: 'cancelled',
      paidCents: paid,
      grandTotalCents: 0,
      feeCents: fee,
    });
    expect(due).toBeLessThanOrEqual(paid);
    if (fee === null) expect(due).toBe(0);
    else expect(due + fee).toBeGreaterThanOrEqual(paid);
    if (fee !== null && fee <= paid) expect(due + fee).toBe(paid);
  }),
);
