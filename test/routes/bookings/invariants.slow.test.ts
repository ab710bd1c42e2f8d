import { beforeEach, expect, it } from 'vitest';
import { takeFreedNights } from '../../../src/options/calendars/services/feeds/freed-nights.ts';
import { addTeamMember } from '../../../src/services/people/members.ts';
import { createSystemScope } from '../../../src/services/team-scope.ts';
import { createToken, revokeToken } from '../../../src/services/tokens/tokens.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { at, expectSound, openBuilding, openInn } from '../../helpers/bookings.ts';
import { withClient } from '../../helpers/database.ts';
import { buildCoupon, buildFee, buildPhoto, day } from '../../helpers/factories.ts';
import { violationsIn } from '../../helpers/invariants.ts';
import { verifyAll } from '../../helpers/verify.ts';
import { words } from '../../helpers/words.ts';
import { openChannel } from '../../options/calendars/services/channel.ts';

const world = await openSharedApp({ outbound: { allow: ['127.0.0.1'] } });
const inn = await openInn(world, { listing: { securityDepositCents: 1_000 }, units: ['A', 'B'] });
await buildCoupon(world, { teamId: inn.teamId, code: 'ONE', maxRedemptions: 5 });
await buildFee(world, { teamId: inn.teamId, listingIds: [inn.listing.id] });
for (const _ of [1, 2]) await buildPhoto(world, { teamId: inn.teamId, listingId: inn.listing.id });
const live = await inn.book({ coupon_code: 'one' });
const cancelled = await inn.book({ check_in: day(20), check_out: day(22) });
await inn.data(inn.cancel(cancelled.id));
const block = { listing_id: inn.listing.id, start_date: day(40), end_date: day(42) };
await inn.data(inn.send('POST', '/blocks', block), 201);
const lodge = await openBuilding(world, { Doubles: ['101', '102'] });
const whole = await lodge.book();
await writeForEvents();
await inn.data(inn.send('PUT', '/team', { invoice_numbering: 'consecutive' }));
for (const nights of [
  { check_in: day(60), check_out: day(62) },
  { check_in: day(70), check_out: day(72) },
]) {
  const { id } = await inn.book(nights);
  const [invoice] = (await inn.folio(id)).invoices;
  await inn.data(inn.send('PUT', `/bookings/${id}/invoices/${invoice.id}`, { status: 'issued' }));
}
const fed = await openFed();
const ids: Record<string, string> = {
  live: live.id,
  cancelled: cancelled.id,
  whole: whole.id,
  building: lodge.listing.id,
  feed: fed.feedId,
  event: fed.eventId,
  other: fed.otherId,
  beside: fed.besideId,
};
await expectSound(world);
for (const constraint of await constraintsToDrop()) await world.db.execute(constraint);
const TABLES = words(`
  bookings occupancies blocks payments invoices security_deposits team_events coupons units listings
  access_listings fees guests webhooks idempotency_records photos photo_files sellable_days invoice_counters calendar_feeds`);
const sound = await rowsOf(TABLES);
await withClient(world.url, (client) =>
  client.query(TABLES.map((table) => `create table kept_${table} as table ${table}`).join(';')),
);

/** An inn that reads a calendar, of whose three events two are bookings and one is a block. */
async function openFed() {
  await using channel = await openChannel();
  channel.have(...[1, 5, 9].map((nth) => ({ uid: `${nth}`, start: day(nth), end: day(nth + 2) })));
  const { send, data, units, book } = await openInn(world, { units: ['Calendar', 'Beside'] });
  const body = { unit_id: at(units, 0).id, name: 'Airbnb', url: channel.url, source: 'airbnb' };
  const { id: feedId } = await data(send('POST', '/calendar-feeds', body), 201);
  await data(send('POST', `/calendar-feeds/${feedId}/refresh`));
  const blocks = (await send('GET', '/blocks')).body.data;
  const enter = async (nth: number) =>
    (await data(send('POST', `/blocks/${blocks[nth].id}/booking`, { guest: { name: 'Zoe' } }), 201)).id;
  const [eventId, otherId] = [await enter(0), await enter(1)];
  const { id: besideId } = await book({ unit_id: at(units, 1).id });
  await takeFreedNights(world.services);
  return { feedId, eventId, otherId, besideId };
}

