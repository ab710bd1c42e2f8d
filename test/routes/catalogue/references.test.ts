/** The numbers of other systems (docs/rules.md, 5.17 and 5.19). */
import { beforeEach, describe, expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { expectRefusal, type Inn, type Json, openInn } from '../../helpers/bookings.ts';
import { buildListing, buildUnit, day } from '../../helpers/factories.ts';
import { eventsIn } from '../events/team-events.ts';

let inn: Inn;
const world = await openSharedApp();
beforeEach(async () => {
  inn = await openInn(world, { units: ['A', 'B', 'C', 'D'] });
});

const LOFT = { kind: 'standalone', public_title: 'Loft', max_guests: 4, rates: { nightly: 12_000 } };

/** How each of the four is made, and changed. */
const THINGS = {
  listings: { path: '/listings', body: () => LOFT, place: (id: string) => `/listings/${id}` },
  units: {
    path: () => `/listings/${inn.listing.id}/units`,
    body: (n: number) => ({ name: `Unit ${n}` }),
    place: (id: string) => `/units/${id}`,
  },
  guests: { path: '/guests', body: () => ({ name: 'Bea Lind' }), place: (id: string) => `/guests/${id}` },
  bookings: {
    path: '/bookings',
    body: (n: number) => inn.newBooking({ check_in: day(n * 10), check_out: day(n * 10 + 3) }),
    place: (id: string) => `/bookings/${id}`,
  },
} as const;
type Things = keyof typeof THINGS;
const NAMES = Object.keys(THINGS) as Things[];

let made = 0;
function tryMake(things: Things, more: object, headers: Record<string, string> = {}) {
  const { path, body } = THINGS[things];
  made += 1;
  const at = typeof path === 'string' ? path : path();
  return inn.send('POST', at, { ...body(made % 30), ...more }, headers);
}
const make = (things: Things, more: object): Promise<Json> => inn.data(tryMake(things, more), 201);
const change = (things: Things, { id }: Json, body: object) =>
  inn.send('PUT', THINGS[things].place(id), body);

describe.each(NAMES)('a reference of %s', (things) => {
  it('is kept, changed and cleared, and the list finds it', async () => {
    const one = await make(things, { external_reference: ' PMS/4711#a ' });
    await make(things, {});
    expect(one.external_reference).toBe('PMS/4711#a');
    expect(await inn.read(THINGS[things].place(one.id))).toMatchObject({ external_reference: 'PMS/4711#a' });
    const find = async (reference: string) =>
      (await inn.read(`/${things}?external_reference=${encodeURIComponent(reference)}`)).map(
        ({ id }: Json) => id,
      );
    expect(await find('PMS/4711#a')).toEqual([one.id]);
    expect(await find('PMS/4711#A')).toEqual([]);
    expect((await inn.data(change(things, one, { external_reference: 'x'.repeat(100) }))).id).toBe(one.id);
    expect(await find('PMS/4711#a')).toEqual([]);
    expect((await inn.data(change(things, one, {}))).external_reference).toHaveLength(100);
    for (const cleared of [null, '', ' ']) {
      await inn.data(change(things, one, { external_reference: 'again' }));
      const after = await inn.data(change(things, one, { external_reference: cleared }));
      expect(after.external_reference).toBeNull();
    }
  });

  it('is visible ASCII, at most 100 characters', async () => {
    for (const wrong of ['x'.repeat(101), 'a b', 'é', 'a\tb', 7, true, ['a'], {}])
      expectRefusal(await tryMake(things, { external_reference: wrong }), ['external_reference']);
    for (const wrong of ['', 'a%20b', '%C3%A9', 'x'.repeat(101)])
      expectRefusal(await inn.send('GET', `/${things}?external_reference=${wrong}`), ['external_reference']);
  });

  it('belongs to one of them, whatever else a request asks for', async () => {
    const one = await make(things, { external_reference: 'R-1' });
    const other = await make(things, { external_reference: 'r-1' });
    expectRefusal(await tryMake(things, { external_reference: 'R-1' }), ['external_reference']);
    expectRefusal(await change(things, other, { external_reference: 'R-1' }), ['external_reference']);
    expect((await change(things, one, { external_reference: 'R-1' })).status).toBe(200);
    await inn.data(change(things, one, { external_reference: 'R-2' }));
    expect((await inn.data(change(things, other, { external_reference: 'R-1' }))).external_reference).toBe(
      'R-1',
    );
    // Another team has its own.
    const elsewhere = await openInn(world);
    expect((await elsewhere.send('POST', '/guests', { name: 'Bea', external_reference: 'R-1' })).status).toBe(
      201,
    );
  });

  it('is answered again under its key', async () => {
    made = 40;
    const headers = { 'idempotency-key': `again-${things}` };
    const first = await tryMake(things, { external_reference: 'once' }, headers);
    made = 40;
    const again = await tryMake(things, { external_reference: 'once' }, headers);
    expect([first.status, again.status, again.headers['idempotent-replay']]).toEqual([201, 201, 'true']);
    expect(again.text).toBe(first.text);
  });
});

describe('a reference of a booking', () => {
  it('is unique together with the source, cancelled bookings included', async () => {
    const one = await inn.book({ external_reference: 'HM1', source: 'airbnb' });
    const other = await inn.book({ external_reference: 'HM1', source: 'channel:nest' });
    expectRefusal(await inn.tryBook({ external_reference: 'HM1', source: 'airbnb' }), ['external_reference']);
    await inn.data(inn.cancel(one.id));
    expectRefusal(await inn.tryBook({ external_reference: 'HM1', source: 'airbnb' }), ['external_reference']);
    const found = await inn.read('/bookings?external_reference=HM1');
    expect(found.map(({ id }: Json) => id).sort()).toEqual([one.id, other.id].sort());
    const nest = await inn.read('/bookings?external_reference=HM1&source=channel:nest');
    expect(nest.map(({ id }: Json) => id)).toEqual([other.id]);
  });

  it('is refused together with what else contradicts what is stored', async () => {
    await inn.book({ external_reference: 'HM1' });
    const unknown = { listing_id: '01943600-0000-7000-8000-00000000002a', external_reference: 'HM1' };
    expectRefusal(await inn.tryBook(unknown), ['external_reference', 'listing_id']);
    expectRefusal(
      await inn.send('POST', '/bookings/preview', inn.newBooking({ external_reference: 'HM1' })),
      ['external_reference'],
    );
  });

  it('is changed in every status, and the events say from what to what', async () => {
    const { id } = await inn.book({ external_reference: 'of-the-channel' });
    await inn.data(inn.cancel(id));
    const body = { external_reference: 'of-the-office', custom_fields: { deposit: 'by card' } };
    const amend = (fields: object) => inn.send('POST', `/bookings/${id}/amend`, fields);
    const changed = await inn.data(amend(body));
    expect(changed).toMatchObject({ status: 'cancelled', ...body });
    expectRefusal(await inn.change(id, { external_reference: 'of-nobody' }), ['status']);
    const again = await inn.data(amend({ external_reference: 'of-the-office', custom_fields: {} }));
    expect(again).toEqual(changed);
    const events = await inn.events(id);
    expect(events.at(-1)).toMatchObject({
      type: 'booking.changed',
      data: {
        external_reference: ['of-the-channel', 'of-the-office'],
        custom_fields: [{}, { deposit: 'by card' }],
      },
    });
    const feed = (await inn.send('GET', '/events?types=booking.changed')).body.data;
    expect(feed.at(-1).data.changed).toEqual(['external_reference', 'custom_fields']);
    expect(JSON.stringify(feed)).not.toMatch(/of-the-office|by card/);
  });

  it('is in the list as CSV, and its listing shows its own', async () => {
    await inn.data(inn.send('PUT', `/listings/${inn.listing.id}`, { external_reference: 'L-1' }));
    for (const [index, { id }] of inn.units.entries())
      await inn.data(
        inn.send('PUT', `/units/${id}`, { external_reference: `U-${index}`, custom_fields: { floor: 1 } }),
      );
    const booking = await inn.book({ external_reference: '=HM1', source: 'vrbo' });
    expect(booking.listing).toMatchObject({ external_reference: 'L-1' });
    expect(booking.unit).toEqual({ id: inn.units[0]?.id, name: 'A' });
    const answer = await world.app.inject({
      url: '/v1/bookings',
      headers: { authorization: `Bearer ${inn.token}`, accept: 'text/csv' },
    });
    const [heads, row] = answer.body
      .slice(1)
      .split('\r\n')
      .map((line) => line.split(','));
    expect(row?.[heads?.indexOf('external_reference') ?? -1]).toBe("'=HM1");
  });
});

describe('a reference of a guest', () => {
  it('is refused together with an email', async () => {
    await inn.data(
      inn.send('POST', '/guests', { name: 'Bea', email: 'bea@example.com', external_reference: 'G1' }),
      201,
    );
    const both = { name: 'Cem', email: 'BEA@example.com', external_reference: 'G1' };
    expectRefusal(await inn.send('POST', '/guests', both), ['email', 'external_reference']);
    const cem = await inn.data(inn.send('POST', '/guests', { name: 'Cem' }), 201);
    expectRefusal(await inn.send('PUT', `/guests/${cem.id}`, both), ['email', 'external_reference']);
  });
});

describe('what changes of a listing or a unit', () => {
  it('is told by name, moves the listing, and leaves what is the same', async () => {
    const path = `/units/${inn.units[0]?.id}`;
    const before = await inn.read(`/listings/${inn.listing.id}`);
    const body = { external_reference: 'U', custom_fields: { floor: 2 } };
    await inn.data(inn.send('PUT', path, body));
    await inn.data(inn.send('PUT', path, body));
    await inn.data(inn.send('PUT', `/listings/${inn.listing.id}`, body));
    await inn.data(inn.send('PUT', `/listings/${inn.listing.id}`, body));
    expect((await inn.read(`/listings/${inn.listing.id}`)).updated_at).not.toBe(before.updated_at);
    expect((await eventsIn(world, inn.teamId)).map(({ data }: Json) => data.changed)).toEqual([
      ['units'],
      ['external_reference', 'custom_fields'],
    ]);
  });
});

describe('the units of a team', () => {
  it('are in the order of their listings’ titles and slugs, then of their names', async () => {
    const of = async (publicTitle: string, slug: string, names: readonly string[]) => {
      const { id: listingId } = await buildListing(world, { teamId: inn.teamId, publicTitle, slug });
      for (const name of names) await buildUnit(world, { teamId: inn.teamId, listingId, name });
      return listingId;
    };
    await inn.data(inn.send('PUT', `/listings/${inn.listing.id}`, { public_title: 'Middle' }));
    const last = await of('Tower', 'a-tower', ['2', '10']);
    await of('Attic', 'b', ['Z']);
    await of('Attic', 'a', ['Y']);
    const names = async (query: string) => (await inn.read(`/units?${query}`)).map(({ name }: Json) => name);
    expect(await names('per_page=100')).toEqual(['Y', 'Z', 'A', 'B', 'C', 'D', '10', '2']);
    expect(await names('per_page=3&page=2')).toEqual(['B', 'C', 'D']);
    expect(await names(`listing_id=${last}`)).toEqual(['10', '2']);
    const { body } = await inn.send('GET', '/units?per_page=3');
    expect(body.meta).toMatchObject({ total: 8, last_page: 3, per_page: 3 });
    expect(Object.keys(body.data[0])).toEqual([
      ...['id', 'name', 'active', 'external_reference', 'custom_fields', 'listing_id', 'updated_at'],
    ]);
    expectRefusal(await inn.send('GET', '/units?listing_id=none&active=true'), ['active', 'listing_id']);
    const elsewhere = await openInn(world);
    expect(await elsewhere.read(`/units?listing_id=${last}`)).toEqual([]);
  });

  it('of one listing are found by their reference, too', async () => {
    const path = `/listings/${inn.listing.id}/units`;
    await inn.data(inn.send('PUT', `/units/${inn.units[1]?.id}`, { external_reference: 'U-1' }));
    expect((await inn.read(`${path}?external_reference=U-1`)).map(({ name }: Json) => name)).toEqual(['B']);
  });
});
