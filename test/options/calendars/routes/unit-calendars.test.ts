import ICAL from 'ical.js';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  hasCalendarAddressesUnderAnotherKey,
  rotateCalendarAddressKeys,
} from '../../../../src/options/calendars/services/unit-calendars/addresses.ts';
import { createKeyring } from '../../../../src/services/keys/keyring.ts';
import { openSharedApp, openTestApp, TEST_APP_KEY, TEST_NOW } from '../../../helpers/app.ts';
import { at, type Inn, openBuilding, openInn } from '../../../helpers/bookings.ts';
import { buildBlock, day } from '../../../helpers/factories.ts';
import { openSite } from '../../../helpers/site.ts';

const world = await openSharedApp();
beforeEach(() => world.clock.set(TEST_NOW));
const URL_FORM = /^http:\/\/localhost(:\d+)?\/calendars\/[0-9A-Za-z]{32}\.ics$/;

const publish = async (inn: Inn) =>
  (await inn.data(inn.send('POST', `/units/${at(inn.units, 0).id}/calendar`), 201)).url as string;
const pathOf = (url: string) => {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
};
const readCalendar = (url: string, headers = {}) => world.get(pathOf(url), null, headers);

/** The events of a calendar, as another program reads them. */
function eventsIn(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar.getAllSubcomponents('vevent').map((event) => ({
    uid: event.getFirstPropertyValue('uid'),
    start: String(event.getFirstPropertyValue('dtstart')),
    end: String(event.getFirstPropertyValue('dtend')),
    stamp: String(event.getFirstPropertyValue('dtstamp')),
    summary: event.getFirstPropertyValue('summary'),
  }));
}

it('a unit’s calendar address is made once, shown again, withdrawn and made anew', async () => {
  const inn = await openInn(world);
  const path = `/units/${at(inn.units, 0).id}/calendar`;
  expect((await inn.send('GET', path)).status).toBe(404);
  expect((await inn.send('DELETE', path)).status).toBe(404);
  const { status, body } = await inn.send('POST', path);
  expect([status, body]).toEqual([201, { data: { url: expect.stringMatching(URL_FORM) } }]);
  expect(await inn.read(path)).toEqual(body.data);
  expect((await inn.send('POST', path)).body).toEqual(body);
  expect((await readCalendar(body.data.url)).statusCode).toBe(200);
  const other = await openInn(world);
  for (const method of ['GET', 'POST', 'DELETE'] as const)
    expect((await other.send(method, path)).status).toBe(404);
  expect((await inn.send('DELETE', path)).status).toBe(204);
  expect((await inn.send('GET', path)).status).toBe(404);
  const gone = await readCalendar(body.data.url);
  expect([gone.statusCode, gone.json()]).toEqual([404, { message: 'There is no such calendar.' }]);
  expect(await publish(inn)).not.toBe(body.data.url);
});

it('a unit’s calendar address is stored hashed and encrypted, also in stored answers of idempotency keys', async () => {
  const inn = await openInn(world);
  const path = `/units/${at(inn.units, 0).id}/calendar`;
  const key = { 'idempotency-key': 'once' };
  const { url } = await inn.data(inn.send('POST', path, {}, key), 201);
  expect((await inn.send('POST', path, {}, key)).body.data.url).toBe(url);
  const secret = url.slice(-36, -4);
  const { rows } = await world.db.execute(`select row_to_json(calendar_addresses)::text || coalesce((select
    string_agg(encode(response_body, 'escape'), '') from idempotency_records where team_id = ${inn.teamId}), '') as text
    from calendar_addresses where team_id = ${inn.teamId}`);
  expect(JSON.stringify(rows)).not.toContain(secret);
  expect(world.log.join('')).not.toContain(secret);
});

it('a unit’s calendar address still works after APP_KEY changed', async () => {
  const own = await openTestApp();
  const inn = await openInn(own);
  const { url } = await inn.data(inn.send('POST', `/units/${at(inn.units, 0).id}/calendar`), 201);
  const keyring = createKeyring(Buffer.alloc(32, 'the next one'), [TEST_APP_KEY]);
  const after = await openTestApp({ url: own.url, keyring });
  expect((await after.get(pathOf(url))).statusCode).toBe(200);
  expect(await hasCalendarAddressesUnderAnotherKey({ db: own.db, keyring })).toBe(true);
  expect(await rotateCalendarAddressKeys({ db: own.db, keyring })).toBe(1);
  expect(await hasCalendarAddressesUnderAnotherKey({ db: own.db, keyring })).toBe(false);
  const alone = await openTestApp({ url: own.url, keyring: createKeyring(Buffer.alloc(32, 'the next one')) });
  expect((await alone.get(pathOf(url))).statusCode).toBe(200);
  for (const one of [alone, after, own]) await one.close();
});