/** All rows of some tables as text. */
async function rowsOf(tables: readonly string[]): Promise<unknown> {
  const texts = tables.map(
    (table) => `(select string_agg(one::text, ';' order by one::text) from ${table} one) as ${table}`,
  );
  return (await world.db.execute(`select ${texts.join(', ')}`)).rows;
}

/** The constraints that would prevent the violations. */
async function constraintsToDrop(): Promise<string[]> {
  const { rows } = await world.db.execute<{ statement: string }>(`
    select format('alter table %s drop constraint %I cascade', conrelid::regclass, conname) as statement
    from pg_constraint where connamespace = 'public'::regnamespace and contype in ('c', 'x', 'f')`);
  return rows.map(({ statement }) => statement);
}

/** Writes of the inn whose events the promises ask for. */
async function writeForEvents(): Promise<void> {
  const { teamId } = inn;
  const { services } = world;
  const made = async (path: string, body: object) => (await inn.data(inn.send('POST', path, body), 201)).id;
  const guests = await Promise.all(['One', 'Two'].map((name) => made('/guests', { name })));
  const blocked = { ...block, start_date: day(50), end_date: day(51) };
  const [gone] = await inn.data(inn.send('POST', '/blocks', blocked), 201);
  const place = { kind: 'standalone', max_guests: 2, rates: { nightly: 12_000 } };
  const changed = await made('/listings', { ...place, public_title: 'New' });
  const listing = await made('/listings', { ...place, public_title: 'Gone' });
  for (const code of ['kept', 'gone'])
    await inn.data(inn.send('POST', '/coupons', { code, percent: 5 }), 201);
  await createToken(createSystemScope(services, teamId), services, {
    name: 'Old',
    access: 'read-only',
    createdBy: null,
  });
  await addTeamMember(createSystemScope(services, teamId), { email: 'a@b.example', name: 'A' });
  await made('/webhooks', { url: 'https://hooks.invalid/' });
  world.clock.set('2031-05-05T10:01:00Z');
  await inn.data(inn.send('PUT', `/guests/${guests[0]}`, { notes: 'Changed.' }));
  await inn.data(inn.send('POST', `/guests/${guests[1]}/erase`));
  await inn.data(inn.send('PUT', `/listings/${changed}`, { public_title: 'Changed' }));
  const removed = [`/blocks/${gone.id}`, `/listings/${listing}`, '/coupons/gone'];
  for (const path of removed) expect((await inn.send('DELETE', path)).status).toBe(204);
  await revokeToken(createSystemScope(services, teamId), 'Old');
}

const withoutEvents = (type: string) => () => `delete from team_events where type = '${type}'`;

const booking = (name: string) => `(select b.* from bookings b where b.id = '${ids[name]}')`;

