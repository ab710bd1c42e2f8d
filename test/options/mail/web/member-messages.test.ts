/** Which messages members get of their teams (docs/rules.md, 25.9). */
import { beforeEach, expect, it } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { openInn } from '../../../helpers/bookings.ts';
import { buildMember, expectPage, joinTeam, visitorOf } from '../../../helpers/pages.ts';

const world = await openSharedApp();
const ACCOUNT = '/app/account';
beforeEach(() => world.clock.set('2031-05-05T10:00:00Z'));

async function openChoosers() {
  const inn = await openInn(world, { team: { siteBookings: 'request' }, listing: { slug: 'loft' } });
  const { slug } = await inn.read('/team');
  const [one, other] = [
    await buildMember(world, { teamId: inn.teamId }),
    await buildMember(world, { teamId: inn.teamId }),
  ];
  const visitor = visitorOf(world);
  await visitor.signIn(one.email);
  let night = 0;
  /** A guest asks on the site. Returns who hears of it. */
  const ask = async () => {
    night += 3;
    const stay = { check_in: `2031-07-${10 + night}`, check_out: `2031-07-${12 + night}` };
    const guest = { name: 'Bea', email: `bea${night}@example.com` };
    const payload = { listing: 'loft', ...stay, number_of_guests: 1, guest, expected_total: 20_000 };
    const made = await world.app.inject({ method: 'POST', url: `/v1/public/${slug}/bookings`, payload });
    expect(made.statusCode).toBe(201);
    const booking = (await inn.read('/bookings?sort=created_at&status=pending')).find(
      ({ check_in }: { check_in: string }) => check_in === stay.check_in,
    );
    const mails = await inn.read(`/mails?kind=request_arrived&booking_id=${booking.id}`);
    return mails
      .map(({ to, status }: { to: { email: string }; status: string }) => [to.email, status])
      .sort();
  };
  return { inn, slug, one, other, visitor, ask };
}

it('members get all messages, until they choose some', async () => {
  const { slug, one, other, visitor, ask } = await openChoosers();
  expect(await ask()).toEqual(
    [
      [one.email, 'kept'],
      [other.email, 'kept'],
    ].sort(),
  );
  expectPage(await visitor.get(ACCOUNT), 200, 'A request from the site');
  const name = `kinds-${slug}`;
  expectPage(
    await visitor.submit(`${ACCOUNT}/messages`, { team: slug, [name]: 'feed_failing' }),
    200,
    'Your choice of messages is saved.',
  );
  expect(await ask()).toEqual([[other.email, 'kept']]);
  await visitor.submit(`${ACCOUNT}/messages`, { team: slug, [name]: 'request_arrived' });
  expect(await ask()).toHaveLength(2);
});

it('members choose among the messages that their role lets them read, and keep what they chose of others', async () => {
  const { inn, slug } = await openChoosers();
  const visitor = visitorOf(world);
  const cleaner = await buildMember(world, { teamId: inn.teamId, role: 'housekeeping' });
  await visitor.signIn(cleaner.email);
  const page = (await visitor.get(ACCOUNT)).body;
  expect(page).toContain('A calendar cannot be read');
  expect(page).not.toContain('A request from the site');
  await visitor.submit(`${ACCOUNT}/messages`, { team: slug, [`kinds-${slug}`]: 'feed_failing' });
  const { rows } = await world.db.execute(
    `select mail_kinds as kinds from memberships where person_id = '${cleaner.id}'`,
  );
  expect(rows).toEqual([
    {
      kinds: ['request_arrived', 'booking_arrived', 'cancelled_by_guest', 'feed_failing', 'webhook_disabled'],
    },
  ]);
});

it('members choose for each of their teams, and for no other', async () => {
  const { slug, one, visitor } = await openChoosers();
  const second = await openChoosers();
  await visitor.get(ACCOUNT);
  expect((await visitor.post(`${ACCOUNT}/messages`, { team: second.slug })).statusCode).toBe(404);
  await joinTeam(world, one.id, second.inn.teamId);
  const { body } = await visitor.get(ACCOUNT);
  const seen =
    new RegExp(`value="${second.slug}"><input type="hidden" name="seen" value="([^"]+)"`).exec(body)?.[1] ??
    '';
  await visitor.submit(`${ACCOUNT}/messages`, { team: second.slug, seen });
  const { rows } = await world.db.execute<{ slug: string; kinds: string[] | null }>(
    `select t.slug, m.mail_kinds as kinds from memberships m join teams t on t.id = m.team_id where person_id = '${one.id}'`,
  );
  expect(Object.fromEntries(rows.map((row) => [row.slug, row.kinds]))).toEqual({
    [slug]: null,
    [second.slug]: [],
  });
});

it('a message to a member who has left is not sent again', async () => {
  const { inn, slug, one, other, visitor, ask } = await openChoosers();
  await ask();
  const mails = await inn.read('/mails?kind=request_arrived');
  const { id } = mails.find(({ to }: { to: { email: string } }) => to.email === other.email);
  const page = `/app/teams/${slug}/messages/${id}`;
  await visitor.get(page);
  expectPage(await visitor.submit(`${page}/resend`), 200, 'This is the message that is sent again.');
  await visitor.submit(`/app/teams/${slug}/members/${other.id}/remove`);
  await visitor.get(page);
  const refused = await visitor.post(`${page}/resend`);
  expectPage(refused, 422, 'The reader is no member of the team any more.');
  expect(await inn.read('/mails?kind=request_arrived')).toHaveLength(3);
  expect(one.email).not.toBe(other.email);
});

it('an address that gets nothing gets nothing as a member either', async () => {
  const { inn, one, other, ask } = await openChoosers();
  await inn.data(inn.send('POST', '/mail-suppressions', { email: one.email.toUpperCase() }), 201);
  expect(await ask()).toEqual(
    [
      [one.email, 'withdrawn'],
      [other.email, 'kept'],
    ].sort(),
  );
});

it('a message about a request for a kind of room names its building (docs/rules.md, 21.18)', async () => {
  const inn = await openInn(world, {
    team: { siteBookings: 'request' },
    listing: { slug: 'double', kind: 'unit_type', publicTitle: 'Double room' },
  });
  await buildMember(world, { teamId: inn.teamId });
  const { slug } = await inn.read('/team');
  const building = (await inn.read('/listings?kind=building'))[0];
  const stay = { check_in: '2031-07-10', check_out: '2031-07-12', number_of_guests: 1 };
  const guest = { name: 'Bea', email: 'bea@example.com' };
  const payload = { listing: 'double', ...stay, guest, expected_total: 20_000 };
  const made = await world.app.inject({ method: 'POST', url: `/v1/public/${slug}/bookings`, payload });
  expect(made.statusCode).toBe(201);
  const [mail] = await inn.read('/mails?kind=request_arrived');
  expect(mail.subject).toBe(`A request for Double room, in ${building.public_title}`);
  const { text } = await inn.read(`/mails/${mail.id}`);
  expect(text).toContain(`Bea would like to stay at Double room, in ${building.public_title}.`);
});
