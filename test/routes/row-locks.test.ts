/** Changes of what bookings refer to, whose foreign keys take `for key share` (docs/rules.md, 16.6). */
import { expect, it } from 'vitest';
import { openSharedApp } from '../helpers/app.ts';
import { at, type Inn } from '../helpers/bookings.ts';
import { lockedDuring, openBusyInn } from './locked-rows.ts';

const world = await openSharedApp();

it.each<[string, (inn: Inn & { guestId: string }) => [path: string, body: object]]>([
  ['a listing', ({ listing }) => [`/listings/${listing.id}`, { public_title: 'New', headline: 'Newer' }]],
  ['a unit', ({ units }) => [`/units/${at(units, 0).id}`, { active: false }]],
  [
    'photos',
    ({ listing }) => [
      `/listings/${listing.id}/photos`,
      { photos: [{ original_url: 'https://a.example/1' }] },
    ],
  ],
  ['rates', ({ listing }) => [`/listings/${listing.id}/rates`, { rates: { nightly: 9_900 } }]],
  [
    'days',
    ({ listing }) => [
      `/listings/${listing.id}/days`,
      { ranges: [{ start_date: '2031-07-01', end_date: '2031-07-02', nightly: 1 }] },
    ],
  ],
  ['a guest', ({ guestId }) => [`/guests/${guestId}`, { name: 'Ida', notes: 'New' }]],
  ['the settings', () => ['/team', { name: 'New' }]],
  ['a fee', () => ['/fees/linen', { name: 'New' }]],
])('changing %s does not block a new booking that refers to it', async (_what, change) => {
  const inn = await openBusyInn(world);
  const [path, body] = change(inn);
  const { locked, result } = await lockedDuring(world, inn.teamId, () => inn.send('PUT', path, body));
  expect([result.status, locked]).toEqual([200, []]);
});

it('changing a guest through a booking does not block other bookings for that guest', async () => {
  const inn = await openBusyInn(world);
  const { id } = await inn.book({ check_in: '2031-08-01', check_out: '2031-08-03' });
  const change = () => inn.change(id, { guest: { name: 'Ida' } });
  const { locked, result } = await lockedDuring(world, inn.teamId, change);
  // The changed booking itself is locked as a whole.
  expect([result.status, locked]).toEqual([200, ['bookings']]);
});
