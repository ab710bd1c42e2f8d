/** A booking's history names its units, and a page offers no arrival that has passed. */

import { expect, test } from 'vitest';
import { openSharedApp } from '../../../../helpers/app.ts';
import { day } from '../../../../helpers/factories.ts';
import { openDesk } from '../../../../helpers/pages.ts';

const world = await openSharedApp();

test('the history of a booking says from which unit to which it was moved', async () => {
  const { visitor, list, place, client } = await openDesk(world);
  const stay = { check_in: day(0), check_out: day(2), number_of_guests: 2 };
  const wish = { listing_id: place.id, ...stay, guest: { name: 'Ida' } };
  const { id } = await client.data(client.send('POST', '/bookings', wish), 201);
  const [, other] = await client.read(`/listings/${place.id}/units`);
  await client.data(client.change(id, { unit_id: other.id }));
  const { body } = await visitor.get(`${list}/${id}`);
  expect(body).toMatch(/Unit<\/span> Loft A → Loft B</);
  expect(body).not.toContain('another one');
});

test('nights selected in the calendar from before today begin today in the form', async () => {
  const { visitor, base, place, client } = await openDesk(world, { timezone: 'UTC' });
  const [unit] = await client.read(`/listings/${place.id}/units`);
  const arrivalFrom = async (from: string) => {
    const { body } = await visitor.get(`${base}/calendar/units/${unit.id}?from=${from}`);
    return /name="check_in" type="date"\s+value="([^"]*)"/.exec(body)?.[1];
  };
  // The clock stands at 5 May 2031.
  expect(await arrivalFrom('2031-04-28')).toBe('2031-05-05');
  expect(await arrivalFrom('2031-05-12')).toBe('2031-05-12');
});
