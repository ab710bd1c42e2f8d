/** Dates and times on the pages: a place's own, or else the team's, wherever the process runs. */
import { randomUUIDv7 } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { payments } from '../../../../src/db/schema/folio.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { clientOf } from '../../../helpers/bookings.ts';
import { buildBooking, buildGuest, buildListing, buildToken, buildUnit } from '../../../helpers/factories.ts';
import { openTeamPages } from '../../../helpers/pages.ts';
import { buildCalendarFeed } from '../../calendars/feed-row.ts';

const world = await openSharedApp();

/** A minute past eight in the evening of Sunday, 4 May in Los Angeles, and Monday afternoon in Auckland. */
const NOW = '2031-05-05T03:01:00Z';
const THERE = '4 May 2031, 20:01 PDT';
const SUNDAY = '2031-05-04';
const MONDAY = '2031-05-05';
const TUESDAY = '2031-05-06';

async function openLosAngeles() {
  world.clock.set(NOW);
  const pages = await openTeamPages(world, { timezone: 'America/Los_Angeles' });
  const teamId = pages.team.id;
  const place = await buildListing(world, { teamId, timezone: 'America/Los_Angeles', publicTitle: 'Venice' });
  const unit = await buildUnit(world, { teamId, listingId: place.id, name: 'Loft' });
  const client = clientOf(world, await buildToken(world, { teamId, name: 'Till' }));
  return { ...pages, teamId, place, unit, client };
}

/** A page's text, without its tags but with its titles. */
const textOf = (body: string) =>
  body
    .replaceAll(/<time[^>]* title="([^"]*)"[^>]*>/g, '[$1] ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

