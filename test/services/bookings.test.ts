/** Writes on bookings that find nothing to write on, although their callers look before. */
import { expect, it } from 'vitest';
import { confirmBooking } from '../../src/services/bookings/cancel.ts';
import { recordDeposit, recordInvoice, recordPayment } from '../../src/services/bookings/folio.ts';
import { NotFound } from '../../src/services/errors.ts';
import { unkeyed, type Writer } from '../../src/services/write.ts';
import { openSharedApp } from '../helpers/app.ts';
import { openInn } from '../helpers/bookings.ts';

const world = await openSharedApp();
const { services } = world;

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
    () => confirmBooking(services, call, nobody),
    () => confirmBooking(services, call, theirs),
    () => recordPayment(services, call, { booking: id, payment: nobody }, report),
    () => recordInvoice(services, call, { booking: id, invoice: nobody }, 'paid'),
    () => recordDeposit(services, call, id, 'held'),
  ];
  for (const moment of ['2031-05-05T10:00:59Z', '2031-05-05T10:01:00Z']) {
    world.clock.set(moment);
    for (const write of writes) await expect(write()).rejects.toThrow(NotFound);
  }
  expect((await inn.read(`/bookings/${id}`)).status).toBe('pending');
  expect((await other.read(`/bookings/${theirs}`)).status).toBe('confirmed');
});
