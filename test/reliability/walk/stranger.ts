/** What somebody with another team's token does with the ids of a house: nothing. */
import { expect } from 'vitest';
import { anyStay, type House } from './house.ts';
import { stateOf } from './oracles.ts';

type Sent = [method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: object];

/** Every request is a 404, or a 422 where the id stands in the body, and not a row of anybody changes. */
export async function strangerSteps(house: House, stranger: House): Promise<void> {
  const { random } = house;
  const { id: listing } = random.pick(house.listings);
  const { id: unit } = random.pick(house.units);
  const own = random.pick(stranger.listings).id;
  const stay = { check_in: '2031-12-01', check_out: '2031-12-03', number_of_guests: 1 };
  const guest = { name: 'Eve' };
  const sent: Sent[] = [
    ['POST', '/bookings', { listing_id: listing, ...stay, guest }],
    ['POST', '/bookings', { listing_id: own, unit_id: unit, ...stay, guest }],
    ['POST', '/blocks', { listing_id: own, unit_id: unit, start_date: '2031-12-01', end_date: '2031-12-02' }],
    [
      'POST',
      '/days/adjust',
      { listing_ids: [own, listing], start_date: '2031-12-01', end_date: '2031-12-02', percent: 5 },
    ],
    ['POST', '/calendar-feeds', { unit_id: unit, name: 'x', url: 'https://feeds.example/x.ics' }],
    ['DELETE', `/calendar-feeds/${random.pick(house.feeds).id}/calendar`],
    ['PUT', `/listings/${listing}/rates`, { rates: { nightly: 1 } }],
    ...house.bookings.slice(-2).flatMap((id): Sent[] => [
      ['PUT', `/bookings/${id}`, anyStay(stranger, 1)],
      ['POST', `/bookings/${id}/cancel`],
      ['POST', `/bookings/${id}/payments`, { amount: 1 }],
    ]),
    ...house.photos.slice(-1).flatMap((photo): Sent[] => [
      ['DELETE', `/listings/${photo.listing}/photos/${photo.id}`],
      ['DELETE', `/listings/${own}/photos/${photo.id}`],
    ]),
    ...house.blocks.slice(-1).map((id): Sent => ['DELETE', `/blocks/${id}`]),
  ];
  const before = await stateOf(house);
  for (const [method, path, body] of sent) {
    const { status } = await stranger.send(method, path, body);
    expect({ method, path, status: [404, 422].includes(status) ? 'refused' : status }).toEqual({
      method,
      path,
      status: 'refused',
    });
  }
  expect(await stateOf(house)).toEqual(before);
  // A filter only filters: another team's id finds what an unknown one finds.
  for (const path of ['/reports/months?from=2031-01&to=2031-12', '/bookings?per_page=1']) {
    const [theirs, unknown] = await Promise.all(
      [listing, crypto.randomUUID()].map((id) => stranger.send('GET', `${path}&listing_id=${id}`)),
    );
    expect(theirs?.body.data).toEqual(unknown?.body.data);
  }
}
