import { expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { type Json, openInn } from '../../helpers/bookings.ts';
import { buildBooking, buildFee, buildTax, day } from '../../helpers/factories.ts';

const world = await openSharedApp();

it('events of a booking are listed oldest first, with who did them, and name only the fields of a guest', async () => {
  const inn = await openInn(world);
  const { id } = await inn.book({ status: 'pending', guest: { name: 'Bea', email: 'bea@example.com' } });
  const at = (minute: number) => world.clock.set(`2031-05-05T10:0${minute}:00Z`);
  at(1);
  await inn.data(inn.confirm(id));
  at(2);
  await inn.data(
    inn.change(id, {
      check_in: day(1),
      check_out: day(3),
      number_of_guests: 3,
      notes: 'Late.',
      special_requests: null,
      guest: { name: 'Béa', email: 'bea@example.com', phone: '+46 70' },
    }),
  );
  at(3);
  await inn.data(inn.change(id, { guest: { email: null } }));
  at(4);
  await inn.data(inn.cancel(id, { reason: 'Storm.' }));

  const event = (type: string, minute: number, data: object) => ({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    type,
    actor: { type: 'token', name: 'Back office' },
    data,
    created_at: `2031-05-05T10:0${minute}:00+00:00`,
  });
  const { status, body, text } = await inn.send('GET', `/bookings/${id}/events`);
  expect([status, body.data]).toEqual([
    200,
    [
      event('booking.created', 0, {}),
      event('booking.confirmed', 1, {}),
      event('booking.changed', 2, {
        check_in: [day(0), day(1)],
        check_out: [day(4), day(3)],
        number_of_guests: [2, 3],
        accommodation_total: [40_000, 20_000],
        grand_total: [40_000, 20_000],
        notes: [null, 'Late.'],
        guest: ['name', 'phone'],
      }),
      event('booking.changed', 3, { guest: ['email'] }),
      event('booking.cancelled', 4, { reason: 'Storm.' }),
    ],
  ]);
  expect(text).not.toContain('bea@example.com');
  expect(body.meta).toMatchObject({ current_page: 1, from: 1, to: 5, total: 5, per_page: 20 });

  const page = (await inn.send('GET', `/bookings/${id.toUpperCase()}/events?per_page=2&page=2`)).body;
  expect(page.data).toEqual(body.data.slice(2, 4));
  expect(page.links.next).toContain('/events?per_page=2&page=3');
  expect(
    Object.keys((await inn.send('GET', `/bookings/${id}/events?page=0&per_page=x`)).body.errors),
  ).toEqual(['page', 'per_page']);
});

it('the event of a changed price contains all amounts that changed', async () => {
  const inn = await openInn(world);
  const { teamId } = inn;
  await buildFee(world, { teamId, basis: 'guest', amountCents: 1_000, taxable: true });
  await buildTax(world, { teamId });
  const { id } = await inn.book();
  const change = { number_of_guests: 3, special_requests: 'A cot.' };
  await inn.data(inn.change(id, change));
  expect((await inn.events(id))[1].data).toEqual({
    number_of_guests: [2, 3],
    fees_total: [2_000, 3_000],
    taxes_total: [4_200, 4_300],
    grand_total: [46_200, 47_300],
    special_requests: [null, 'A cot.'],
  });
});

it('events stay in order even if the clock is set back', async () => {
  const inn = await openInn(world);
  const { id } = await inn.book();
  const times = async () => (await inn.events(id)).map((event: Json) => event.created_at);
  const [first, earlier] = ['2031-05-05T10:00:00+00:00', '2031-05-05T09:59:00+00:00'];
  world.clock.set(earlier);
  await inn.data(inn.change(id, { notes: 'a' }));
  expect(await times()).toEqual([first, first]);
  // Those that the feed has read have their places.
  await inn.send('GET', '/events');
  await inn.data(inn.change(id, { notes: 'b' }));
  expect(await times()).toEqual([first, first, earlier]);
});

it('a booking without events has an empty page of events', async () => {
  const inn = await openInn(world, { units: [] });
  const { id } = await buildBooking(world, { teamId: inn.teamId });
  expect((await inn.send('GET', `/bookings/${id}/events`)).body).toMatchObject({
    data: [],
    meta: { total: 0, last_page: 1 },
  });
});
