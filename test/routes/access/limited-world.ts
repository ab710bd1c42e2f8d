/**
 * A team of which a caller has only some listings, and the same database without all the others, in which the same
 * caller has all that is left. Both must answer alike.
 */
import { sql } from 'drizzle-orm';
import { afterAll, inject } from 'vitest';
import { WORKING_ROLE } from '../../helpers/access.ts';
import { openTestApp, type TestApp } from '../../helpers/app.ts';
import { type Client, clientOf, type Json } from '../../helpers/bookings.ts';
import { cloneDatabase, createTestDatabase, dropDatabase, openSharedClient } from '../../helpers/database.ts';
import {
  buildBlock,
  buildCoupon,
  buildDayOverride,
  buildListing,
  buildPhoto,
  buildSeason,
  buildToken,
  buildUnit,
  day,
} from '../../helpers/factories.ts';
import { buildMember, visitorOf } from '../../helpers/pages.ts';
import { type Random, randomOf } from '../../helpers/random.ts';
import { buildDrawnTeam } from '../drawn-team.ts';

type Drawn = Awaited<ReturnType<typeof buildDrawnTeam>>;

/** Random bookings, guests, payments and blocks, and changes of them. What is refused is left out. */
async function liveIn(client: Client, random: Random, { listings, known }: Drawn): Promise<void> {
  const bookable = [known, ...listings.filter(({ status }) => status === 'active')];
  const bookings: Json[] = [];
  const emails = ['ana@example.com', 'bea@example.com', 'cy@example.com', 'dee@example.com'];
  const stay = (from = random.between(20, 60)) => ({
    check_in: day(from),
    check_out: day(from + random.between(1, 6)),
  });
  for (let n = 0; n < 24; n += 1) {
    const answer = await client.send('POST', '/bookings', {
      listing_id: random.pick(bookable).id,
      ...stay(),
      number_of_guests: 1,
      guest: { name: `Guest ${n}`, email: random.pick(emails) },
      override_rules: true,
      status: random.pick(['confirmed', 'confirmed', 'pending']),
      ...(random.share() < 0.4 ? { coupon_code: random.pick(['ALL', 'SOME']) } : {}),
      ...(random.share() < 0.3 ? { external_reference: `R${n}` } : {}),
    });
    if (answer.status === 201) bookings.push(answer.body.data);
  }
  for (const { id } of bookings) {
    const change = random.between(0, 7);
    if (change === 0) await client.cancel(id, { fee: 500 });
    if (change === 1)
      await client.send('POST', `/bookings/${id}/payments`, { amount: 1_000, status: 'paid' });
    if (change === 2) await client.send('POST', `/bookings/${id}/invoices`, { status: 'issued' });
    if (change === 3)
      await client.change(id, { listing_id: random.pick(bookable).id, ...stay(), override_rules: true });
    if (change === 4) await client.change(id, { guest: { phone: `+351 ${random.between(100, 999)}` } });
    if (change === 5) await client.change(id, { notes: 'Late' });
  }
  await client.send('POST', '/guests', { name: 'Nobody yet', email: 'eve@example.com' });
  for (let n = 0; n < 6; n += 1) {
    const from = random.between(61, 90);
    const { id } = random.pick(bookable);
    await client.send('POST', '/blocks', {
      listing_id: id,
      start_date: day(from),
      end_date: day(from + 2),
      reason: 'Paint',
    });
    await client.send('PUT', `/listings/${id}`, { headline: `Headline ${n}` });
  }
}

/** A place that the caller does not have, with something of each kind. */
async function addOutsidePlace(builder: TestApp, { teamId, token, listings }: Drawn): Promise<void> {
  const { send, data } = clientOf(builder, token);
  const outside = await buildListing(builder, {
    teamId,
    publicTitle: 'Outside',
    maxGuests: 6,
    securityDepositCents: 5_000,
  });
  listings.push(outside);
  const keys = { teamId, listingId: outside.id };
  await buildUnit(builder, keys);
  await buildPhoto(builder, keys);
  await buildSeason(builder, keys);
  await buildDayOverride(builder, keys);
  await buildBlock(builder, { ...keys, startDate: day(200), endDate: day(202) });
  const stay = { listing_id: outside.id, check_in: day(210), check_out: day(212), number_of_guests: 1 };
  const guest = { name: 'Outsider', email: 'outsider@example.com' };
  const { id } = await data(
    send('POST', '/bookings', { ...stay, guest, external_reference: 'OUT', override_rules: true }),
    201,
  );
  await data(send('POST', `/bookings/${id}/mails`, { subject: 'Hello', body: 'Welcome.' }), 202);
}

