/** A booking's page lists its messages, and a member writes to the guest there (docs/rules.md, 25.22). */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../../../helpers/app.ts';
import { day } from '../../../../helpers/factories.ts';
import { expectPage, openDesk } from '../../../../helpers/pages.ts';

const world = await openSharedApp();

async function openBooking(guest: object) {
  const desk = await openDesk(world);
  const stay = { check_in: day(0), check_out: day(4), number_of_guests: 2 };
  const rules = [{ kind: 'booking_confirmed', active: true, sources: null }];
  await desk.client.data(desk.client.send('PUT', '/mail-rules', { rules }));
  const body = { listing_id: desk.place.id, ...stay, guest };
  const { id } = await desk.client.data(desk.client.send('POST', '/bookings', body), 201);
  const path = `${desk.list}/${id}`;
  await desk.visitor.get(path);
  return { ...desk, id: id as string, path };
}

test('the page of a booking lists all of its messages, and sends what a member writes once', async () => {
  const { visitor, path, client, id } = await openBooking({ name: 'Bea Lind', email: 'bea@example.com' });
  expectPage(await visitor.get(path), 200, 'Booking confirmed</a>');
  const letter = { form_token: visitor.formToken(), subject: 'Parking', body: 'Use **number 4**.' };
  for (const _ of [1, 2])
    expectPage(await visitor.submit(`${path}/messages`, letter), 200, 'The message is written.');
  const written = await client.read(`/mails?booking_id=${id}&kind=by_hand`);
  expect(written).toMatchObject([{ subject: 'Parking', to: { email: 'bea@example.com' } }]);
  const page = (await visitor.get(path)).body;
  expect(page).toContain(`/messages/${written[0].id}">Written by hand</a>`);
  expectPage(await visitor.post(`${path}/messages`, { subject: '', body: 'x' }), 422, 'Subject');
  await client.data(client.send('POST', '/mail-suppressions', { email: 'bea@example.com' }), 201);
  expectPage(await visitor.post(`${path}/messages`, { subject: 'a', body: 'x' }), 422, 'address is blocked');
  expect(await client.read(`/mails?booking_id=${id}&kind=by_hand`)).toHaveLength(1);
});

test('the page of a booking whose guest has no email lists no form to write', async () => {
  const { visitor, path } = await openBooking({ name: 'Bea Lind' });
  const page = (await visitor.get(path)).body;
  expect(page).toContain('The guest has no email, so you cannot write.');
  expect(page).not.toContain(`${path}/messages"`);
});
