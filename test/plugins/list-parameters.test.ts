import { describe, expect, test } from 'vitest';
import { openSharedApp } from '../helpers/app.ts';
import { type Json, openInn } from '../helpers/bookings.ts';
import { day } from '../helpers/factories.ts';
import { LIST_VALUES, REGISTERS } from '../registers/all.ts';

const world = await openSharedApp();
const inn = await openInn(world, { team: { siteBookings: 'request' }, role: 'owner' });
const other = await inn.data(
  inn.send('POST', '/listings', {
    kind: 'standalone',
    public_title: 'Hut',
    max_guests: 2,
    rates: { nightly: 1 },
  }),
  201,
);
const booking = await inn.book();
await inn.book({ check_in: day(10), check_out: day(12), status: 'pending' });
await inn.data(
  inn.send('POST', '/fees', { code: 'tea', name: 'Tea', basis: 'stay', amount: 1, optional: true }),
  201,
);
await inn.data(
  inn.send('POST', '/fees', { code: 'bread', name: 'Bread', basis: 'stay', amount: 2, optional: true }),
  201,
);
/** Another team, with one booking of each of two statuses. */
const few = await openInn(world);
await few.book();
await few.book({ check_in: day(10), check_out: day(12), status: 'pending' });
const { slug: teamSlug } = await inn.read('/team');
const document = (await world.get('/openapi.json')).json();

/** What this team has of its own beside the registers’ values. */
const VALUES: Record<string, readonly [string, string]> = {
  ...LIST_VALUES,
  listing_ids: [inn.listing.id, other.id],
};
/** What a request needs beside one parameter. */
const STAY = { check_in: day(20), check_out: day(22) };
const NEEDED: Record<string, Record<string, string>> = {
  listCalendars: { start_date: day(0), end_date: day(3) },
  listOccupancies: { start_date: day(0), end_date: day(3) },
};

type Operation = { id: string; url: string; parameters: Json[] };
const things: Record<string, string> = {
  teamSlug,
  listingSlug: inn.listing.slug,
  listing: inn.listing.id,
  booking: booking.id,
};
for (const { makeThings } of REGISTERS) Object.assign(things, await makeThings?.(world, inn));
const reads: Operation[] = Object.entries<Json>(document.paths).flatMap(([path, { get }]) => {
  if (!get) return [];
  const url = path.replaceAll(/\{(\w+)\}/g, (name, key: string) => things[key] ?? name);
  const parameters = (get.parameters ?? []).filter((one: Json) => one.in === 'query');
  return [{ id: get.operationId, url, parameters }];
});

const needed = ({ id, parameters }: Operation): Record<string, string> => {
  const names = parameters.map(({ name }) => name);
  const ages = names.includes('children_ages') ? { adults: '1' } : {};
  return { ...(names.includes('check_in') ? { ...STAY, ...ages } : {}), ...NEEDED[id] };
};

const lists = reads.flatMap((read) =>
  read.parameters
    .filter(({ schema }) => schema.type === 'array')
    .map(({ name }) => ({ ...read, name, values: VALUES[`${read.id} ${name}`] ?? VALUES[name] })),
);
const singles = reads
  .filter(({ url }) => !url.includes('{'))
  .flatMap((read) =>
    read.parameters.filter(({ schema }) => schema.type !== 'array').map(({ name }) => ({ ...read, name })),
  );

/** The answer, without its links, which repeat the query. */
async function ask({ url, ...read }: Operation, pairs: [string, string][]) {
  const others = Object.entries(needed({ url, ...read })).filter(([name]) => name !== pairs[0]?.[0]);
  const answer = await world.get(`${url}?${new URLSearchParams([...others, ...pairs])}`, inn.token);
  const { links: _, meta, ...body } = answer.json();
  return { status: answer.statusCode, ...body, total: meta?.total };
}

describe('a list parameter', () => {
  test('many operations have list parameters', () => {
    expect(lists.length).toBeGreaterThan(12);
    expect(singles.length).toBeGreaterThan(60);
  });

  test('the registers have two values of each list parameter', () => {
    const missing = lists.filter(({ values }) => values === undefined);
    expect(missing.map(({ id, name }) => `Add to \`listValues\` of a register: '${id} ${name}'`)).toEqual([]);
  });

  test.each(lists)(
    '$name of $id takes its values separated by commas, repeated, or both',
    async ({ name, values, ...read }) => {
      const [one, two] = values ?? ['', ''];
      const byCommas = await ask(read, [[name, `${one},${two}`]]);
      expect(byCommas).toMatchObject({ status: 200 });
      const once = name === 'children_ages' || name === 'extras';
      const ways: [string, string][][] = [
        [
          [name, one],
          [name, two],
        ],
        // A word may come twice, an age is another child, and an extra is an error.
        ...(once
          ? []
          : [
              [
                [name, `${one},${two}`],
                [name, one],
              ] as [string, string][],
            ]),
      ];
      for (const way of ways) expect(await ask(read, way)).toEqual(byCommas);
      const withEmpty = await ask(read, [
        [name, one],
        [name, ''],
        [name, two],
      ]);
      // An empty list of ages, of extras or of what is embedded is a list. An empty word is none.
      if (once || name === 'embed') expect(withEmpty).toEqual(byCommas);
      else expect([withEmpty.status, Object.keys(withEmpty.errors)]).toEqual([422, [name]]);
    },
  );

  test('a list parameter with two values finds what either value finds', async () => {
    const totals = [];
    for (const query of ['status=confirmed', 'status=pending', 'status=confirmed&status=pending'])
      totals.push((await few.send('GET', `/bookings?${query}`)).body.meta.total);
    expect(totals).toEqual([1, 1, 2]);
  });

  test('links of a page keep the repeated values of a list parameter', async () => {
    const { links } = (await few.send('GET', '/bookings?status=confirmed&status=pending&per_page=1')).body;
    expect(new URL(links.next).searchParams.getAll('status')).toEqual(['confirmed', 'pending']);
    expect(
      (await world.get(new URL(links.next).pathname + new URL(links.next).search, few.token)).json().meta,
    ).toMatchObject({ total: 2, current_page: 2 });
  });

  test('the limit of a list parameter counts all of its values, however they are sent', async () => {
    const ages = Array.from({ length: 101 }, () => ['children_ages', '1'] as [string, string]);
    const quote = reads.find(({ id }) => id === 'getAvailability');
    expect(await ask(quote as Operation, ages)).toMatchObject({
      status: 422,
      errors: { children_ages: ['The children ages field must not name more than 100.'] },
    });
  });
});

test.each(singles)('$name of $id may be given once only', async ({ name, ...read }) => {
  const answer = await ask(read, [
    [name, '1'],
    [name, '2'],
  ]);
  expect(answer.status).toBe(422);
  expect(answer.errors[name]?.[0]).toMatch(/must be given once\.$/);
});