/** Each unit has a feed, a calendar, and another one for the feed's channel. */
async function publishCalendars(builder: TestApp, { teamId, token }: Drawn): Promise<void> {
  const { send, data } = clientOf(builder, token);
  const { rows: units } = await builder.db.execute<{ id: string }>(
    `select id from units where team_id = ${teamId}`,
  );
  for (const { id } of units) {
    const given = { unit_id: id, name: 'Channel', url: 'https://calendars.example/unit.ics' };
    const feed = await data(send('POST', '/calendar-feeds', given), 201);
    await data(send('POST', `/units/${id}/calendar`), 201);
    await data(send('POST', `/calendar-feeds/${feed.id}/calendar`), 201);
  }
}

/** All that is not of these listings, and what nothing of them needs. */
async function prune(client: { query: (text: string) => Promise<unknown> }, listings: readonly string[]) {
  const inside = `(select id from listings where coalesce(building_id, id) = any ('{${listings.join(',')}}'))`;
  const outsideBookings = `(select id from bookings where listing_id not in ${inside})`;
  const outsideUnits = `(select id from units where listing_id not in ${inside})`;
  const statements = [
    `delete from team_events where booking_id in ${outsideBookings}`,
    `delete from team_events where booking_id is null and (data ->> 'listing_id')::uuid not in ${inside}`,
    `delete from team_events where booking_id is null and (data ->> 'unit_id')::uuid in ${outsideUnits}`,
    `delete from mails where booking_id is null or booking_id in ${outsideBookings}`,
    ...['payments', 'invoices', 'security_deposits', 'occupancies'].map(
      (table) => `delete from ${table} where booking_id in ${outsideBookings}`,
    ),
    `delete from bookings where listing_id not in ${inside}`,
    `delete from occupancies where unit_id in ${outsideUnits}`,
    `delete from blocks where listing_id not in ${inside}`,
    `delete from calendar_addresses where unit_id in ${outsideUnits}`,
    `delete from calendar_feeds where unit_id in ${outsideUnits}`,
    `delete from team_events where booking_id is null and (data ->> 'guest_id')::uuid not in (select guest_id from bookings)`,
    `delete from guests where id not in (select guest_id from bookings)`,
    `delete from sellable_days where unit_id in ${outsideUnits}`,
    ...['photos', 'seasons', 'day_overrides', 'units'].map(
      (table) => `delete from ${table} where listing_id not in ${inside}`,
    ),
    `delete from access_listings where listing_id not in ${inside}`,
    `delete from listings where id not in ${inside} and building_id is not null`,
    `delete from listings where id not in ${inside}`,
    ...['fees', 'taxes', 'discounts', 'coupons'].flatMap((table) => [
      `update ${table} set listing_ids = array(select id from unnest(listing_ids) with ordinality as named (id, nth)
        where id in (select id from listings) order by nth) where listing_ids is not null`,
      `delete from ${table} where listing_ids = '{}'${table === 'coupons' ? ' and code_key not in (select coupon_key from bookings where coupon_key is not null)' : ''}`,
    ]),
    `delete from team_events where type like 'charge.%' and data ->> 'code' not in (
      select code from fees union all select code from taxes union all select code from discounts union all select code from coupons)`,
    'update catalogue_versions set version = gen_random_uuid()',
  ];
  for (const statement of statements) await client.query(statement);
}

