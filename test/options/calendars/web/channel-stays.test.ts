/** Stays that channels have sold, on the pages of daily work (docs/rules.md, 18.12). */

import { afterAll, expect, test } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { openDesk } from '../../../helpers/pages.ts';
import { textOfCard } from '../../../web/page-text.ts';
import { type Channel, type ChannelEvent, openChannel } from '../services/channel.ts';

const world = await openSharedApp({ outbound: { allow: ['127.0.0.1'] } });
const channels: Channel[] = [];
afterAll(async () => {
  for (const channel of channels) await channel[Symbol.asyncDispose]();
});

/** The day of the clock of all tests is 5 May 2031. */
const may = (day: number) => `2031-05-${String(day).padStart(2, '0')}`;
const stay = (uid: string, start: number, end: number, ...lines: string[]): ChannelEvent => ({
  uid,
  start: may(start),
  end: may(end),
  lines,
});

/** A desk with a feed of Loft A, which has been read with some events. */
async function openFedDesk(...events: ChannelEvent[]) {
  const desk = await openDesk(world);
  const channel = await openChannel();
  channels.push(channel);
  const [unit, other] = await desk.client.read(`/listings/${desk.place.id}/units`);
  const fields = { unit_id: unit.id, name: 'Airbnb', url: channel.url, source: 'airbnb' };
  const feed = await desk.client.data(desk.client.send('POST', '/calendar-feeds', fields), 201);
  const read = (...present: ChannelEvent[]) => {
    channel.have(...present);
    return desk.client.data(desk.client.send('POST', `/calendar-feeds/${feed.id}/refresh`));
  };
  await read(...events);
  const page = async (path: string) => (await desk.visitor.get(`${desk.base}${path}`)).body;
  return { ...desk, unit, other, feed, read, page };
}

const LINK = 'https://www.airbnb.com/hosting/reservations/details/HMQ1';

test('today has a channel’s stays among arrivals, in house and departures, by their own dates, with a link', async () => {
  const { page } = await openFedDesk(
    stay('a', 2, 5, 'SUMMARY:Reserved'),
    stay('b', 5, 9, 'SUMMARY:Reserved', `DESCRIPTION:Reservation URL: ${LINK}`),
  );
  const today = await page('/today');
  expect(textOfCard(today, 'arrivals')).toContain(
    'Airbnb guest unknown Open on Airbnb Enter the guest Sea Loft · Loft A · from',
  );
  expect(textOfCard(today, 'arrivals')).toContain('4 nights, until Fri 9 May');
  expect(today).toContain(`href="${LINK}"`);
  expect(today).toContain('class="badge channel airbnb"');
  expect(textOfCard(today, 'in-house')).toContain('Nobody else is staying.');
  const tomorrow = await page('/today?day=tomorrow');
  expect(textOfCard(tomorrow, 'in-house')).toContain(
    'Airbnb guest unknown until Fri 9 May Sea Loft · Loft A · since Mon 5 May',
  );
});

test('a stay that began before its calendar was first read is in house, and leaves on its own day', async () => {
  world.clock.set('2031-05-05T22:00:00Z');
  const { page, read } = await openFedDesk(stay('a', 2, 6, 'SUMMARY:CLOSED - Not available'));
  expect(textOfCard(await page('/today'), 'in-house')).toContain('since Fri 2 May');
  expect(textOfCard(await page('/today?day=tomorrow'), 'departures')).toContain(
    'Loft A · by 11:00 · 4 nights',
  );
  world.clock.set('2031-05-06T06:00:00Z');
  await read();
  expect(textOfCard(await page('/today'), 'departures')).toContain(
    'Airbnb guest unknown Enter the guest Sea Loft · Loft A · by',
  );
  world.clock.set('2031-05-05T10:00:00Z');
});

test('the week and the list to clean have a channel’s stays, and the next arrival may be one', async () => {
  const { page } = await openFedDesk(stay('a', 4, 7, 'SUMMARY:Reserved'), stay('b', 7, 20));
  const week = await page('/today?day=week');
  expect(textOfCard(week, 'departures')).toContain('Wed 7 May · Sea Loft · Loft A');
  expect(textOfCard(week, 'arrivals')).toContain('Wed 7 May · Sea Loft · Loft A');
  const cleaning = textOfCard(await page('/today/cleaning?day=week'), 'To clean');
  expect(cleaning).toContain('Loft A · Sea Loft Guests leave Wed 7 May, by');
  expect(cleaning).toContain('Wed 7 May, from 15:00 The same day');
  expect(textOfCard(await page('/today/cleaning'), 'To clean')).toContain('Nothing to clean');
});

