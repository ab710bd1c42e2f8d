import { expect, test } from 'vitest';
import { openSharedApp } from '../helpers/app.ts';
import { openInn } from '../helpers/bookings.ts';
import { day } from '../helpers/factories.ts';

const world = await openSharedApp();
const inn = await openInn(world);

/** As many as fit into a body, each of them wrong. */
const wrongItems = Array.from({ length: 300_000 }, () => '');
const range = { start_date: day(0), end_date: day(1) };

/** What was wrong with each item would fill the memory, and finding it would take the server many seconds. */
test.each<['POST' | 'PUT', string, object, string, number]>([
  ['POST', '/bookings', inn.newBooking({ extras: wrongItems }), 'extras', 100],
  ['POST', '/bookings', inn.newBooking({ party: { children_ages: wrongItems } }), 'party.children_ages', 100],
  ['PUT', `/listings/${inn.listing.id}/photos`, { photos: wrongItems }, 'photos', 50],
  ['PUT', `/listings/${inn.listing.id}/rates`, { seasons: wrongItems }, 'seasons', 500],
  ['POST', '/webhooks', { url: 'https://hooks.example/a', types: wrongItems }, 'types', 43],
  [
    'POST',
    '/days',
    { updates: [{ listing_id: inn.listing.id, ranges: [{ ...range, weekdays: wrongItems }] }] },
    'updates.0.ranges.0.weekdays',
    7,
  ],
])('a list that is too long is refused before its items are checked: %s %s', async (...sent) => {
  const [method, path, body, field, most] = sent;
  const { status, body: answer } = await inn.send(method, path, body);
  const name = field.replaceAll(/[._]/g, ' ');
  expect({ status, errors: answer.errors[field] }).toEqual({
    status: 422,
    errors: [`The ${name} field must be a list of at most ${most}.`],
  });
  expect(Object.keys(answer.errors).length).toBeLessThan(5);
});