describe.each(['UTC', 'America/New_York', 'Pacific/Kiritimati'])('in a process of %s', (processZone) => {
  beforeEach(() => {
    vi.stubEnv('TZ', processZone);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  test('the tests of time zones run in the time zone that they set', () => {
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(processZone);
  });

  test('times of a booking, its payments, invoices and deposit are shown on the day of its place’s time zone', async () => {
    const { place, client, visitor, base } = await openLosAngeles();
    const stay = {
      listing_id: place.id,
      check_in: '2031-06-01',
      check_out: '2031-06-03',
      number_of_guests: 1,
    };
    const held = { ...stay, guest: { name: 'Ida' }, status: 'pending', expires_in: 60 };
    const { id } = await client.data(client.send('POST', '/bookings', held), 201);
    await client.data(client.send('PUT', `/bookings/${id}`, { expires_in: 120 }));
    const path = `${base}/bookings/${id}`;
    const before = textOf((await visitor.get(path)).body);
    expect(before).toContain('Held until 4 May 2031, 22:01 ');
    expect(before).toContain('Its nights are free again on 4 May 2031, 22:01,');
    expect(before).toContain('4 May 2031, 21:01 → 4 May 2031, 22:01 ');
    await visitor.submit(`${path}/confirm`);
    await visitor.submit(`${path}/payments`, { payment_amount: '10' });
    await visitor.submit(`${path}/payments`, { payment_amount: '20', paid_on: SUNDAY });
    await visitor.submit(`${path}/payments`, { payment_amount: '30', paid_on: '2031-05-02' });
    const after = textOf((await visitor.get(path)).body);
    expect(after).toContain('Booked 4 May 2031, 20:01 ');
    expect(after).toContain('Confirmed 4 May 2031, 20:01 ');
    expect(after.match(/Paid 4 May 2031, 20:01 /g)).toHaveLength(2);
    expect(after).toContain('Paid 2 May 2031, 12:00 ');
    expect(after).toMatch(/Invoices \S+, open \S+ 4 May 2031, 20:01 /);
    expect(after).not.toMatch(/5 May 2031|UTC|PDT|America/);
    const paid = (await client.folio(id)).payments.filter(
      ({ status }: { status: string }) => status === 'paid',
    );
    expect(paid.map((one: { due_on: string }) => one.due_on).sort()).toEqual(['2031-05-02', SUNDAY, SUNDAY]);
  });

  test('times of tokens, members and guests are shown in the team’s time zone', async () => {
    const { teamId, visitor, base, tokens, members } = await openLosAngeles();
    const now = new Date(NOW);
    const guest = await buildGuest(world, { teamId, createdAt: now, erasedAt: now });
    await visitor.submit(members, { name: 'Eve', email: `eve-${guest.id}@example.com` });
    for (const [path, text] of [
      [tokens, `[${THERE}] 4 May 2031`],
      [members, '[7 May 2031, 20:01 PDT] 72 hours'],
      [`${base}/guests`, `[${THERE}] 4 May 2031`],
      [`${base}/guests/${guest.id}`, `Erased on ${THERE}`],
    ] as const) {
      const page = textOf((await visitor.get(path)).body);
      expect([path, page]).toEqual([path, expect.stringContaining(text)]);
      expect(page).not.toMatch(/ UTC|5 May 2031/);
    }
  });

  test('times of a calendar feed and a block are shown in the time zone of their place', async () => {
    const { teamId, visitor, base, client } = await openLosAngeles();
    const away = await buildListing(world, { teamId, timezone: 'Pacific/Auckland' });
    const unit = await buildUnit(world, { teamId, listingId: away.id });
    const now = new Date(NOW);
    const feed = await buildCalendarFeed(world, { teamId, unitId: unit.id, lastSuccessAt: now });
    const block = { listing_id: away.id, unit_id: unit.id, start_date: '2031-06-01', end_date: '2031-06-02' };
    const [made] = await client.data(client.send('POST', `/blocks`, block), 201);
    for (const path of ['calendar-feeds', `calendar-feeds/${feed.id}`])
      expect(textOf((await visitor.get(`${base}/${path}`)).body)).toContain(
        '[5 May 2031, 15:01 Auckland time] just now',
      );
    const page = textOf((await visitor.get(`${base}/calendar/blocks/${made.id}`)).body);
    expect(page).toContain('Since [5 May 2031, 15:01 Auckland time] 5 May 2031');
  });

  test('the day page has a today for each place’s time zone, with its date and zone', async () => {
    const { teamId, place, unit, visitor, today } = await openLosAngeles();
    const away = await buildListing(world, { teamId, timezone: 'Pacific/Auckland', publicTitle: 'Ponsonby' });
    await buildListing(world, { teamId, timezone: 'America/Los_Angeles' });
    const beach = await buildUnit(world, { teamId, listingId: away.id, name: 'Beach' });
    const stays = [
      ['2031-05-03', SUNDAY],
      [SUNDAY, MONDAY],
      [MONDAY, TUESDAY],
    ] as const;
    for (const [listing, unitId] of [
      [place, unit.id],
      [away, beach.id],
    ] as const)
      for (const [checkIn, checkOut] of stays) {
        const name = `${listing.publicTitle} ${checkIn}`;
        const guest = await buildGuest(world, { teamId, name });
        const given = { listingId: listing.id, unitId, guestId: guest.id, checkIn, checkOut };
        const booking = await buildBooking(world, { teamId, ...given });
        const payment = { id: randomUUIDv7(), bookingId: booking.id, amountCents: 100, refundedCents: 0 };
        const owed = { ...payment, dueOn: checkIn, status: 'scheduled', position: 0 } as const;
        await world.db.insert(payments).values({ teamId, ...owed });
      }
    const page = textOf((await visitor.get(today)).body);
    const under = (from: string, to: string) => page.slice(page.indexOf(from), page.indexOf(to));
    expect(page).toContain('Sunday, 4 May 2031 · Monday, 5 May 2031 at 1 place');
    const arrivals = under('Arrivals', 'Departures');
    expect(arrivals).toMatch(/Venice 2031-05-04 .* from 15:00 PDT/);
    expect(arrivals).toMatch(/Ponsonby 2031-05-05 .* from 15:00 Auckland time/);
    expect(arrivals).toContain('Arrivals 2 ');
    expect(under('Departures', 'In house')).toMatch(
      /Ponsonby 2031-05-04.*by 11:00 Auckland time.*Venice 2031-05-03/,
    );
    const due = page.slice(page.indexOf('Payments due'));
    expect(due).toMatch(/Venice 2031-05-03 .*? overdue since Sat 3 May/);
    expect(due).toMatch(/Venice 2031-05-04 .*? due today/);
    expect(due).toMatch(/Ponsonby 2031-05-04 .*? overdue since Sun 4 May/);
    expect(due).toMatch(/Ponsonby 2031-05-05 .*? due today/);
    expect(due).not.toContain('Venice 2031-05-05');
  });

  test('the calendar begins in the present week of the team’s time zone, and prices in the present month of the place’s', async () => {
    const { visitor, base, place } = await openLosAngeles();
    const calendar = (await visitor.get(`${base}/calendar`)).body;
    expect(calendar).toContain('data-from="2031-04-28"');
    expect(calendar).toContain(`datetime="${SUNDAY}" aria-current="date"`);
    world.clock.set('2031-05-01T03:01:00Z');
    expect((await visitor.get(`${base}/prices/${place.id}`)).body).toContain('April and May 2031');
  });
});