test('what a channel has closed is no stay, but taken all the same', async () => {
  const closed = ['Not available', 'AIRBNB (not available)', 'Unavailable', 'blocked', 'Closed'];
  const { page, client } = await openFedDesk(
    ...closed.map((summary, nth) => stay(`${nth}`, 5 + nth, 6 + nth, `SUMMARY:${summary}`)),
  );
  expect(await client.read('/blocks')).toHaveLength(5);
  for (const view of ['today', 'tomorrow', 'week']) {
    const today = await page(`/today?day=${view}`);
    for (const list of ['arrivals', 'departures', 'in-house'])
      expect(textOfCard(today, list)).not.toContain('Airbnb');
  }
  expect(textOfCard(await page('/today/cleaning?day=week'), 'To clean')).toContain('Nothing to clean');
  const calendar = await page(`/calendar?from=${may(5)}`);
  expect(calendar.match(/class="bar block [^"]*"[^>]*title="Closed on Airbnb/g)).toHaveLength(5);
  expect(calendar).not.toContain('class="bar channel airbnb');
});

test('the calendar shows a channel’s stay in its colour, from its own first day on', async () => {
  const { page } = await openFedDesk(stay('a', 2, 8, 'SUMMARY:Reserved'));
  const calendar = await page(`/calendar?from=${may(1)}&days=14`);
  // Bars begin and end at noon: the stay of 2 May in the second half of the second day.
  expect(calendar).toContain('class="bar channel airbnb s4 e16"');
  expect(calendar).toContain('title="A guest of Airbnb · 2 May – 8 May"');
});

test('a conflict says who both have the place, on the day’s page and in the calendar', async () => {
  const { page, client, place, unit, read, base } = await openFedDesk();
  const body = {
    listing_id: place.id,
    unit_id: unit.id,
    check_in: may(21),
    check_out: may(25),
    number_of_guests: 1,
  };
  const booking = await client.data(
    client.send('POST', '/bookings', { ...body, guest: { name: 'Ines Silva' } }),
    201,
  );
  await read(stay('a', 19, 23, 'SUMMARY:Reserved'));
  const said = 'Airbnb and Ines Silva both have Sea Loft, Loft A, 21–23 May';
  const today = await page('/today');
  expect(today).toContain(said);
  expect(today).toContain(`href="${base}/bookings/${booking.id}"`);
  const calendar = await page(`/calendar?from=${may(12)}`);
  expect(textOfCard(calendar, 'Conflicts')).toContain(said);
  expect(calendar).toContain(`title="${said}"`);
  expect(await page('/calendar?from=2031-06-09')).not.toContain(said);
  await client.data(client.send('POST', `/bookings/${booking.id}/cancel`));
  expect(await page('/today')).not.toContain(said);
});

test('a stay that the channel’s calendar no longer has says when its nights are free again', async () => {
  const { page, read } = await openFedDesk(stay('a', 5, 8, 'SUMMARY:Reserved'), stay('b', 8, 30));
  expect(await page('/today')).not.toContain('gone');
  await read(stay('b', 8, 30));
  expect(textOfCard(await page('/today'), 'arrivals')).toMatch(/Airbnb .* gone; free again at \d\d:\d\d/);
  const calendar = await page(`/calendar?from=${may(5)}`);
  expect(calendar).toMatch(
    /class="bar channel airbnb gone [^"]*"[^>]*title="[^"]*gone; free again at \d\d:\d\d"/,
  );
  expect(calendar.match(/ gone /g)).toHaveLength(1);
});

