import { describe, expect, it } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { expectSound, openInn } from '../../../helpers/bookings.ts';

const world = await openSharedApp();

/** All of the price until 30 days before check-in, a third until a week before. A day of grace, until 3 days before. */
const POLICY = {
  name: 'Moderate',
  graceHours: 24,
  graceDaysBefore: 3,
  tiers: [
    { daysBefore: 30, refundPpm: 1_000_000 },
    { daysBefore: 7, refundPpm: 333_333 },
  ],
};
const TEAM = { team: { cancellationPolicy: POLICY, depositPpm: 300_000 } };
/** Four nights at 100.00. */
const STAY = { check_in: '2031-08-01', check_out: '2031-08-05' };
const TOTAL = 40_000;
const feesOf = ({ cancellation_fee, refund_due }: Record<string, number>) => ({
  cancellation_fee,
  refund_due,
});

describe('a cancellation by the booking’s terms', () => {
  it.each([
    ['in its grace, in which the last day would cost all', '2031-07-28T10:00:00Z', '2031-07-28T10:00:00Z', 0],
    ['on the last day of the first tier', '2031-05-05T10:00:00Z', '2031-07-02T22:59:59Z', 0],
    // A third of 400.00 is 133.3332, rounded to 133.33.
    ['at midnight after it, in Lisbon', '2031-05-05T10:00:00Z', '2031-07-02T23:00:00Z', TOTAL - 13_333],
    ['on the last day of the last tier', '2031-05-05T10:00:00Z', '2031-07-25T22:59:59Z', TOTAL - 13_333],
    ['after that', '2031-05-05T10:00:00Z', '2031-07-25T23:00:00Z', TOTAL],
    ['a second before its day of grace ends', '2031-07-20T10:00:00Z', '2031-07-21T09:59:59Z', 0],
    ['when its day of grace ends', '2031-07-20T10:00:00Z', '2031-07-21T10:00:00Z', TOTAL - 13_333],
    ['a second before the third day before check-in ends', '2031-07-29T10:00:00Z', '2031-07-29T22:59:59Z', 0],
    ['when that day ends', '2031-07-29T10:00:00Z', '2031-07-29T23:00:00Z', TOTAL],
  ])(
    'cancelling a booking costs what its cancellation policy says: %s',
    async (_when, madeAt, cancelledAt, fee) => {
      world.clock.set(madeAt);
      const inn = await openInn(world, TEAM);
      const { id } = await inn.book(STAY);
      const { payments } = await inn.folio(id);
      await inn.data(inn.send('PUT', `/bookings/${id}/payments/${payments[0].id}`, { status: 'paid' }));
      expect(feesOf(await inn.folio(id))).toEqual({ cancellation_fee: null, refund_due: 0 });
      world.clock.set(cancelledAt);
      expect((await inn.data(inn.cancel(id))).cancellation_fee).toBe(fee);
      const folio = await inn.folio(id);
      const paid = madeAt.startsWith('2031-07') ? payments[0].amount : 12_000;
      expect(feesOf(folio)).toEqual({ cancellation_fee: fee, refund_due: Math.max(0, paid - fee) });
      expect(folio).toMatchObject({ paid_total: paid, balance_due: Math.max(0, fee - paid) });
      await expectSound(world);
    },
  );

  it('the refund of a cancellation is rounded half up, so the fee is rounded down', async () => {
    const tiers = [{ daysBefore: 0, refundPpm: 500_000 }];
    const inn = await openInn(world, {
      team: { cancellationPolicy: { ...POLICY, graceHours: 0, tiers } },
      listing: { nightlyCents: 101 },
    });
    const { id } = await inn.book({ ...STAY, check_out: '2031-08-02' });
    expect((await inn.data(inn.cancel(id))).cancellation_fee).toBe(50);
  });

  it('cancelling a pending booking costs nothing, whatever its cancellation policy says', async () => {
    const tiers = [{ daysBefore: 0, refundPpm: 0 }];
    const inn = await openInn(world, { team: { cancellationPolicy: { ...POLICY, graceHours: 0, tiers } } });
    const { id } = await inn.book({ ...STAY, status: 'pending' });
    expect((await inn.data(inn.cancel(id))).cancellation_fee).toBe(0);
    const confirmed = await inn.book(STAY);
    expect((await inn.data(inn.cancel(confirmed.id))).cancellation_fee).toBe(TOTAL);
  });
});

describe('a cancellation fee in the body', () => {
  it.each([
    ['with terms', { cancellationPolicy: POLICY }, 'confirmed'],
    ['without terms', {}, 'confirmed'],
    ['of a pending booking', { cancellationPolicy: POLICY }, 'pending'],
  ])('cancelling with a fee in the body charges that fee, %s', async (_how, team, status) => {
    const inn = await openInn(world, { team });
    for (const fee of [0, 1, TOTAL]) {
      const { id } = await inn.book({ ...STAY, status });
      const { payments } = await inn.folio(id);
      await inn.data(inn.send('PUT', `/bookings/${id}/payments/${payments[0].id}`, { status: 'paid' }));
      expect((await inn.data(inn.cancel(id, { fee }))).cancellation_fee).toBe(fee);
      expect(feesOf(await inn.folio(id))).toEqual({ cancellation_fee: fee, refund_due: TOTAL - fee });
      expect((await inn.read(`/bookings/${id}`)).cancellation_fee).toBe(fee);
    }
  });

  it('a cancellation fee in the body is at most the grand total', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book(STAY);
    const refused = async (fee: unknown) => {
      const { status, body } = await inn.cancel(id, { fee });
      return { status, errors: body.errors };
    };
    expect(await refused(TOTAL + 1)).toEqual({
      status: 422,
      errors: { fee: ['The fee field must not be greater than 40000.'] },
    });
    for (const fee of [-1, 1.5, '10', TOTAL + 0.5])
      expect(await refused(fee)).toMatchObject({ status: 422, errors: { fee: [expect.any(String)] } });
    expect((await inn.read(`/bookings/${id}`)).status).toBe('confirmed');
    expect((await inn.data(inn.cancel(id, { fee: null }))).cancellation_fee).toBe(null);
    expect(feesOf(await inn.folio(id))).toEqual({ cancellation_fee: null, refund_due: 0 });
    const again = await inn.cancel(id, { fee: 0 });
    expect(again).toMatchObject({ status: 422, body: { success: false, errors: {} } });
  });
});
