/** Writes on bookings that find nothing to write on, although their callers look before. */
import { expect, it } from 'vitest';
import { NotFound } from '../../src/services/errors.ts';
import { unkeyed, type Writer } from '../../src/services/write.ts';
import { openSharedApp } from '../helpers/app.ts';
import { openInn } from '../helpers/bookings.ts';

const world = await openSharedApp();
const { bookings } = world.services;

it('writes on what does not exist are refused, and leave a lapsed hold as it is', async () => {
  const inn = await openInn(world);
  const other = await openInn(world);
  const { id: theirs } = await other.book();
  const { id } = await inn.book({ status: 'pending', expires_in: 1 });
  const call = unkeyed<Writer>({
    teamId: inn.teamId,
    actor: { type: 'token', name: null },
    terms: { depositPpm: 0, balanceDueDays: 0 },
  });
  const nobody = crypto.randomUUID();
  const report = {
    status: 'paid',
    reference: undefined,
    refundedCents: null,
    allowOverpayment: false,
  } as const;
  const writes = [
    () => bookings.confirmBooking(call, nobody),
    () => bookings.confirmBooking(call, theirs),
    () => bookings.recordPayment(call, id, nobody, report),
    () => bookings.recordInvoice(call, id, nobody, 'paid'),
    () => bookings.recordDeposit(call, id, 'held'),
  ];
  for (const moment of ['2031-05-05T10:00:59Z', '2031-05-05T10:01:00Z']) {
    world.clock.set(moment);
    for (const write of writes) await expect(write()).rejects.toThrow(NotFound);
  }
  expect((await inn.read(`/bookings/${id}`)).status).toBe('pending');
  expect((await other.read(`/bookings/${theirs}`)).status).toBe('confirmed');
});
