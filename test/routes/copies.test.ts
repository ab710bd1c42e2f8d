/** Copies that other systems keep (docs/rules.md, 3.17). */
import { beforeEach, describe, expect, it } from 'vitest';
import { COPIED_KINDS, type CopiedKind } from '../../src/domain/copy-position.ts';
import { openSharedApp, TEST_NOW } from '../helpers/app.ts';
import { at, expectRefusal, type Inn, type Json, openInn, times } from '../helpers/bookings.ts';
import { keepCopy } from '../helpers/copies.ts';
import { day } from '../helpers/factories.ts';

const world = await openSharedApp({ outbound: { allow: ['127.0.0.1'] } });
let inn: Inn;
beforeEach(async () => {
  world.clock.set(TEST_NOW);
  inn = await openInn(world);
});

const LOFT = { kind: 'standalone', max_guests: 4, rates: { nightly: 12_000 } };
let count = 0;

/** How something of each kind is made, and changed. Answers its id. */
const KINDS: Record<CopiedKind, { make: () => Promise<string>; change: (id: string) => Promise<unknown> }> = {
  bookings: {
    make: async () => {
      count += 1;
      return (await inn.book({ check_in: day(3 * count), check_out: day(3 * count + 2) })).id;
    },
    change: (id) => inn.data(inn.change(id, { notes: `Note ${count++}` })),
  },
  guests: {
    make: async () => (await inn.data(inn.send('POST', '/guests', { name: 'Bea' }), 201)).id,
    change: (id) => inn.data(inn.send('PUT', `/guests/${id}`, { notes: `Note ${count++}` })),
  },
  listings: {
    make: async () =>
      (await inn.data(inn.send('POST', '/listings', { ...LOFT, public_title: `Loft ${count++}` }), 201)).id,
    change: (id) => inn.data(inn.send('PUT', `/listings/${id}`, { headline: `Blue ${count++}` })),
  },
  units: {
    make: async () =>
      (
        await inn.data(
          inn.send('POST', `/listings/${inn.listing.id}/units`, { name: `Unit ${count++}` }),
          201,
        )
      ).id,
    change: (id) => inn.data(inn.send('PUT', `/units/${id}`, { name: `Unit ${count++}` })),
  },
  blocks: {
    make: async () => {
      count += 1;
      const nights = { start_date: day(3 * count), end_date: day(3 * count + 2) };
      return at(
        (await inn.data(
          inn.send('POST', '/blocks', { listing_id: inn.listing.id, ...nights }),
          201,
        )) as Json[],
        0,
      ).id;
    },
    change: async () => undefined,
  },
};

/** What a copy gets after a position. */
const tell = async (kind: CopiedKind, after: string | number, more = ''): Promise<Json> => {
  const answer = await inn.send('GET', `/${kind}?changed_after=${after}${more}`);
  expect(answer.status).toBe(200);
  return answer.body;
};
const idsOf = (things: Json[]) => things.map(({ id }) => id);
/** The last position of the feed. */
const findEnd = async (): Promise<number> => {
  let next = 0;
  for (let more = true; more; ) {
    const { meta } = (await inn.send('GET', `/events?after=${next}&limit=500`)).body;
    next = meta.next;
    more = meta.has_more;
  }
  return next;
};