/** A violation of each promise of `verify`, with the independent checker's words for it, if it has any. */
const PLANTED: Record<string, [sql: () => string, violation: string | null]> = {
  'a unit counts as sellable from now on if it, its listing and its building are active': [
    () =>
      `update sellable_days set days = datemultirange(daterange(lower(days), lower(days) + 1)) where upper_inf(days)`,
    null,
  ],
  'no two stays or blocks of a unit overlap': [
    () => `insert into occupancies select team_id, unit_id, start_date + 1, end_date, booking_id, block_id
      from occupancies where booking_id = '${ids.live}'`,
    'overlapping occupancies of a unit',
  ],
  'a live booking of a unit occupies its nights and preparation nights there': [
    () => `update bookings set preparation_days = 1 where id = '${ids.live}'`,
    'a live booking without its occupancy',
  ],
  'a booking of a unit occupies nothing else': [
    () => `insert into occupancies select o.team_id, u.id, o.start_date, o.end_date, o.booking_id, null
      from occupancies o join units u on u.team_id = o.team_id and u.id <> o.unit_id where o.booking_id = '${ids.live}'`,
    'a booking in another unit than it says',
  ],
  'a live booking of a whole building occupies units of its unit types for all of its nights': [
    () => `update occupancies set end_date = end_date - 1 where booking_id = '${ids.whole}'`,
    'a live booking without its occupancy',
  ],
  'an active unit of a building is taken on the nights of a stay that takes the building as a whole': [
    () =>
      `insert into units (team_id, id, listing_id, name, active, custom_fields, updated_at)
        select team_id, gen_random_uuid(), listing_id, 'Free', true, custom_fields, '2020-01-01'
        from units where id in (select unit_id from occupancies where booking_id = '${ids.whole}') limit 1`,
    null,
  ],
  'a cancelled booking occupies no nights': [
    () =>
      `insert into occupancies select team_id, unit_id, check_in, check_out, id, null from ${booking('cancelled')} b`,
    'a cancelled booking with something left',
  ],
  'the address of a request from the booking site is kept only while it is pending': [
    () => `update bookings set ip_hash = 'x' where id = '${ids.live}'`,
    null,
  ],
  'the nights of a hold are free when it lapses, and only a pending or cancelled booking was a hold': [
    () => `update occupancies set expires_at = now() where booking_id = '${ids.live}'`,
    'a hold whose nights are free at another moment',
  ],
  'a block occupies its nights': [
    () => 'update occupancies set start_date = start_date - 1 where block_id is not null',
    'a block without its occupancy',
  ],
  'a stay has at least one night': [
    () => `update bookings set check_out = check_in where id = '${ids.cancelled}'`,
    'a stay without a night',
  ],
  'a grand total is accommodation - discount + fees + taxes': [
    () => `update bookings set fees_total_cents = fees_total_cents + 1 where id = '${ids.live}'`,
    'totals that do not add up',
  ],
  'a grand total is the sum of its lines': [
    () => `update bookings set price_lines = '[]' where id = '${ids.cancelled}'`,
    'lines that do not add up',
  ],
  'what was paid of a booking is the sum of its payments': [
    () => `update bookings set paid_cents = 1 where id = '${ids.live}'`,
    null,
  ],
  'a cancelled booking has no more scheduled than its fee leaves owed': [
    () => `update payments set status = 'scheduled' where booking_id = '${ids.cancelled}'`,
    'a cancelled booking that owes more than its fee',
  ],
  'an invoice has a number once it is issued': [
    () => `update invoices set number = null where serial_number = 1`,
    null,
  ],
  'no consecutive number of an invoice is used twice': [
    () =>
      `update invoices set number = (select number from invoices where serial_number = 1) where serial_number = 2`,
    null,
  ],
  'consecutive numbers of invoices have no gap since their counter was last raised': [
    () => `delete from invoices where serial_number = 1`,
    null,
  ],
  'no consecutive number of an invoice is beyond its counter': [
    () => `update invoices set serial_number = 3 where serial_number = 2`,
    null,
  ],
  'open invoices of a cancelled booking add up to at most what paid ones leave of its fee': [
    () => `update invoices set status = 'open' where booking_id = '${ids.cancelled}'`,
    'a cancelled booking with something left',
  ],
  'a cancelled booking has no held deposit': [
    () => `update security_deposits set status = 'held' where booking_id = '${ids.cancelled}'`,
    'a cancelled booking with something left',
  ],
  'a fee is for a cancelled booking, and not more than its grand total': [
    () => `update bookings set cancellation_fee_cents = 0 where id = '${ids.live}'`,
    null,
  ],
  'a refund is of a paid payment, which is refunded if all of it is': [
    () => `update payments set refunded_cents = 1 where booking_id = '${ids.live}'`,
    'a refund of what was not paid',
  ],
  'a block of a calendar feed is on the unit of the feed, and names its event': [
    () => 'update blocks set uid = null where feed_id is not null',
    'a block of a feed of another unit',
  ],
  'a booking that is an event of a calendar feed names the event, and a feed of its team': [
    () => `update bookings set feed_id = gen_random_uuid() where id = '${ids.event}'`,
    'a booking of a feed that is none of its team',
  ],
  'a booking that is an event of a calendar feed is or was in the unit of the feed': [
    () => `update bookings set feed_id = '${ids.feed}', feed_uid = '9' where id = '${ids.beside}'`,
    null,
  ],
  'an event of a calendar feed is one booking': [
    () => `update bookings set feed_uid = '1' where id = '${ids.other}'`,
    null,
  ],
  'no night is blocked for an event that its own booking has': [
    () => `update blocks set uid = '1', start_date = '${day(1)}', end_date = '${day(2)}' where uid = '9'`,
    null,
  ],
  'a booking has the dates of its event, or the feed says that it differs': [
    () => `update bookings set check_out = check_out + 1 where id = '${ids.event}'`,
    null,
  ],
  'what a calendar feed says of bookings is of its own, and differs from them': [
    () => `update calendar_feeds set differs = jsonb_build_array(jsonb_build_object(
      'bookingId', '${ids.event}'::text, 'uid', '1', 'startDate', '${day(1)}'::text, 'endDate', '${day(3)}'::text))`,
    null,
  ],
  'a booking is as its last event of the feed says': [
    () => `update bookings set check_out = check_out + 1 where id = '${ids.live}'`,
    null,
  ],
  'a status has its time': [
    () => `update bookings set completed_at = created_at where id = '${ids.live}'`,
    'a status without its time',
  ],
  'a coupon is not redeemed more often than allowed': [
    () => 'update coupons set max_redemptions = 0',
    'a coupon that was redeemed too often',
  ],
  'every stored picture that a photo names is there': [
    () =>
      `update photos p set original_url = '/media/' || slug || '/' || repeat('0', 32) || '.webp' from teams t where t.id = p.team_id`,
    null,
  ],
  'every stored picture that a team names is there': [
    () => `update teams set logo_url = '/media/' || slug || '/' || repeat('0', 32) || '.webp'`,
    null,
  ],
  'every stored picture belongs to a photo or a team': [
    () =>
      `insert into photo_files (team_id, hash, width, height, size, content) select id, left(encode(sha256('a'), 'hex'), 32), 1, 1, 1, 'a' from teams limit 1`,
    null,
  ],
  'the name of a stored picture is made from its content': [
    () =>
      `insert into photo_files (team_id, hash, width, height, size, content) select id, repeat('0', 32), 1, 1, 1, 'a' from teams limit 1`,
    null,
  ],
  'at most one photo of a listing is featured': [() => 'update photos set is_featured = true', null],
  'a listing to which somebody is limited is that of a limited member or live token': [
    () =>
      `insert into access_listings select team_id, gen_random_uuid(), id, 0 from listings where id = '${ids.building}'`,
    null,
  ],
  'nobody is limited to a unit type': [
    () =>
      `insert into access_listings select team_id, gen_random_uuid(), id, 0 from listings where kind = 'unit_type'`,
    null,
  ],
  'a building has no units of its own': [
    () => `update units set listing_id = '${ids.building}' where name = '102'`,
    null,
  ],
  'a unit type is in a building, in its time zone and currency': [
    () => `update listings set currency = 'USD' where id = '${ids.building}'`,
    null,
  ],
  'a charge names listings of its own team': [
    () => `update fees set listing_ids = array['${ids.building}']::uuid[]`,
    null,
  ],
  'a position of the feed is given once, from 1 without a gap': [
    () => `update team_events set position = 1000 where booking_id = '${ids.live}' and number = 1`,
    null,
  ],
  'a new booking has the event of its creation': [withoutEvents('booking.created'), null],
  'a new guest has the event of its creation': [withoutEvents('guest.created'), null],
  'a guest has the event of its last change': [withoutEvents('guest.changed'), null],
  'an erased guest has the event of the erasure': [withoutEvents('guest.erased'), null],
  'a new listing has the event of its creation': [withoutEvents('listing.created'), null],
  'a listing has the event of its last change': [withoutEvents('listing.changed'), null],
  'a listing that is gone has the event of its deletion': [withoutEvents('listing.deleted'), null],
  'a new block has the event of its creation': [withoutEvents('block.created'), null],
  'a block that is gone has the event of its deletion': [withoutEvents('block.deleted'), null],
  'a charge is there if its last event says so, and only then': [withoutEvents('charge.deleted'), null],
  'a new token has the event of its creation': [withoutEvents('token.created'), null],
  'a revoked token has the event of its revocation': [withoutEvents('token.revoked'), null],
  'a new member has an event': [withoutEvents('member.added'), null],
  'a disabled webhook has the event that says so': [() => `update webhooks set status = 'disabled'`, null],
};