/** The clients of both, and the ids and names that requests can be about, of the whole team. */
export async function openLimitedWorld(seed: number) {
  const random = randomOf(seed);
  const { url, drop } = await createTestDatabase();
  afterAll(drop);
  const builder = await openTestApp({ url, sendsMail: true });
  const team = await buildDrawnTeam(builder, random, 5);
  const { teamId, known } = team;
  const { id: second } = random.pick(team.listings);
  await buildCoupon(builder, { teamId, code: 'ALL', codeKey: 'all' });
  await buildCoupon(builder, { teamId, code: 'SOME', codeKey: 'some', listingIds: [known.id, second] });
  const places = team.listings.filter(({ kind }) => kind !== 'unit_type').map(({ id }) => id);
  const listings = places.filter((id) => id === known.id || random.share() < 0.4);
  await addOutsidePlace(builder, team);
  const owner = clientOf(builder, await buildToken(builder, { teamId, role: 'owner' }));
  await owner.data(owner.send('POST', '/roles', WORKING_ROLE), 201);
  await liveIn(clientOf(builder, team.token), random, team);
  await publishCalendars(builder, team);
  const role = WORKING_ROLE.code;
  const limited = await buildToken(builder, { teamId, role, listings });
  const whole = await buildToken(builder, { teamId, role });
  const name = 'Marta';
  const member = await buildMember(builder, { teamId, role, name, listings });
  const colleague = await buildMember(builder, { teamId, role, name });
  await owner.send('GET', '/events');
  const pools = await readPools(builder, teamId);
  await builder.close();

  const prunedUrl = await clone(url);
  const { client } = await openSharedClient(prunedUrl);
  await prune(client, listings);
  const [seeing, having] = [await openTestApp({ url }), await openTestApp({ url: prunedUrl })];
  for (const app of [seeing, having]) afterAll(() => app.close());
  const signIn = async (app: TestApp, { email }: { email: string }) => {
    const visitor = visitorOf(app);
    await visitor.signIn(email);
    return visitor;
  };
  return {
    team,
    listings,
    pools,
    /** As the clients, and a member who has some listings where there are no others. */
    visitors: {
      limited: await signIn(seeing, member),
      alone: await signIn(having, colleague),
      limitedAlone: await signIn(having, member),
    },
    /** Has some listings of the team. */
    limited: clientOf(seeing, limited),
    /** Has all listings of the team without the others. */
    alone: clientOf(having, whole),
    /** Has all listings of the team. */
    whole: clientOf(seeing, whole),
    seeing,
  };
}

async function clone(url: string): Promise<string> {
  const [nodeUrl] = inject('nodeUrls');
  const name = new URL(url).pathname.slice(1);
  const { client: admin } = await openSharedClient(nodeUrl);
  await cloneDatabase(admin, name, `${name}_pruned`);
  afterAll(() => dropDatabase(admin, `${name}_pruned`));
  const cloned = new URL(url);
  cloned.pathname = `/${name}_pruned`;
  return cloned.href;
}

/** By the names of parameters. */
async function readPools({ db }: TestApp, teamId: number): Promise<Record<string, string[]>> {
  const columnOf = async (column: string, table: string, also = '') => {
    const { rows } = await db.execute<{ value: string }>(
      sql.raw(`select ${column} as value from ${table} where team_id = ${teamId} ${also} order by 1`),
    );
    return rows.map(({ value }) => value);
  };
  const listing = await columnOf('id', 'listings');
  const unit = await columnOf('id', 'units');
  const booking = await columnOf('id', 'bookings');
  const guest = await columnOf('id', 'guests');
  return {
    listing,
    listing_id: listing,
    building_id: listing,
    unit,
    unit_id: unit,
    booking,
    guest,
    guest_id: guest,
    email: await columnOf('email', 'guests', 'and email is not null'),
    external_reference: await columnOf(
      'external_reference',
      'bookings',
      'and external_reference is not null',
    ),
    payment: await columnOf('id', 'payments'),
    invoice: await columnOf('id', 'invoices'),
    block: await columnOf('id', 'blocks'),
    feed: await columnOf('id', 'calendar_feeds'),
    mail: await columnOf('id', 'mails'),
    fees: await columnOf('code', 'fees'),
    taxes: await columnOf('code', 'taxes'),
    discounts: await columnOf('code', 'discounts'),
    coupons: await columnOf('code', 'coupons'),
    coupon: await columnOf('code', 'coupons'),
    q: ['lis', 'guest', 'sea', '351'],
    search: ['guest', 'ana', '351'],
  };
}
