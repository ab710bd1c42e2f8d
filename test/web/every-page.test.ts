/** What the pages of a team say, and where their links and forms lead. `-u` writes `every-page.txt` anew. */
import { expect, test } from 'vitest';
import { teams } from '../../src/db/schema/teams.ts';
import { importTeamFile } from '../../src/services/team-file/import.ts';
import { openSharedApp } from '../helpers/app.ts';
import { clientOf, type Json } from '../helpers/bookings.ts';
import { buildCalendarFeed } from '../helpers/factories.ts';
import { buildMember, visitorOf } from '../helpers/pages.ts';
import { exampleFile } from '../services/team-file/example.ts';
import { linksIn, textWithoutEntities } from './busy-team.ts';

const world = await openSharedApp();

const LOFT_A = '01970000-0000-7000-8000-000000000001';
/** Attributes that say something to a reader or to the server. */
const SHOWN = ['name', 'value', 'title', 'aria-label', 'min', 'max'];

/** A tag with its attributes that are shown, or nothing but a space. */
function presentTag(tag: string, name: string): string {
  const shown = SHOWN.flatMap((key) => {
    const value = new RegExp(` ${key}="([^"]+)"`).exec(tag)?.[1];
    return value === undefined ? [] : [key === 'name' ? value : `${key} ${value}`];
  });
  if (/ (checked|selected)[ >]/.test(tag)) shown.push('chosen');
  return name === 'option' || shown.length > 0 ? ` [${shown.join(', ')}] ` : ' ';
}

/** What a page says, a line for each block, with the addresses of its links and forms. */
const presentPage = (html: string): string =>
  textWithoutEntities(
    html
      .replaceAll(/<svg.*?<\/svg>|<input type="hidden" name="(form_token|seen)"[^>]*>/gs, '')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/<a [^>]*?href="([^"]*)"[^>]*>/g, ' ($1) ')
      .replaceAll(/<form [^>]*?action="([^"]*)"[^>]*>/g, '\n($1) ')
      .replaceAll(/<(\w+) [^>]*>/g, presentTag)
      .replaceAll(/<\/(title|p|h\d|tr|li|div|form|select|section|label)>/g, '\n')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/ +/g, ' ')
      .replaceAll(/\s*\n\s*/g, '\n')
      .trim(),
  );

/** All bookings differ. Of other pages of one kind, the first says enough. */
const kindOf = (path: string): string =>
  /bookings\/[0-9a-f-]{36}$/.test(path) ? path : path.replaceAll(/[0-9a-f-]{36}|=[^&]*/g, '');

