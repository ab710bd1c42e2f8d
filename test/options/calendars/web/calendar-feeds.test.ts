/** The pages of a team's calendar feeds (docs/rules.md, 18). */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { buildBooking, buildUnit, day } from '../../../helpers/factories.ts';
import { expectPage, openDesk } from '../../../helpers/pages.ts';
import { NO_NAMES_KNOWN } from '../../../reliability/route-entries.ts';

const world = await openSharedApp({ outbound: NO_NAMES_KNOWN });

test('at the front desk a calendar feed is added for a unit, read at once, changed, paused and deleted', async () => {
  const { visitor, base, client, place } = await openDesk(world);
  const feeds = `${base}/calendar-feeds`;
  expectPage(await visitor.get(feeds), 200, 'No calendar feeds yet');
  const [unit] = await client.read(`/listings/${place.id}/units`);
  const fields = {
    unit_id: unit.id,
    name: 'Airbnb',
    url: 'https://calendars.example/1.ics',
    ignore: ' Airbnb (Not available)\r\n\r\nClosed',
  };
  const added = await visitor.submit(feeds, fields);
  expectPage(added, 200, 'The feed is added.');
  expect(added.body).toContain('Sea Loft · Loft A');
  const [feed] = await client.read('/calendar-feeds');
  expect(feed.ignore).toEqual(['Airbnb (Not available)', 'Closed']);
  const path = `${feeds}/${feed.id}`;
  expectPage(await visitor.get(path), 200, '>\nAirbnb (Not available)\nClosed</textarea>');
  expectPage(
    await visitor.submit(`${path}/refresh`),
    200,
    'The calendar could not be read, or only in part.',
  );
  expectPage(await visitor.get(path), 200, 'The last reading failed:');
  const changed = await visitor.submit(path, { name: 'Vrbo', url: fields.url, paused: 'on' });
  expectPage(changed, 200, 'The feed is saved.');
  expect(changed.body).toContain('Paused');
  expect(await client.read(`/calendar-feeds/${feed.id}`)).toMatchObject({
    name: 'Vrbo',
    paused: true,
    ignore: [],
  });
  expectPage(await visitor.get(feeds), 200, `href="${path}"`);
  expectPage(await visitor.get(`${path}/delete`), 200, 'can be booked again at once');
  expectPage(await visitor.submit(`${path}/delete`), 200, 'The feed is deleted');
  expect(await client.read('/calendar-feeds')).toEqual([]);
});

test('wrong fields of a calendar feed’s form keep what was typed, and another team’s units cannot be chosen', async () => {
  const { visitor, base, client } = await openDesk(world);
  const feeds = `${base}/calendar-feeds`;
  const theirs = await buildUnit(world);
  await visitor.get(feeds);
  const wrong = await visitor.post(feeds, { unit_id: theirs.id, name: ' ', url: 'ftp://x' });
  expectPage(wrong, 422, '<p class="error" id="name-error">Name is required.</p>');
  expect(wrong.body).toContain('value="ftp://x"');
  const lines = `Closed\n${'x'.repeat(256)}`;
  const tooLong = await visitor.post(feeds, {
    unit_id: theirs.id,
    name: 'X',
    url: 'https://x.example/',
    ignore: lines,
  });
  expectPage(
    tooLong,
    422,
    '<p class="error" id="ignore-error">Ignored events must not have more than 255 characters.</p>',
  );
  expect(tooLong.body).toContain(lines);
  const foreign = await visitor.post(feeds, {
    unit_id: theirs.id,
    name: 'X',
    url: 'https://calendars.example/',
  });
  expectPage(foreign, 422, 'The team has no unit with this id.');
  const inside = await visitor.post(feeds, { unit_id: theirs.id, name: 'X', url: 'https://127.0.0.1/' });
  expectPage(inside, 422, 'id="url-error"');
  expect(await client.read('/calendar-feeds')).toEqual([]);
});

test('a conflict of a calendar feed links to the booking that has the nights', async () => {
  const { visitor, base, client, place, team } = await openDesk(world);
  const booking = await buildBooking(world, { teamId: team.id, listingId: place.id });
  const fields = { unit_id: booking.unitId, name: 'Airbnb', url: 'https://calendars.example/1.ics' };
  const feed = await client.data(client.send('POST', '/calendar-feeds', fields), 201);
  const conflict = { uid: 'x', startDate: day(0), endDate: day(2), bookingId: booking.id, blockId: null };
  await world.db.execute(
    `update calendar_feeds set conflicts = '${JSON.stringify([conflict])}' where id = '${feed.id}'`,
  );
  expectPage(await visitor.get(`${base}/calendar-feeds`), 200, '<strong class="error">1 conflict</strong>');
  const page = await visitor.get(`${base}/calendar-feeds/${feed.id}`);
  expectPage(page, 200, `href="${base}/bookings/${booking.id}"`);
});

test('a feed added on the page has the source that its address names, or the one that was chosen', async () => {
  const { visitor, base, client, place } = await openDesk(world);
  const [unit] = await client.read(`/listings/${place.id}/units`);
  const addresses = {
    'https://www.airbnb.co.uk/calendar/ical/1.ics': 'airbnb',
    'https://ical.booking.com/v1/export?t=1': 'booking_com',
    'webcal://www.fewo-direkt.de/icalendar/1.ics': 'vrbo',
    'https://www.expediapartnercentral.com/1.ics': 'expedia',
    'https://myairbnb.com/1.ics': 'other',
    'https://notbooking.com/1.ics': 'other',
  };
  for (const [url, source] of Object.entries(addresses)) {
    await visitor.submit(`${base}/calendar-feeds`, { unit_id: unit.id, name: url, url });
    expect((await client.read('/calendar-feeds')).at(-1)).toMatchObject({ name: url, source });
  }
  const fields = { unit_id: unit.id, name: 'X', url: 'https://www.airbnb.com/1.ics', source: 'manual' };
  await visitor.submit(`${base}/calendar-feeds`, fields);
  const feed = (await client.read('/calendar-feeds')).at(-1);
  expect(feed).toMatchObject({ source: 'manual' });
  await client.data(client.send('PUT', `/calendar-feeds/${feed.id}`, { source: 'channel:hostel' }));
  const page = await visitor.get(`${base}/calendar-feeds/${feed.id}`);
  expect(page.body).toContain('<option value="channel:hostel" selected>hostel</option>');
  await visitor.submit(`${base}/calendar-feeds/${feed.id}`, { ...fields, source: 'channel:hostel' });
  expect(await client.read(`/calendar-feeds/${feed.id}`)).toMatchObject({ source: 'channel:hostel' });
});
