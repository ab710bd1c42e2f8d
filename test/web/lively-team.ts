/** A team in the midst of its work, for tests that walk over its pages. */
import { expect } from 'vitest';
import { teams } from '../../src/db/schema/teams.ts';
import { importTeamFile } from '../../src/options/team-file/file/import.ts';
import type { TestApp } from '../helpers/app.ts';
import { clientOf, type Json } from '../helpers/bookings.ts';
import { buildCalendarFeed } from '../options/calendars/feed-row.ts';
import { exampleFile } from '../options/team-file/file/example.ts';

/** A unit of the example's Sea Loft. */
export const LOFT_A = '01970000-0000-7000-8000-000000000001';

/** The example's team with bookings of every kind, on a day of arrivals and departures. */
export async function openLivelyTeam(world: TestApp) {
  world.clock.set('2026-11-21T08:30:00Z');
  const file = exampleFile();
  Object.assign(file.bookings[0]?.payments[1] ?? {}, { due_on: '2027-01-15' });
  const breakfast = { code: 'breakfast', name: 'Breakfast', basis: 'guest_night', amount: 1200 };
  const fees = [...file.fees, { ...breakfast, optional: true, max_quantity: 4 }];
  expect(await importTeamFile(world.services, { ...file, fees })).toMatchObject({ ok: true });
  const client = clientOf(world, String(file.tokens[0]?.token));
  const { data, send, change, cancel, folio } = client;
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
  world.clock.set('2027-03-01T10:00:00Z');
  const teamId = team?.id ?? 0;
  await buildCalendarFeed(world, { teamId, unitId: LOFT_A, name: 'Airbnb' });
  return { teamId, base: `/app/teams/${file.team.slug}`, loftId: idOf('sea-loft'), codes, client };
}
