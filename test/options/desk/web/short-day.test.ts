/** The page Today of those who see the calendar and no bookings (docs/rules.md, 27.8). */
import { afterAll, expect, test } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { buildBooking, buildGuest, buildListing, buildUnit } from '../../../helpers/factories.ts';
import { buildMember, openDesk, visitorOf } from '../../../helpers/pages.ts';
import { textOfCard } from '../../../web/page-text.ts';
import { type Channel, openChannel } from '../../calendars/services/channel.ts';

/** The app's clock is at 10:00 UTC on 5 May. */
const world = await openSharedApp({ outbound: { allow: ['127.0.0.1'] } });
const YESTERDAY = '2031-05-04';
const TODAY = '2031-05-05';
const TOMORROW = '2031-05-06';

const channels: Channel[] = [];
afterAll(async () => {
  for (const channel of channels) await channel[Symbol.asyncDispose]();
});

async function openShortDay(role = 'housekeeping') {
  const desk = await openDesk(world, { timezone: 'UTC', checkInTime: '15:00', checkOutTime: '11:00' });
  const [loftA, loftB] = await desk.client.read(`/listings/${desk.place.id}/units`);
  const { email } = await buildMember(world, { teamId: desk.team.id, role });
  const cleaner = visitorOf(world);
  await cleaner.signIn(email);
  const page = async (path = '') => (await cleaner.get(`${desk.today}${path}`)).body;
  async function book(given: Partial<Parameters<typeof buildBooking>[1]>) {
    const teamId = desk.team.id;
    const guest = await buildGuest(world, { teamId, name: 'Otto Fink' });
    const booking = { teamId, listingId: desk.place.id, guestId: guest.id, specialRequests: 'A cot' };
    return buildBooking(world, { ...booking, ...given });
  }
  return { ...desk, loftA, loftB, page, book };
}

test('those who see no bookings see what to clean, who comes and who leaves, today and tomorrow', async () => {
  const { page, book, loftA, loftB } = await openShortDay();
  await book({ unitId: loftA.id, checkIn: YESTERDAY, checkOut: TODAY, numberOfGuests: 2 });
  await book({
    unitId: loftA.id,
    checkIn: TODAY,
    checkOut: TOMORROW,
    numberOfGuests: 3,
    childrenAges: [1, 9],
    infants: 1,
    pets: 1,
  });
  await book({
    unitId: loftB.id,
    checkIn: TOMORROW,
    checkOut: '2031-05-08',
    numberOfGuests: 1,
    status: 'pending',
  });
  const today = await page();
  expect(textOfCard(today, 'to-clean')).toBe(
    'To clean 1 To print Loft A · Sea Loft The same day free by 11:00 · next guests from 15:00 · 3 guests, 1 infant, 1 pet',
  );
  expect(textOfCard(today, 'arrivals')).toBe(
    'Arrivals 1 Loft A · Sea Loft from 15:00 · 1 night, until Tue 6 May · 3 guests, 1 infant, 1 pet',
  );
  expect(textOfCard(today, 'departures')).toBe('Departures 1 Loft A · Sea Loft by 11:00 · 2 guests');
  expect(textOfCard(today, 'to-clean-tomorrow')).toBe(
    'To clean tomorrow 1 To print Loft A · Sea Loft free by 11:00 · nobody arrives yet',
  );
  expect(textOfCard(today, 'arrivals-tomorrow')).toBe(
    'Arrivals tomorrow 1 Loft B · Sea Loft Pending from 15:00 · 2 nights, until Thu 8 May · 1 guest',
  );
  const week = await page('?day=week');
  expect(textOfCard(week, 'arrivals')).toContain('Loft B · Sea Loft Pending Tue 6 May · from 15:00');
  expect(week).not.toContain('arrivals-tomorrow');
  for (const body of [today, week, await page('?day=yesterday'), await page('?day=tomorrow')])
    expect(body).not.toMatch(/Otto|cot|€|EUR|\/bookings|\/guests/);
});

test('the short day has the stays of channels, by their units, and a whole building as one', async () => {
  const { page, book, client, loftA, team } = await openShortDay();
  const channel = await openChannel();
  channels.push(channel);
  const feed = { unit_id: loftA.id, name: 'Airbnb', url: channel.url, source: 'airbnb' };
  const { id } = await client.data(client.send('POST', '/calendar-feeds', feed), 201);
  channel.have({ uid: 'a', start: TODAY, end: TOMORROW, lines: ['SUMMARY:Otto Fink'] });
  await client.data(client.send('POST', `/calendar-feeds/${id}/refresh`));
  const place = { teamId: team.id, timezone: 'UTC', checkInTime: '15:00', checkOutTime: '11:00' };
  const mill = await buildListing(world, {
    ...place,
    kind: 'building',
    publicTitle: 'Mill',
    wholeBuildingBookable: true,
  });
  const attic = { ...place, kind: 'unit_type', buildingId: mill.id, publicTitle: 'Attic' } as const;
  const { id: listingId } = await buildListing(world, attic);
  for (const name of ['A 1', 'A 2']) await buildUnit(world, { teamId: team.id, listingId, name });
  const whole = { listingId: mill.id, wholeBuilding: true, numberOfGuests: 4 };
  await book({ ...whole, checkIn: YESTERDAY, checkOut: TODAY });
  await book({ ...whole, checkIn: TODAY, checkOut: TOMORROW });
  const today = await page();
  expect(textOfCard(today, 'to-clean')).toBe(
    'To clean 2 To print A 1 · Attic, in Mill The same day free by 11:00 · next guests from 15:00 A 2 · Attic, in Mill The same day free by 11:00 · next guests from 15:00',
  );
  expect(textOfCard(today, 'arrivals')).toBe(
    'Arrivals 2 Mill · whole building from 15:00 · 1 night, until Tue 6 May · 4 guests Loft A · Sea Loft from 15:00 · 1 night, until Tue 6 May',
  );
  expect(textOfCard(today, 'to-clean-tomorrow')).toContain('Loft A · Sea Loft free by 11:00');
  expect(today).not.toMatch(/Otto|Airbnb/);
});

test('a team’s side bar shows nothing for developers to those who may open none of it', async () => {
  const { page, base, visitor } = await openShortDay();
  expect(await page()).not.toMatch(/For developers|Reference|Using a token/);
  expect((await visitor.get(`${base}/today`)).body).toMatch(
    /For developers[\s\S]*Using a token[\s\S]*Reference/,
  );
});

test('the calendar of those who see no bookings has the size of each party in place of its name, and offers nothing', async () => {
  const { page, book, loftA, base, visitor } = await openShortDay();
  await book({ unitId: loftA.id, checkIn: TODAY, checkOut: '2031-05-08', numberOfGuests: 2 });
  const path = `/../calendar?from=${TODAY}`;
  const calendar = await page(path);
  expect(calendar).toMatch(/<span class="bar confirmed [^>]*>2 guests<\/span>/);
  expect(calendar).toContain('data-offers=""');
  expect(calendar).toContain('>Loft A</span>');
  expect(calendar).not.toMatch(/Otto|Choose a unit|New booking/);
  expect((await visitor.get(`${base}/calendar?from=${TODAY}`)).body).toContain('data-offers="book block"');
});
