/** The same steps by many callers at once: nobody can say what each one finds, but all that is stored must add up. */
import { expect } from 'vitest';
import { type Answer, times } from '../../helpers/bookings.ts';
import { anyDates, anyStay, type House, isLikely } from './house.ts';

/** One request of any kind, mostly about the same few bookings and payments. */
export async function anyRequest(house: House): Promise<Answer> {
  const { random } = house;
  const listing_id = random.pick(house.listings).id;
  const id = random.pick(house.bookings);
  const stay = anyStay(house, 0.4);
  const [payment] = (await house.send('GET', `/bookings/${id}/folio`)).body.data.payments;
  const start = anyDates(house);
  const guest = { name: 'Bea Lind', email: 'bea@example.com' };
  const pay = { status: random.pick(['paid', 'refunded', 'scheduled']) };
  const requests: (() => Promise<Answer>)[] = [
    () => house.send('POST', '/bookings', { listing_id, ...start, number_of_guests: 1, ...stay, guest }),
    () => house.change(id, stay),
    () => house.change(id, stay),
    () => house.change(id, { ...stay, listing_id }),
    () => house.change(id, { adjustment: null, totals: null }),
    () => house.send('POST', `/bookings/${id}/payments`, { amount: 1_000 }),
    () => (payment ? house.send('PUT', `/bookings/${id}/payments/${payment.id}`, pay) : house.confirm(id)),
    () => house.confirm(id),
    () => (isLikely(house, 0.3) ? house.cancel(id, { fee: 1_000 }) : house.confirm(id)),
    () =>
      house.send('POST', '/days/adjust', {
        start_date: start.check_in,
        end_date: start.check_out,
        percent: 7,
      }),
    () => house.send('PUT', '/fees/cleaning', { amount: random.between(0, 9_000) }),
    () =>
      house.send('POST', '/blocks', { listing_id, start_date: start.check_in, end_date: start.check_out }),
  ];
  return random.pick(requests)();
}

/** Rounds of requests at once. What was booked is known to the next round. */
export async function storm(house: House, rounds: number, atOnce: number): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  for (let round = 0; round < rounds; round += 1) {
    const answers = await Promise.all(times(atOnce, () => anyRequest(house)));
    for (const { status, body } of answers) {
      expect({ status, body }).not.toMatchObject({ status: 500 });
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status === 201 && body.data.confirmation_code) house.bookings.push(body.data.id);
    }
  }
  return statuses;
}