describe.each(COPIED_KINDS)('a copy of %s', (kind) => {
  const { make, change } = KINDS[kind];
  beforeEach(() => {
    count = 0;
  });

  it('begins with a walk in the order of the ids, and then has what has changed since', async () => {
    const made = [];
    for (const _ of times(5, (n) => n)) made.push(await make());
    const listed = idsOf((await inn.send('GET', `/${kind}?per_page=100`)).body.data).sort();
    const told: string[] = [];
    let next = '';
    for (const left of [true, true, false]) {
      const { data, deleted, meta } = await tell(kind, next, `&limit=${Math.ceil(listed.length / 3)}`);
      told.push(...idsOf(data));
      expect({ deleted, meta }).toEqual({
        deleted: [],
        meta: { next: expect.stringMatching(/^[\x21-\x7e]{1,200}$/), has_more: left, restarted: false },
      });
      next = meta.next;
    }
    expect(told).toEqual(listed);
    const nothing = { data: [], deleted: [], meta: { next, has_more: false, restarted: false } };
    expect(await tell(kind, next)).toEqual(nothing);
    const added = await make();
    await change(added);
    await change(at(made, 0));
    const later = await tell(kind, next);
    expect(idsOf(later.data)).toEqual(kind === 'blocks' ? [added] : [added, made[0]]);
    expect(later.meta).toEqual({ next: String(await findEnd()), has_more: false, restarted: false });
    const [thing] = later.data;
    expect(await inn.read(`/${kind}?per_page=100`)).toContainEqual(expect.objectContaining(thing));
    expect(await tell(kind, later.meta.next)).toEqual({ ...nothing, meta: later.meta });
  });

  it('tells of what changes while a walk is under way, even if the walk has passed it', async () => {
    const [first, second] = [await make(), await make()];
    const before = await tell(kind, '', '&limit=1');
    await change(first);
    const added = await make();
    const copy = keepCopy(inn.send, kind, { limit: 1, from: before });
    await copy.follow();
    expect(copy.told).toEqual(expect.arrayContaining([first, second, added]));
    await copy.expectEqual();
  });

  it('goes on from a position of the feed, in the order of the first event', async () => {
    const [first, second] = [await make(), await make()];
    const end = await findEnd();
    const third = await make();
    if (kind !== 'blocks') {
      await change(second);
      await change(first);
      await change(third);
    }
    const expected = kind === 'blocks' ? [third] : [third, second, first];
    expect(idsOf((await tell(kind, end)).data)).toEqual(expected);
    const told: string[] = [];
    for (let next = String(end), more = true; more; ) {
      const { data, meta } = await tell(kind, next, '&limit=1');
      expect(data.length).toBeLessThanOrEqual(1);
      told.push(...idsOf(data));
      next = meta.next;
      more = meta.has_more;
    }
    expect(told.slice(0, expected.length)).toEqual(expected);
  });

  it('refuses every other parameter, and a position that is none or lies ahead', async () => {
    await make();
    await make();
    const walk = (await tell(kind, '', '&limit=1')).meta.next;
    const end = await findEnd();
    const ahead = [String(end + 1), '999999999999999', `${kind}.event.${end}.${inn.listing.id}`];
    const other = kind === 'guests' ? 'units' : 'guests';
    const wrong = [
      '-1',
      '+1',
      '1.5',
      '01',
      'x',
      ' ',
      '1e3',
      '9999999999999999',
      walk.replace(kind, other),
      `${walk}0`,
    ];
    for (const position of [...ahead, ...wrong]) {
      const query = new URLSearchParams({ changed_after: position });
      expectRefusal(await inn.send('GET', `/${kind}?${query}`), ['changed_after']);
    }
    expectRefusal(await inn.send('GET', `/${kind}?changed_after=&changed_after=`), ['changed_after']);
    const parameters: string[] =
      world.app
        .swagger()
        .paths?.[`/v1/${kind}`]?.get?.parameters?.flatMap((one: Json) =>
          one.in === 'query' ? [one.name] : [],
        ) ?? [];
    expect(parameters.length).toBeGreaterThan(5);
    for (const name of parameters) {
      if (['changed_after', 'limit', 'embed'].includes(name)) continue;
      const { status, body } = await inn.send('GET', `/${kind}?changed_after=&${name}=1&page=1`);
      expect([name, status, Object.keys(body.errors).sort()]).toEqual([
        name,
        422,
        [...new Set([name, 'page'])].sort(),
      ]);
    }
    for (const limit of ['0', '101', 'x'])
      expectRefusal(await inn.send('GET', `/${kind}?changed_after=&limit=${limit}`), ['limit']);
    expectRefusal(await inn.send('GET', `/${kind}?limit=10`), ['limit']);
    expect((await inn.send('GET', `/${kind}?changed_after=0&limit=100`)).status).toBe(200);
  });

  it('shows nothing of another team', async () => {
    await make();
    const other = await openInn(world);
    const { data } = (await other.send('GET', `/${kind}?changed_after=`)).body;
    const listed = (await other.send('GET', `/${kind}?per_page=100`)).body.data;
    expect(idsOf(data).sort()).toEqual(idsOf(listed).sort());
  });
});

