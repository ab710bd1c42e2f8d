import { completeDueBookings } from '../../../src/services/jobs/ended-bookings.ts';
import type { TestApp } from '../../helpers/app.ts';
import { openInn } from '../../helpers/bookings.ts';
import { day } from '../../helpers/factories.ts';

/** A guest's details, all of which hold the mark. */
export const guestOf = (mark: string) => ({
  name: `${mark} Lind`,
  email: `${mark}.lind@example.com`,
  phone: `+46 ${mark}`,
});

/** A guest of two stays, one cancelled, with something of theirs in every place that takes a text. */
export async function openStayed(world: TestApp, mark: string) {
  const inn = await openInn(world, { units: ['A', 'B'], listing: { securityDepositCents: 5_000 } });
  const texts = {
    notes: `Note ${mark}`,
    special_requests: `Request ${mark}`,
    external_reference: 'HM-4711',
    custom_fields: { arrives_by: `Train ${mark}` },
  };
  const body = inn.newBooking({ guest: guestOf(mark), ...texts });
  const made = (await inn.tryBook({ guest: guestOf(mark), ...texts }, { 'idempotency-key': 'booked' })).body
    .data;
  await inn.change(made.id, { notes: `Other ${mark}`, custom_fields: { seat: `Seat ${mark}` } });
  const other = await inn.book({ guest: guestOf(mark), check_in: day(8), check_out: day(9) });
  await inn.cancel(other.id, { reason: `Reason ${mark}` });
  const guest = `/guests/${made.guest_id}`;
  const about = {
    notes: `About ${mark}`,
    external_reference: `${mark}-1`,
    custom_fields: { pillow: `Soft ${mark}` },
  };
  await inn.send('PUT', guest, about, { 'idempotency-key': 'changed' });
  const erase = () => inn.send('POST', `${guest}/erase`);
  /** Lets the stay pass and settles what is owed. */
  const settle = async () => {
    world.clock.set(`${day(10)}T12:00:00Z`);
    const { payments } = await inn.folio(made.id);
    for (const { id } of payments)
      await inn.send('PUT', `/bookings/${made.id}/payments/${id}`, { status: 'paid' });
    await completeDueBookings(world.services);
  };
  return { ...inn, body, made, other, guest, erase, settle };
}
