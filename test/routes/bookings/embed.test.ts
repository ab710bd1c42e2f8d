import { beforeEach, describe, expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { type Inn, openInn } from '../../helpers/bookings.ts';
import { buildPhoto, day } from '../../helpers/factories.ts';

const world = await openSharedApp();
let inn: Inn;
beforeEach(async () => {
  inn = await openInn(world, { listing: { securityDepositCents: 5_000 } });
});

const EMBEDDED = ['listing', 'guest', 'folio'];
const listEmbedded = (booking: object) => Object.keys(booking).filter((name) => EMBEDDED.includes(name));
const SETS: [query: string, embedded: string[]][] = [
  ['', ['listing', 'guest']],
  ['?embed=', []],
  ['?embed=folio', ['folio']],
  ['?embed=guest', ['guest']],
  ['?embed=folio,listing,guest', ['listing', 'guest', 'folio']],
  ['?embed=listing&embed=folio,listing', ['listing', 'folio']],
];
const UNKNOWN = ['units', 'listing,', 'Listing', 'listing guest', 'listing,photos'];

describe.each(['list', 'single booking'])('a %s', (kind) => {
  const pathOf = (id: string) => (kind === 'list' ? '/bookings' : `/bookings/${id}`);
  const readOne = async (id: string, query: string) => [await inn.read(pathOf(id) + query)].flat()[0];

  it.each(SETS)('shows with the query "%s" beside a booking’s own fields: %j', async (query, embedded) => {
    const made = await inn.book();
    await buildPhoto(world, { teamId: inn.teamId, listingId: inn.listing.id });
    const { listing, guest, ...own } = await inn.read(`/bookings/${made.id}`);
    expect(listing.photos).toHaveLength(1);
    const shown = await readOne(made.id, query);
    expect(listEmbedded(shown).sort()).toEqual([...embedded].sort());
    const things: Record<string, unknown> = { listing, guest, folio: await inn.folio(made.id) };
    expect(shown).toEqual({ ...own, ...Object.fromEntries(embedded.map((name) => [name, things[name]])) });
  });

  it.each(UNKNOWN)('refuses to embed "%s"', async (embed) => {
    const { id } = await inn.book();
    const answer = await inn.send('GET', `${pathOf(id)}?embed=${encodeURIComponent(embed)}`);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({
      embed: ['The embed field must be empty, or a comma list of listing, guest, folio.'],
    });
  });
});

it('the folio in a list is that of each booking, with the fee of a cancelled one', async () => {
  const kept = await inn.book();
  const cancelled = await inn.book({ check_in: day(10), check_out: day(12) });
  await inn.data(inn.cancel(cancelled.id, { fee: 700 }));
  const listed = await inn.read('/bookings?embed=folio');
  expect(new Map(listed.map(({ id, folio }: { id: string; folio: object }) => [id, folio]))).toEqual(
    new Map([
      [cancelled.id, await inn.folio(cancelled.id)],
      [kept.id, await inn.folio(kept.id)],
    ]),
  );
});

it('a list takes the same statements for one booking as for twenty, whatever it embeds', async () => {
  const count = async (embed: string) =>
    (await world.statements.during(() => inn.read(`/bookings?embed=${embed}`))).statements.length;
  const countAll = async () => [await count(''), await count('listing,guest'), await count('listing,folio')];
  await inn.book();
  const ofOne = await countAll();
  for (let n = 1; n < 20; n += 1) await inn.book({ check_in: day(10 * n), check_out: day(10 * n + 2) });
  expect(await countAll()).toEqual(ofOne);
  const [bare = 0, withListing = 0, withFolio = 0] = ofOne;
  expect([withListing - bare, withFolio - bare]).toEqual([1, 4]);
});

it('a copy shows nothing beside a booking’s own fields by default, and what embed names', async () => {
  const { id } = await inn.book();
  const { listing, guest, ...own } = await inn.read(`/bookings/${id}`);
  const folio = await inn.folio(id);
  expect(await inn.read('/bookings?changed_after=')).toEqual([own]);
  expect(await inn.read('/bookings?changed_after=&embed=')).toEqual([own]);
  const all = await inn.read('/bookings?changed_after=&embed=listing,guest,folio');
  expect(all).toEqual([{ ...own, listing, guest, folio }]);
});

it('the CSV of bookings is the same whatever is embedded', async () => {
  await inn.book();
  const csv = (query: string) =>
    world.app.inject({
      url: `/v1/bookings${query}`,
      headers: { authorization: `Bearer ${inn.token}`, accept: 'text/csv' },
    });
  const plain = (await csv('')).body;
  expect(plain).toContain('Bea Lind');
  for (const query of ['?embed=', '?embed=folio']) expect((await csv(query)).body).toBe(plain);
});

describe('the tag of a booking', () => {
  const tagOf = async (id: string, query = '') =>
    String((await inn.send('GET', `/bookings/${id}${query}`)).headers.etag);
  const QUERIES = SETS.map(([query]) => query);

  it('the tag of any embedding is accepted by a write, until the booking changes', async () => {
    const { id } = await inn.book();
    for (const query of QUERIES) {
      const tag = await tagOf(id, query);
      const notes = `Read with ${query}`;
      expect((await inn.change(id, { notes }, { 'if-match': tag })).status).toBe(200);
      expect((await inn.change(id, { notes: 'Again' }, { 'if-match': tag })).status).toBe(412);
    }
  });

  it('a new headline of its place, a new photo, another name of its guest and a payment leave it current', async () => {
    const { id, guest_id } = await inn.book();
    const tags = await Promise.all(QUERIES.map((query) => tagOf(id, query)));
    await inn.data(inn.send('PUT', `/listings/${inn.listing.id}`, { headline: 'By the sea' }));
    await buildPhoto(world, { teamId: inn.teamId, listingId: inn.listing.id });
    await inn.data(inn.send('PUT', `/guests/${guest_id}`, { phone: '+45 1' }));
    await inn.data(inn.send('POST', `/bookings/${id}/payments`, { amount: 100 }), 201);
    expect(await tagOf(id, '?embed=')).toBe(tags[1]);
    for (const tag of tags)
      expect((await inn.send('POST', `/bookings/${id}/preview`, {}, { 'if-match': tag })).status).toBe(200);
  });

  it('a 304 is only for the same embedding, and only while what is embedded is the same', async () => {
    const { id, guest_id } = await inn.book();
    const ask = async (query: string, tag: string) =>
      (await inn.send('GET', `/bookings/${id}${query}`, undefined, { 'if-none-match': tag })).status;
    const tags = await Promise.all(QUERIES.map((query) => tagOf(id, query)));
    expect(new Set(tags).size).toBe(QUERIES.length);
    for (const [index, query] of QUERIES.entries()) {
      const statuses = await Promise.all(tags.map((tag) => ask(query, tag)));
      expect([query, statuses]).toEqual([query, tags.map((_, other) => (other === index ? 304 : 200))]);
    }
    await inn.data(inn.send('PUT', `/listings/${inn.listing.id}`, { headline: 'By the sea' }));
    await inn.data(inn.send('PUT', `/guests/${guest_id}`, { phone: '+45 1' }));
    const again = await Promise.all(QUERIES.map((query, index) => ask(query, tags[index] ?? '')));
    // Only the bare booking and the one with its folio show neither the place nor the guest.
    expect(again).toEqual([200, 304, 304, 200, 200, 200]);
  });

  it('the answer to a HEAD has the tag of the GET', async () => {
    const { id } = await inn.book();
    const head = await world.app.inject({
      method: 'HEAD',
      url: `/v1/bookings/${id}?embed=folio`,
      headers: { authorization: `Bearer ${inn.token}` },
    });
    expect(head.headers.etag).toBe(await tagOf(id, '?embed=folio'));
  });
});