/** Follows a copy from a position, one thing at a time. */
async function follow(kind: CopiedKind, from: number | string) {
  const [told, deleted]: [string[], string[]] = [[], []];
  for (let next = from, more = true; more; ) {
    const answer = await tell(kind, next, '&limit=1');
    expect(answer.data.length + answer.deleted.length).toBeLessThanOrEqual(1);
    told.push(...idsOf(answer.data));
    deleted.push(...answer.deleted);
    next = answer.meta.next;
    more = answer.meta.has_more;
  }
  return { told, deleted };
}

describe('what a copy gets', () => {
  it('names the ids of things that are gone, also of those that it was never told of', async () => {
    const end = await findEnd();
    const { make: makeBlock } = KINDS.blocks;
    const block = await makeBlock();
    await inn.send('DELETE', `/blocks/${block}`);
    expect((await tell('blocks', end)).deleted).toEqual([block]);
    const listing = await KINDS.listings.make();
    const [unit] = idsOf(await inn.read(`/listings/${listing}/units`));
    const walked = await tell('units', '');
    expect(idsOf(walked.data)).toContain(unit);
    expect((await inn.send('DELETE', `/listings/${listing}`)).status).toBe(204);
    expect(await tell('units', walked.meta.next)).toMatchObject({ data: [], deleted: [unit] });
    expect(await tell('listings', end)).toMatchObject({ data: [], deleted: [listing] });
  });

  it('tells all bookings of a guest who is erased, even if an answer has room for one alone', async () => {
    const guest = { name: 'Bea', email: 'bea@example.com' };
    const bookings = [];
    for (const n of [0, 1, 2])
      bookings.push(
        await inn.book({ guest, notes: 'Late', check_in: day(5 * n), check_out: day(5 * n + 1) }),
      );
    for (const { id } of bookings) await inn.cancel(id, {});
    const end = await findEnd();
    await inn.data(inn.send('POST', `/guests/${at(bookings, 0).guest_id}/erase`));
    const ids = idsOf(bookings).sort();
    const { data } = await tell('bookings', end);
    expect(data.map(({ id, notes }: Json) => [id, notes])).toEqual(ids.map((id) => [id, null]));
    expect((await follow('bookings', end)).told).toEqual(ids);
    expect((await follow('guests', end)).told).toEqual([at(bookings, 0).guest_id]);
  });

  it('has bookings without their listing and guest, which have copies of their own', async () => {
    const booking = await inn.book();
    const { listing: _, guest: __, ...plain } = booking;
    expect((await tell('bookings', '')).data).toEqual([plain]);
    for (const embed of ['guest', 'listing,guest,folio']) {
      const { data } = (await inn.send('GET', `/bookings?embed=${embed}`)).body;
      for (const position of ['', '0'])
        expect((await tell('bookings', position, `&embed=${embed}`)).data).toEqual(data);
    }
  });

  it('tells bookings anew after a listing has moved to another time zone, which ends their grace period', async () => {
    const terms = {
      name: 'Fair',
      grace_hours: 48,
      grace_days_before: 32,
      tiers: [{ days_before: 40, refund_percent: 50 }],
    };
    await inn.data(inn.send('PUT', '/team', { cancellation_policy: terms }));
    await inn.book({ check_in: day(4), check_out: day(6) });
    const copy = keepCopy(inn.send, 'bookings', {});
    await copy.follow();
    const [before] = copy.things.values();
    await inn.data(inn.send('PUT', `/listings/${inn.listing.id}`, { timezone: 'Pacific/Auckland' }));
    await copy.follow();
    await copy.expectEqual();
    const [after] = copy.things.values();
    expect(after?.cancellation.grace_until).not.toBe(before?.cancellation.grace_until);
  });

  it('tells all units of a listing of whose older events none are named, and begins anew if one may be gone', async () => {
    const listing = await KINDS.listings.make();
    await KINDS.units.make();
    const end = await findEnd();
    await KINDS.listings.change(listing);
    const forget = () =>
      world.db.execute(`update team_events set data = data - 'units' where team_id = ${inn.teamId}`);
    await forget();
    const units = idsOf(await inn.read(`/listings/${listing}/units`));
    expect(await tell('units', end)).toMatchObject({ data: [{ id: units[0] }], meta: { restarted: false } });
    const before = await findEnd();
    await inn.data(inn.send('PUT', `/units/${units[0]}`, { active: false }));
    await forget();
    const all = idsOf((await inn.send('GET', '/units?per_page=100')).body.data);
    const anew = await tell('units', before);
    expect(anew.meta.restarted).toBe(true);
    expect(idsOf(anew.data)).toEqual(all.sort());
  });

  it('looks at 5,000 events at most, so an answer may be empty although there is more', async () => {
    const end = await findEnd();
    await world.db.execute(`
      insert into team_events (team_id, id, type, position, in_feed, actor_type, data, created_at)
      select ${inn.teamId}, gen_random_uuid(), 'charge.changed', ${end} + n, true, 'system', '{"kind": "fee", "code": "X"}', '${TEST_NOW}'
      from generate_series(1, 5001) n`);
    await world.db.execute(
      `update event_counters set last_position = last_position + 5001 where team_id = ${inn.teamId}`,
    );
    const { meta } = (await inn.send('GET', `/events?after=${end + 5_000}`)).body;
    expect(meta).toMatchObject({ next: end + 5_001, has_more: false });
    const booking = await inn.book();
    const first = await tell('bookings', end);
    expect(first).toEqual({
      data: [],
      deleted: [],
      meta: { next: String(end + 5_000), has_more: true, restarted: false },
    });
    const second = await tell('bookings', first.meta.next);
    expect([idsOf(second.data), second.meta.has_more]).toEqual([[booking.id], false]);
  });
});

