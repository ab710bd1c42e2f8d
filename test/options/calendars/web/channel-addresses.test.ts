/** The pages of the calendar that a feed's channel reads here (docs/rules.md, 18.8). */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { expectPage, openDesk } from '../../../helpers/pages.ts';
import { NO_NAMES_KNOWN } from '../../../reliability/route-entries.ts';

const world = await openSharedApp({ outbound: NO_NAMES_KNOWN });
const addressIn = (page: string): string | null =>
  /http:\/\/[^<"]+(\/calendars\/\w+\.ics)/.exec(page)?.[1] ?? null;
const NEVER =
  'Airbnb has never fetched our address: paste it into Airbnb: listing → Availability → Connect to another website → Other website link.';

test('the page of a calendar feed says when its channel last read our calendar, and shows that address', async () => {
  const { visitor, base, client, place } = await openDesk(world);
  const [{ id }] = await client.read(`/listings/${place.id}/units`);
  const made = { unit_id: id, name: 'Airbnb', url: 'https://www.airbnb.com/calendar/ical/1.ics' };
  const feed = await client.data(client.send('POST', '/calendar-feeds', made), 201);
  const feeds = `${base}/calendar-feeds`;
  const path = `${feeds}/${feed.id}/address`;
  expectPage(await visitor.get(feeds), 200, 'It has no address yet, so Airbnb does not learn');
  expectPage(
    await visitor.get(`${feeds}/${feed.id}`),
    200,
    'It has no address yet, so Airbnb does not learn',
  );
  expectPage(await visitor.get(path), 200, 'There is no address for it yet.');

  const published = await visitor.submit(path);
  expectPage(published, 200, 'There is an address now.');
  expectPage(published, 200, NEVER);
  expect(addressIn(published.body)).toBeNull();
  for (const page of [feeds, `${feeds}/${feed.id}`]) expectPage(await visitor.get(page), 200, NEVER);
  const shown = await visitor.post(`${path}/show`);
  const address = addressIn(shown.body) ?? '';
  expect(await client.read(`/calendar-feeds/${feed.id}/calendar`)).toEqual({
    url: `http://localhost${address}`,
  });
  // Whoever follows a link to it would count as the channel.
  expect(shown.body).not.toMatch(/(href|action|src)="[^"]*\/calendars\//);
  expectPage(await visitor.get(path), 200, NEVER);

  expectPage(await world.app.inject(address), 200, 'BEGIN:VCALENDAR');
  const now = '<time datetime="2031-05-05T10:00:00.000Z"';
  for (const page of [feeds, `${feeds}/${feed.id}`, path]) expectPage(await visitor.get(page), 200, now);
  expectPage(await visitor.get(path), 200, 'Last fetched <time');

  expectPage(await visitor.get(`${path}/withdraw`), 200, 'learns of no more bookings');
  expectPage(await visitor.submit(`${path}/withdraw`), 200, 'The address is withdrawn.');
  expect((await world.app.inject(address)).statusCode).toBe(404);
  expect((await visitor.post(`${path}/withdraw`)).statusCode).toBe(404);
});

test('the pages of another team’s calendar feed are a 404', async () => {
  const theirs = await openDesk(world);
  const [{ id }] = await theirs.client.read(`/listings/${theirs.place.id}/units`);
  const made = { unit_id: id, name: 'Airbnb', url: 'https://calendars.example/1.ics' };
  const feed = await theirs.client.data(theirs.client.send('POST', '/calendar-feeds', made), 201);
  await theirs.client.data(theirs.client.send('POST', `/calendar-feeds/${feed.id}/calendar`), 201);
  const { visitor, base } = await openDesk(world);
  const path = `${base}/calendar-feeds/${feed.id}/address`;
  await visitor.get(`${base}/calendar-feeds`);
  for (const page of [path, `${path}/withdraw`]) expect((await visitor.get(page)).statusCode).toBe(404);
  for (const form of [path, `${path}/show`, `${path}/withdraw`])
    expect((await visitor.post(form)).statusCode).toBe(404);
});
