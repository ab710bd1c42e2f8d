/** Domains beyond ASCII (docs/rules.md, 2.7). */
import { expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { openInn } from '../../helpers/bookings.ts';
import { expectPage, openTeamPages } from '../../helpers/pages.ts';

const world = await openSharedApp();
const [TYPED, STORED] = ['Arne@Müller-Haus.de', 'Arne@xn--mller-haus-9db.de'];

it('a guest’s email has its domain in ASCII, from the API and the site, and is found by both spellings', async () => {
  const inn = await openInn(world, { team: { siteBookings: 'request' }, listing: { slug: 'loft' } });
  const guest = await inn.data(inn.send('POST', '/guests', { name: 'Arne', email: TYPED }), 201);
  expect(guest.email).toBe(STORED);
  for (const email of [TYPED, STORED])
    expect(await inn.read(`/guests?email=${encodeURIComponent(email)}`)).toHaveLength(1);
  const { slug } = await inn.read('/team');
  const stay = { check_in: '2031-07-10', check_out: '2031-07-12', number_of_guests: 1 };
  const payload = { listing: 'loft', ...stay, guest: { name: 'Arne', email: TYPED }, expected_total: 20_000 };
  const made = await world.app.inject({ method: 'POST', url: `/v1/public/${slug}/bookings`, payload });
  expect(made.statusCode).toBe(201);
  expect((await inn.read('/bookings'))[0].guest_id).toBe(guest.id);
});

it('the last part of a domain may have other letters too', async () => {
  const inn = await openInn(world);
  for (const [email, stored] of [
    ['i@пример.рф', 'i@xn--e1afmkfd.xn--p1ai'],
    ['i@xn--e1afmkfd.xn--p1ai', 'i@xn--e1afmkfd.xn--p1ai'],
  ] as const) {
    const guest = await inn.data(inn.send('POST', '/guests', { name: 'I', email }), 201);
    expect(guest.email).toBe(stored);
    await inn.data(inn.send('PUT', `/guests/${guest.id}`, { email: null }));
  }
  expect((await inn.send('POST', '/guests', { name: 'I', email: 'i@example.x1' })).status).toBe(422);
});

it('an email with other letters before the @ is refused, and the message says why', async () => {
  const inn = await openInn(world);
  const { status, body } = await inn.send('POST', '/guests', { name: 'A', email: 'müller@example.com' });
  expect([status, body.message]).toEqual([
    422,
    'The email field must have only ASCII characters before the @.',
  ]);
});

it('a member’s email has its domain in ASCII', async () => {
  const { visitor, members } = await openTeamPages(world);
  await visitor.get(members);
  const page = await visitor.submit(members, { name: 'Arne', email: TYPED, role: 'desk' });
  expectPage(page, 200, STORED);
});
