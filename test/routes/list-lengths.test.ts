import { test } from 'vitest';
import { openSharedApp } from '../helpers/app.ts';
import { openInn } from '../helpers/bookings.ts';
import { day } from '../helpers/factories.ts';
import { expectTooLong, WRONG_ITEMS } from './too-long.ts';

const world = await openSharedApp();
const inn = await openInn(world);

const range = { start_date: day(0), end_date: day(1) };

/** What was wrong with each item would fill the memory, and finding it would take the server many seconds. */
test.each<['POST' | 'PUT', string, object, string, number]>([
  ['POST', '/bookings', inn.newBooking({ extras: WRONG_ITEMS }), 'extras', 100],
  [
    'POST',
    '/bookings',
    inn.newBooking({ party: { children_ages: WRONG_ITEMS } }),
    'party.children_ages',
    100,
  ],
  ['PUT', `/listings/${inn.listing.id}/photos`, { photos: WRONG_ITEMS }, 'photos', 50],
  ['PUT', `/listings/${inn.listing.id}/rates`, { seasons: WRONG_ITEMS }, 'seasons', 500],
  [
    'POST',
    '/days',
    { updates: [{ listing_id: inn.listing.id, ranges: [{ ...range, weekdays: WRONG_ITEMS }] }] },
    'updates.0.ranges.0.weekdays',
    7,
  ],
])('a list that is too long is refused before its items are checked: %s %s', async (...sent) => {
  const [method, path, body, field, most] = sent;
  expectTooLong(await inn.send(method, path, body), field, most);
});