describe('requests from the booking site', () => {
  it('a request from the booking site is in no calendar before it is confirmed, unless the team chooses so', async () => {
    const site = await openSite(world, { listing: { preparationDays: 1 } });
    const url = await publish(site);
    const read = async () => eventsIn((await readCalendar(url)).body).map(({ uid, start }) => [uid, start]);
    const empty = await readCalendar(url);
    await site.requested();
    const [{ id }] = await site.read('/bookings');
    // Nothing tells that it is there, not even to those who read what feeds brought in.
    expect((await readCalendar(url)).headers.etag).toBe(empty.headers.etag);
    expect(eventsIn((await readCalendar(`${url}?include=imported`)).body)).toEqual([]);
    // Its nights are taken all the same.
    expect((await site.request()).status).toBe(422);
    const pending = await site.book({ check_in: day(20), check_out: day(22), status: 'pending' });
    const ofTeam = [
      [`${pending.id}@innkeep`, day(20)],
      [`${pending.id}-preparation@innkeep`, day(22)],
    ];
    expect(await read()).toEqual(ofTeam);
    const requested = [
      [`${id}@innkeep`, day(0)],
      [`${id}-preparation@innkeep`, day(4)],
    ];
    await site.data(site.send('PUT', '/team', { calendars_show_requests: true }));
    expect(await read()).toEqual([...requested, ...ofTeam]);
    await site.data(site.send('PUT', '/team', { calendars_show_requests: null }));
    expect(await read()).toEqual(ofTeam);
    await site.data(site.confirm(id));
    expect(await read()).toEqual([...requested, ...ofTeam]);
  });
});