/** Violations that only the independent checker looks for. */
const PLANTED_FOR_IT: Record<string, () => string> = {
  'a building and its units are sold for the same night': () =>
    `update bookings set (team_id, listing_id) = (select team_id, id from listings where building_id = '${ids.building}') where id = '${ids.live}'`,
  'two live bookings of a unit for the same night': () =>
    `update bookings set status = 'confirmed', check_in = '${day(0)}', check_out = '${day(9)}' where id = '${ids.cancelled}'`,
  'a hold that somebody has confirmed': () =>
    `update bookings set expires_at = now() where id = '${ids.live}'`,
  'a block that expires': () => 'update occupancies set expires_at = now() where block_id is not null',
  'a plan that does not fit its price': () =>
    `update payments set amount_cents = 1 where booking_id = '${ids.live}'`,
  'events that are not numbered from 1 without a gap': () =>
    `update team_events set number = 7 where booking_id = '${ids.live}'`,
  'two guests of a team with one email': () =>
    `update guests set email = case when ctid = (select min(ctid) from guests) then 'A@b.de' else 'a@b.de' end`,
  'an answer under an idempotency key that was never written': () =>
    `insert into idempotency_records select id, 'k', '', 0, '', now() from teams limit 1`,
  'lines that do not add up': () =>
    `update bookings set fees_total_cents = fees_total_cents + 1, taxes_total_cents = -1 where id = '${ids.live}'`,
  'a price for another number of nights': () =>
    `update bookings set check_out = check_out + 1 where id = '${ids.live}'`,
  'a stay in a unit of another listing': () =>
    `update units set listing_id = '${ids.building}' where name = '102'`,
};