/** The example's team with bookings of every kind, on a day of arrivals and departures. */
async function openLivelyTeam() {
  world.clock.set('2026-11-21T08:30:00Z');
  const file = exampleFile();
  Object.assign(file.bookings[0]?.payments[1] ?? {}, { due_on: '2027-01-15' });
  const breakfast = { code: 'breakfast', name: 'Breakfast', basis: 'guest_night', amount: 1200 };
  const fees = [...file.fees, { ...breakfast, optional: true, max_quantity: 4 }];
  expect(await importTeamFile(world.services, { ...file, fees })).toMatchObject({ ok: true });
  const { data, send, change, cancel, folio, ...client } = clientOf(world, String(file.tokens[0]?.token));
  const listings: Json[] = await client.read('/listings');
  const codes: string[] = [];
  const idOf = (slug: string): string => listings.find((listing) => listing.slug === slug).id;
  async function book(slug: string, [check_in, check_out]: string[], name: string, more: object = {}) {
    // The codes are random, so no two bookings may be alike but for these.
    world.clock.set(`2026-11-${22 + codes.length}T08:30:00Z`);
    const stay = {
      listing_id: idOf(slug),
      check_in,
      check_out,
      party: { adults: 2 },
      guest: { name },
      ...more,
    };
    const booking = await data(send('POST', '/bookings', stay), 201);
    codes.push(booking.confirmation_code);
    return booking;
  }
  const changed = await book('sea-loft', ['2027-03-01', '2027-03-04'], 'Cai Moe', {
    party: { adults: 2, children: [7], infants: 1 },
    extras: [{ code: 'breakfast', quantity: 2 }],
    coupon_code: 'SPRING15',
    special_requests: 'A cot',
  });
  const later = { check_out: '2027-03-06', party: { adults: 3 }, notes: 'Rings before' };
  await data(change(changed.id, later));
  await book('pier-double', ['2027-02-26', '2027-03-01'], 'Dot Ek');
  await book('pier-double', ['2027-02-27', '2027-03-03'], 'Eve Ny', { status: 'pending' });
  const cancelled = await book('pier-double', ['2027-04-01', '2027-04-05'], 'Fay Ro');
  await data(cancel(cancelled.id, { reason: 'Ill', fee: 1000 }));
  const house = await book('pier-house', ['2027-05-01', '2027-05-03'], 'Gus Wu', { whole_building: true });
  const { payments, invoices } = await folio(house.id);
  await data(send('PUT', `/bookings/${house.id}/payments/${payments[0].id}`, { status: 'paid' }));
  await data(send('PUT', `/bookings/${house.id}/invoices/${invoices[0].id}`, { status: 'paid' }));
  const nights = { start_date: '2027-03-10', end_date: '2027-03-13' };
  const block = { listing_id: idOf('sea-loft'), unit_id: LOFT_A, ...nights, reason: 'Paint' };
  await data(send('POST', '/blocks', block), 201);
  await data(send('POST', '/webhooks', { url: 'https://hooks.example/', description: 'Till' }), 201);
  const [team] = await world.db.select({ id: teams.id }).from(teams);
  // It stores when the token was used, which is otherwise written a moment later.
  await world.services.close();
  world.clock.set('2027-03-01T10:00:00Z');
  const teamId = team?.id ?? 0;
  await buildCalendarFeed(world, { teamId, unitId: LOFT_A, name: 'Airbnb' });
  return { teamId, base: `/app/teams/${file.team.slug}`, loftId: idOf('sea-loft'), codes };
}

test('every page that another leads to says what it said', async () => {
  const { teamId, base, loftId, codes } = await openLivelyTeam();
  const { email } = await buildMember(world, { teamId, name: 'Max Bo', email: 'max@harbour.example' });
  const visitor = visitorOf(world);
  await visitor.signIn(email);
  const stay = 'check_in=2027-06-07&check_out=2027-06-11&adults=2';
  const starts = [
    'today',
    `bookings/new?${stay}`,
    `bookings/new?${stay}&listing=${loftId}&coupon_code=TAKE20&extras=breakfast%3A2`,
    'bookings?q=nobody',
    `prices/${loftId}`,
    `calendar/units/${LOFT_A}?from=2027-03-01`,
  ];
  const waiting = [...starts.map((start) => `${base}/${start}`), '/app/account'];
  const seen = new Set<string>();
  const pages: string[] = [];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (seen.has(kindOf(path)) || path.endsWith('/export')) continue;
    seen.add(kindOf(path));
    const { body, statusCode } = await visitor.get(path);
    expect([path, statusCode]).toEqual([path, 200]);
    waiting.push(...linksIn(body, base));
    // The frame around a page is the same on all of them.
    const shown = pages.length === 0 ? body : body.replace(/<a class="skip".*<\/header>/s, '');
    pages.push(`# ${path}\n${presentPage(shown)}\n`);
  }
  const ids: string[] = [];
  const numbered = (id: string) => `id-${ids.includes(id) ? ids.indexOf(id) : ids.push(id) - 1}`;
  const text = pages
    .join('\n')
    .replaceAll(base, '')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, numbered)
    .replaceAll(new RegExp(codes.join('|'), 'g'), (code) => `CODE${codes.indexOf(code)}`);
  await expect(text).toMatchFileSnapshot('./every-page.txt');
});