test('of a stay that became shorter, the calendar shows the nights that are not free yet by themselves', async () => {
  const { page, read } = await openFedDesk(stay('a', 6, 12, 'SUMMARY:Reserved'));
  await read(stay('a', 6, 9, 'SUMMARY:Reserved'));
  const calendar = await page(`/calendar?from=${may(5)}`);
  expect(calendar).toContain('title="A guest of Airbnb · 6 May – 9 May"');
  expect(calendar).toMatch(/title="Taken by Airbnb · 9 May – 12 May · gone; free again at/);
});

test('the page of a channel’s stay has what its calendar says of it, and escapes it', async () => {
  const { page, client } = await openFedDesk(
    stay('a', 4, 8, 'SUMMARY:Reserved <b>', `DESCRIPTION:Phone: 1234\\n${LINK}`),
  );
  const [block] = await client.read('/blocks');
  const shown = await page(`/calendar/blocks/${block.id}`);
  expect(shown).toContain('A stay from <span class="name">Airbnb</span>');
  for (const text of [
    'Sun 4 May 2031',
    'Thu 8 May 2031',
    'Reserved &#60;b&#62;',
    'Phone: 1234',
    `href="${LINK}"`,
  ])
    expect(shown).toContain(text);
  expect(shown).not.toContain('Delete block');
});

test('months count the nights of channels’ stays, and take off what channels have closed', async () => {
  const { page, client } = await openFedDesk(
    stay('a', 5, 9, 'SUMMARY:Reserved'),
    stay('b', 20, 22, 'SUMMARY:Blocked'),
  );
  const [month] = await client.read('/reports/months?from=2031-05&to=2031-05');
  const available = month.nights_available;
  expect(month).toMatchObject({
    nights_sold: 0,
    nights_by_channels: 4,
    occupancy_percent: Math.round(400 / available),
  });
  const [feed] = await client.read('/calendar-feeds');
  expect((await client.send('DELETE', `/calendar-feeds/${feed.id}`)).status).toBe(204);
  const [without] = await client.read('/reports/months?from=2031-05&to=2031-05');
  expect(without).toMatchObject({
    nights_by_channels: 0,
    nights_available: available + 2,
    occupancy_percent: 0,
  });
  expect(await page('/money?from=2031-05&to=2031-05')).not.toContain('by channels</span>');
});

test('the guest of a channel’s stay is entered on a page, and the booking says where the channel differs', async () => {
  const { page, client, visitor, base, read } = await openFedDesk(stay('a', 6, 9, 'SUMMARY:Reserved'));
  const [block] = await client.read('/blocks');
  const path = `${base}/calendar/blocks/${block.id}/guest`;
  expect(await page(`/calendar/blocks/${block.id}`)).toContain(`href="${path}"`);
  await visitor.get(path);
  const refused = await visitor.post(path, { guest_name: ' ', number_of_guests: '2', total: 'x' });
  expect(refused.statusCode).toBe(422);
  expect(refused.body).toContain('id="guest_name-error"');
  expect(refused.body).toContain('id="total-error"');
  const made = await visitor.submit(path, { guest_name: 'Zoe Quill', number_of_guests: '2', total: '450' });
  expect(made.body).toContain('The guest is entered.');
  const [booking] = await client.read('/bookings');
  expect(booking).toMatchObject({
    check_in: may(6),
    number_of_guests: 2,
    grand_total: 45_000,
    source: 'airbnb',
  });
  expect(await client.read('/blocks')).toEqual([]);
  expect((await visitor.get(path)).statusCode).toBe(404);
  await read(stay('a', 7, 10, 'SUMMARY:Reserved'));
  const today = await page('/today?day=week');
  expect(today).toContain('Airbnb has the stay of Zoe Quill on 7–10 May; here it is on 6–9 May');
  expect(textOfCard(today, 'arrivals')).not.toContain('guest unknown');
  await read(stay('a', 6, 9, 'STATUS:CANCELLED'));
  expect(await page('/today')).toContain('Airbnb no longer has the stay of Zoe Quill, 6–9 May');
});

test('a stay whose booking differs is shown by its booking, with the other nights beside it, and on the feed’s page', async () => {
  const { page, read, client, feed } = await openFedDesk(stay('a', 6, 10, 'SUMMARY:Reserved'));
  const [block] = (await client.send('GET', '/blocks')).body.data;
  const guest = { name: 'Bea Lind' };
  const { id } = await client.data(client.send('POST', `/blocks/${block.id}/booking`, { guest }), 201);
  await read(stay('a', 6, 11, 'SUMMARY:Reserved'));
  const calendar = await page('/calendar');
  expect(calendar).toContain('title="Taken by Airbnb · 10 May – 11 May"');
  expect(calendar).not.toContain('A guest of Airbnb');
  const cleaning = textOfCard(await page('/today/cleaning?day=week'), 'To clean');
  expect(cleaning).toContain('Guests leave Sat 10 May, by');
  expect(cleaning).not.toContain('11 May, by');
  expect(cleaning).not.toContain('The same day');
  const differing = textOfCard(await page(`/calendar-feeds/${feed.id}`), 'differs-heading');
  expect(differing).toContain('6 May 2031 – 11 May 2031 there The booking here');
  expect(await page(`/calendar-feeds/${feed.id}`)).toContain(`/bookings/${id}"`);
});

test('the guest of a channel’s stay is entered with the language in which they are written to', async () => {
  const { client, visitor, base, page } = await openFedDesk(stay('a', 8, 12));
  const [block] = await client.read('/blocks');
  const path = `/calendar/blocks/${block.id}/guest`;
  expect(await page(path)).not.toContain('name="language"');
  await client.data(client.send('PUT', '/team', { languages: ['en', 'de'] }));
  expect(await page(path)).toContain('<option value="de">German</option>');
  await visitor.submit(`${base}${path}`, { guest_name: 'Zoe Quill', language: 'de' });
  expect(await client.read('/bookings')).toMatchObject([{ language: 'de', guest: { name: 'Zoe Quill' } }]);
});