/** Plants a violation, and checks. */
async function planted<T>(statement: string, look: () => Promise<T>): Promise<T> {
  expect((await world.db.execute(`${statement} returning 1`)).rows).not.toEqual([]);
  return look();
}

beforeEach(async () => {
  await withClient(world.url, (client) =>
    client.query(
      TABLES.map((table) => `delete from ${table}; insert into ${table} table kept_${table}`).join(';'),
    ),
  );
  expect(await rowsOf(TABLES)).toEqual(sound);
});

it('every invariant has a test that violates it', async () => {
  const invariants = (await verifyAll(world)).map(({ invariant }) => invariant);
  expect(Object.keys(PLANTED).sort()).toEqual(invariants.sort());
});

it.each(Object.keys(PLANTED))('a planted violation of this invariant is found: %s', async (invariant) => {
  const [statement, violation] = PLANTED[invariant] ?? [() => '', null];
  await planted(statement(), async () => {
    const violated = (await verifyAll(world)).filter(({ violations }) => violations > 0);
    expect(violated.map((verified) => verified.invariant)).toContain(invariant);
    const own = (await violationsIn(world.url)).map((words) => words.split(':')[0]);
    if (violation !== null) expect(own).toContain(violation);
  });
});

it.each(Object.keys(PLANTED_FOR_IT))(
  'the independent checker finds planted violations: %s',
  async (words) => {
    await planted(PLANTED_FOR_IT[words]?.() ?? '', async () => {
      expect((await violationsIn(world.url)).map((one) => one.split(':')[0])).toContain(words);
    });
  },
);

it('the independent checker reports an acknowledged booking that does not exist', async () => {
  expect(await violationsIn(world.url, [ids.live ?? '', crypto.randomUUID()])).toEqual([
    'acknowledged bookings that are not there: 1',
  ]);
});