describe('a unit’s calendar', () => {
  it('a unit’s calendar has bookings, preparation nights and blocks, with the time of their last change', async () => {
    const inn = await openInn(world, { listing: { preparationDays: 2, publicTitle: 'Sea, loft' } });
    const url = await publish(inn);
    const stay = await inn.book({ check_in: day(0), check_out: day(4) });
    const [block] = await inn.data(
      inn.send('POST', '/blocks', {
        listing_id: inn.listing.id,
        start_date: day(20),
        end_date: day(22),
        reason: 'Ours',
      }),
      201,
    );
    const cancelled = await inn.book({ check_in: day(30), check_out: day(32) });
    await inn.cancel(cancelled.id);
    world.clock.set('2031-05-05T11:00:00Z');
    const moved = await inn.book({ check_in: day(40), check_out: day(42) });
    world.clock.set('2031-05-05T12:00:00Z');
    await inn.change(moved.id, { check_out: day(43) });
    world.clock.set('2031-05-05T13:00:00Z');
    await inn.change(moved.id, { notes: 'Late' });
    await inn.confirm(stay.id);
    const answer = await readCalendar(url);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'max-age=300',
      etag: expect.any(String),
    });
    const [ten, noon] = ['2031-05-05T10:00:00Z', '2031-05-05T12:00:00Z'];
    expect(eventsIn(answer.body)).toEqual([
      { uid: `${stay.id}@innkeep`, start: day(0), end: day(4), stamp: ten, summary: 'Reserved' },
      {
        uid: `${stay.id}-preparation@innkeep`,
        start: day(4),
        end: day(6),
        stamp: ten,
        summary: 'Not available',
      },
      { uid: `${block.id}@innkeep`, start: day(20), end: day(22), stamp: ten, summary: 'Not available' },
      { uid: `${moved.id}@innkeep`, start: day(40), end: day(43), stamp: noon, summary: 'Reserved' },
      {
        uid: `${moved.id}-preparation@innkeep`,
        start: day(43),
        end: day(45),
        stamp: noon,
        summary: 'Not available',
      },
    ]);
    expect(answer.body).toContain('DTSTART;VALUE=DATE:20310602\r\nDTEND;VALUE=DATE:20310606\r\n');
    expect(answer.body).not.toMatch(/Bea|Ours|Late/);
    world.clock.set('2031-05-05T14:00:00Z');
    const again = await readCalendar(url, { 'if-none-match': String(answer.headers.etag) });
    expect(again.statusCode).toBe(304);
  });

  it('a unit’s calendar has a hold until it lapses', async () => {
    const inn = await openInn(world, { listing: { preparationDays: 1 } });
    const url = await publish(inn);
    const { id, expires_at } = await inn.book({ status: 'pending', expires_in: 30 });
    const own = [`${id}@innkeep`, `${id}-preparation@innkeep`];
    const uids = async (address: string) =>
      eventsIn((await readCalendar(address)).body).map(({ uid }) => uid);
    world.clock.set(new Date(Date.parse(expires_at) - 1_000).toISOString());
    expect([await uids(url), await uids(`${url}?include=imported`)]).toEqual([own, own]);
    world.clock.set(expires_at);
    expect([await uids(url), await uids(`${url}?include=imported`)]).toEqual([[], []]);
  });

  it('the calendar of every unit of a building has the bookings of the whole building', async () => {
    const hotel = await openBuilding(world, { Double: ['1', '2'], Single: ['3'] });
    const { id } = await hotel.book();
    const units = await Promise.all(hotel.unitTypes.map((type) => hotel.read(`/listings/${type.id}/units`)));
    for (const unit of units.flat()) {
      const { url } = await hotel.data(hotel.send('POST', `/units/${unit.id}/calendar`), 201);
      expect(eventsIn((await readCalendar(url)).body)).toMatchObject([
        { uid: `${id}@innkeep`, start: day(0), end: day(4), summary: 'Reserved' },
      ]);
    }
    expect(units.flat()).toHaveLength(3);
  });

  it('a unit’s calendar goes from 30 days back to two years ahead', async () => {
    const inn = await openInn(world);
    const unitId = at(inn.units, 0).id;
    const block = async (startDate: string, endDate: string) =>
      (await buildBlock(world, { teamId: inn.teamId, listingId: inn.listing.id, unitId, startDate, endDate }))
        .id;
    await block('2031-04-01', '2031-04-05');
    const first = await block('2031-04-05', '2031-04-06');
    const last = await block('2033-05-04', '2033-05-05');
    await block('2033-05-05', '2033-05-06');
    const { body } = await readCalendar(await publish(inn));
    expect(eventsIn(body).map(({ uid }) => uid)).toEqual([`${first}@innkeep`, `${last}@innkeep`]);
  });

  it('a unit’s calendar contains blocks from feeds only if its address says include=imported', async () => {
    const inn = await openInn(world);
    const url = await publish(inn);
    const block = await buildBlock(world, {
      teamId: inn.teamId,
      listingId: inn.listing.id,
      unitId: at(inn.units, 0).id,
      source: 'Airbnb',
      uid: 'a',
    });
    expect(eventsIn((await readCalendar(url)).body)).toEqual([]);
    // Anything else in the address is ignored.
    expect(eventsIn((await readCalendar(`${url}?other=imported`)).body)).toEqual([]);
    const all = await world.get(`${pathOf(url)}?include=imported&other=1`);
    expect(eventsIn(all.body).map(({ uid }) => uid)).toEqual([`${block.id}@innkeep`]);
    const wrong = await world.get(`${pathOf(url)}?include=all`);
    expect([wrong.statusCode, Object.keys(wrong.json().errors)]).toEqual([422, ['include']]);
  });

  it('lines of a unit’s calendar are folded at 75 bytes, never within a character', async () => {
    const title = `🏠👩‍👩‍👧‍👦, ; \\ ${'Meerblick über den Dünen 🌊 '.repeat(6)}`.trim();
    const inn = await openInn(world, { listing: { publicTitle: title } });
    const { body } = await readCalendar(await publish(inn));
    const lines = body.split('\r\n');
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(lines.some((line) => line.startsWith(' '))).toBe(true);
    expect(body.endsWith('\r\nEND:VCALENDAR\r\n')).toBe(true);
    expect(body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const name = new ICAL.Component(ICAL.parse(body)).getFirstPropertyValue('x-wr-calname');
    expect(String(name).replaceAll(/\\([\\;,])/g, '$1')).toBe(`${title}: A`);
  });
});

it('neither references nor own fields are in the calendar of a unit', async () => {
  const inn = await openInn(world);
  const unit = at(inn.units, 0).id;
  const { id, guest_id } = await inn.book();
  const own = { external_reference: 'HIDDENREF', custom_fields: { hidden_name: 'HIDDENVALUE' } };
  for (const path of [
    `/listings/${inn.listing.id}`,
    `/units/${unit}`,
    `/bookings/${id}`,
    `/guests/${guest_id}`,
  ])
    await inn.data(inn.send('PUT', path, own));
  const { url } = await inn.data(inn.send('POST', `/units/${unit}/calendar`), 201);
  const { body } = await world.get(new URL(url).pathname);
  expect(body).toContain('BEGIN:VEVENT');
  expect(body).not.toMatch(/HIDDEN|hidden_name|external_reference|custom_fields/);
});
