/** The pages of a team's guests (docs/rules.md, 19). */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { buildBooking, buildGuest } from '../../../helpers/factories.ts';
import { expectPage, openDesk } from '../../../helpers/pages.ts';

const world = await openSharedApp();

const seenIn = (page: string) => /name="seen" value="([^"]+)"/.exec(page)?.[1] ?? '';

test('at the front desk guests are added, found, changed, exported and erased', async () => {
  const { visitor, base, client, place, team } = await openDesk(world);
  const guests = `${base}/guests`;
  expectPage(await visitor.get(guests), 200, 'No guests yet');
  const added = await visitor.submit(guests, { name: 'Bea Lind', email: 'bea@example.com', notes: 'Vegan' });
  expectPage(added, 200, 'The guest is added.');
  const [{ id }] = await client.read('/guests');
  expectPage(await visitor.get(`${guests}?search=LIND`), 200, `href="${guests}/${id}"`);
  expectPage(await visitor.get(`${guests}?search=nobody`), 200, 'No guest matches “nobody”');
  expectPage(await visitor.get(`${guests}?search=x`), 422, 'The search must have at least 2 characters.');

  const seen = seenIn((await visitor.get(`${guests}/${id}`)).body);
  const changed = { name: 'Bea Lindt', email: '', phone: '+46 1', notes: '', seen };
  expectPage(await visitor.submit(`${guests}/${id}`, changed), 200, 'details are saved.');
  expect(await client.read(`/guests/${id}`)).toMatchObject({
    name: 'Bea Lindt',
    email: null,
    phone: '+46 1',
    notes: null,
  });
  expectPage(await visitor.post(`${guests}/${id}`, changed), 422, 'Somebody has changed this meanwhile.');

  const booking = await buildBooking(world, { teamId: team.id, listingId: place.id, guestId: id });
  expectPage(await visitor.get(`${guests}/${id}`), 200, booking.confirmationCode);
  const exported = await visitor.get(`${guests}/${id}/export`);
  expect(exported.headers['content-disposition']).toBe(`attachment; filename="guest-${id}.json"`);
  expect(exported.json()).toEqual((await client.send('GET', `/guests/${id}/export`)).body);

  expectPage(await visitor.get(`${guests}/${id}/erase`), 200, 'You cannot undo this.');
  expectPage(
    await visitor.post(`${guests}/${id}/erase`),
    422,
    'The guest has a booking that is pending or confirmed.',
  );
  await client.cancel(booking.id);
  const erased = await visitor.submit(`${guests}/${id}/erase`);
  expectPage(erased, 200, 'The guest is erased.');
  expect(erased.body).toContain('Erased guest');
  expect(erased.body).not.toContain('Save</button>');
  expect((await visitor.get(guests)).body).not.toContain('aria-label="Book for Erased guest"');
});

test('a wrong field of a guest’s form keeps what was typed, and an email belongs to one guest', async () => {
  const { visitor, base, team } = await openDesk(world);
  const guests = `${base}/guests`;
  await buildGuest(world, { teamId: team.id, email: 'taken@example.com' });
  await visitor.get(guests);
  const wrong = await visitor.post(guests, { name: '', email: 'no', phone: '+1' });
  expectPage(wrong, 422, '<p class="error" id="name-error">Name is required.</p>');
  expect(wrong.body).toContain('<p class="error" id="email-error">Email must be a valid email address.</p>');
  expect(wrong.body).toContain('value="+1"');
  const taken = await visitor.post(guests, { name: 'X', email: 'TAKEN@example.com' });
  expect([taken.statusCode, taken.body]).toEqual([422, expect.stringContaining('id="email-error"')]);
});

test('a guest’s page shows their own fields and their number in another system', async () => {
  const { visitor, base, client } = await openDesk(world);
  const custom_fields = { door_code: '<12>', points: 7, vip: false };
  const body = { name: 'Bea', external_reference: 'CRM-5', custom_fields };
  const { id } = await client.data(client.send('POST', '/guests', body), 201);
  const { body: page } = await visitor.get(`${base}/guests/${id}`);
  for (const [name, value] of [
    ['Number in another system', 'CRM-5'],
    ['door_code', '&#60;12&#62;'],
    ['points', '7'],
    ['vip', 'false'],
  ])
    expect(page).toMatch(new RegExp(`<dt[^>]*>${name}</dt><dd class="name">${value}</dd>`));
  const plain = await client.data(client.send('POST', '/guests', { name: 'Ana' }), 201);
  expect((await visitor.get(`${base}/guests/${plain.id}`)).body).not.toContain('References');
});