describe.each(['bookings', 'guests'] as const)('a copy of %s as CSV', (kind) => {
  const { make, change } = KINDS[kind];
  const read = async (after: string | number) => {
    const { statusCode, headers, body } = await world.app.inject({
      url: `/v1/${kind}?changed_after=${after}`,
      headers: { accept: 'text/csv', authorization: `Bearer ${inn.token}` },
    });
    const [names = '', ...rows] = body.replace('\ufeff', '').trimEnd().split('\r\n');
    return {
      statusCode,
      names: names.split(','),
      ids: rows.map((row) => row.slice(0, row.indexOf(','))),
      next: headers['changed-after'],
      restarted: headers['changed-restarted'],
    };
  };

  it('has everything at once, and goes on from the header', async () => {
    count = 0;
    const made = [await make(), await make(), await make()];
    const all = idsOf((await tell(kind, '')).data);
    const first = await read('');
    expect(first).toMatchObject({ statusCode: 200, ids: all, next: String(await findEnd()) });
    expect(first.restarted).toBeUndefined();
    expect(await read(first.next as string)).toMatchObject({ ids: [], next: first.next });
    await change(at(made, 1));
    const added = await make();
    const second = await read(first.next as string);
    expect(second.ids).toEqual([made[1], added].sort());
    // A walk in JSON may go on as CSV.
    const walk = (await tell(kind, '', '&limit=1')).meta.next;
    await change(at(all, 0));
    expect((await read(walk)).ids).toEqual(idsOf((await tell(kind, '')).data));
    expect((await read(Number(await findEnd()) + 1)).statusCode).toBe(422);
  });

  it('has ids, without what belongs to other things', async () => {
    await make();
    const { names } = await read('');
    const ofOthers = names.filter((name) => /^(listing|unit|guest)_/.test(name));
    expect(ofOthers).toEqual(kind === 'bookings' ? ['listing_id', 'guest_id', 'unit_id'] : []);
    expect(names).toContain('id');
  });
});

it('bookings as CSV are told after the erasure of their guest', async () => {
  count = 0;
  const booking = await inn.book({ notes: 'Late' });
  await inn.cancel(booking.id, {});
  const end = await findEnd();
  await inn.data(inn.send('POST', `/guests/${booking.guest_id}/erase`));
  const { body } = await world.app.inject({
    url: `/v1/bookings?changed_after=${end}`,
    headers: { accept: 'text/csv', authorization: `Bearer ${inn.token}` },
  });
  expect(body).toContain(booking.id);
  expect(body).not.toContain('Late');
});
