/** What an import replaces, what it leaves alone, and which ids it keeps (docs/rules.md, 20.3). */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { unitFields } from '../../../../src/schemas/listings/unit.ts';
import { listBlanks } from '../../../helpers/row-fields.ts';
import { rowsOf } from '../../../helpers/rows.ts';
import { NOW, openSharedTeamFiles } from '../../../helpers/team-file.ts';
import { exampleFile } from './example.ts';

const LATER = '2026-12-24T18:00:00+00:00';

const NIGHTS = { type: 'accommodation', code: 'accommodation', name: 'Stay', basis: 'night', quantity: 4 };
const FEE = { type: 'fee', code: 'cleaning', name: 'Cleaning', basis: 'stay', amount: 5000 };
const TAX = { type: 'tax', code: 'vat', name: 'VAT', basis: 'stay', amount: 4780 };

const files = await openSharedTeamFiles();

let made = 0;

/** The example, imported as a new team. The clock is set to a later time for the following imports. */
async function importedExample() {
  made += 1;
  const example = exampleFile();
  const team = { ...example.team, slug: `team-${made}` };
  const email = `ana-${made}@harbour.example`;
  const members = example.members.map((member) => ({ ...member, email }));
  const tokens = example.tokens.map((token) => ({
    ...token,
    token: `${token.token}-${made}`,
    created_by: email,
  }));
  const file = { ...example, team, members, tokens };
  files.setNow(NOW);
  await files.importSound(file);
  files.setNow(LATER);
  const [loft] = file.listings;
  const [booking] = file.bookings;
  const read = () => files.exportFile(team.slug);
  return { file, team, loft, booking, read, before: await read() };
}

const listingOf = (file: { listings: { slug: string }[] }, slug: string) =>
  file.listings.find((listing) => listing.slug === slug) as unknown as Record<
    string,
    Record<string, unknown>[]
  >;

test('an import leaves alone what its file does not name', async () => {
  const { team, read, before } = await importedExample();
  const stored = await rowsOf(files.pool);
  await files.importSound({ team });
  await files.importSound({
    team,
    listings: [],
    guests: [],
    bookings: [],
    members: [],
    tokens: [],
    coupons: [],
  });
  expect(await read()).toEqual(before);
  expect(await rowsOf(files.pool)).toEqual(stored);
});

test('an import replaces fees, taxes, discounts and blocks as a whole, and [] or null removes them all', async () => {
  const { team, file, read, before } = await importedExample();
  const [cleaning] = file.fees;
  await files.importSound({ team, fees: [cleaning], taxes: null, discounts: [], blocks: [] });
  expect(await read()).toEqual({ ...before, fees: [before.fees[0]], taxes: [], discounts: [], blocks: [] });
});

test.each(['seasons', 'days', 'photos'])(
  'an import that only removes the %s of a listing counts as a change',
  async (parts) => {
    const { team, read } = await importedExample();
    const { counts } = await files.importSound({ team, listings: [{ slug: 'sea-loft', [parts]: [] }] });
    expect(counts).toEqual({ listings: { changed: 1 } });
    expect(listingOf(await read(), 'sea-loft')).toMatchObject({ [parts]: [], updated_at: LATER });
  },
);

test('an imported booking whose stay changes has a line for each total, even if the totals stay the same', async () => {
  const { team, booking, read } = await importedExample();
  const { confirmation_code, totals } = booking ?? {};
  await files.importSound({
    team,
    bookings: [{ confirmation_code, totals, lines: [{ ...NIGHTS, amount: 48000 }, FEE, TAX] }],
  });
  const linesOf = async () => (await read()).bookings[0].lines.map(({ name }: { name: string }) => name);
  expect(await linesOf()).toEqual(['Stay', 'Cleaning', 'VAT']);
  await files.importSound({ team, bookings: [{ confirmation_code, totals }] });
  expect(await linesOf()).toEqual(['Stay', 'Cleaning', 'VAT']);
  await files.importSound({ team, bookings: [{ confirmation_code, totals, check_out: '2027-03-06' }] });
  expect(await linesOf()).toEqual(['Accommodation', 'Fees', 'Taxes']);
});

test('an import replaces photos, seasons and days of a listing as a whole, but not its units or other listings', async () => {
  const { team, loft, read, before } = await importedExample();
  const { photos, seasons, days, units, ...rest } = {
    photos: null,
    seasons: null,
    days: null,
    units: null,
    ...loft,
  };
  await files.importSound({
    team,
    listings: [{ ...rest, seasons: [], days: null, units: [{ name: 'Loft C' }] }],
  });
  const after = await read();
  const [was, is] = [listingOf(before, 'sea-loft'), listingOf(after, 'sea-loft')];
  expect(is).toMatchObject({ photos: was.photos, seasons: [], days: [], created_at: NOW, updated_at: LATER });
  expect(is.units?.map(({ name }) => name)).toEqual(['Loft A', 'Loft B', 'Loft C']);
  expect(after.listings.slice(0, 2)).toEqual(before.listings.slice(0, 2));
});

test('an export has every listing, guest and booking, however many pages they are read in', async () => {
  const { team, read } = await importedExample();
  const copies = (table: string, key: string, rest = '{}') =>
    files.pool.query(`
      insert into ${table}
      select copy.* from generate_series(1, 1000) as n,
        (select * from ${table} where team_id = (select id from teams where slug = '${team.slug}') limit 1) as one,
        jsonb_populate_record(null::${table}, to_jsonb(one) || '${rest}'
          || jsonb_build_object('id', gen_random_uuid(), '${key}', 'copy-' || n)) as copy`);
  await copies(
    'listings',
    'slug',
    '{"kind": "standalone", "building_id": null, "whole_building_bookable": false}',
  );
  await copies('guests', 'name', '{"email": null, "email_key": null}');
  await copies('bookings', 'confirmation_code', '{"status": "cancelled", "cancelled_at": "2026-12-01"}');
  const { listings, guests, bookings } = await read();
  expect([listings.length, guests.length, bookings.length]).toEqual([1_003, 1_001, 1_001]);
});

test('in an import, an absent field keeps what is stored, and null sets the default', async () => {
  const { team, read } = await importedExample();
  const required = {
    slug: 'sea-loft',
    kind: 'standalone',
    public_title: 'New',
    max_guests: 5,
    rates: { nightly: 1 },
  };
  await files.importSound({ team, listings: [required] });
  const kept = listingOf(await read(), 'sea-loft');
  expect(kept).toMatchObject({
    public_title: 'New',
    nickname: 'SL',
    rates: { nightly: 1, weekend_nightly: 15000 },
  });
  await files.importSound({
    team,
    listings: [
      { ...required, nickname: null, headline: '  ', rules: null, address: null, property_type: null },
    ],
  });
  expect(listingOf(await read(), 'sea-loft')).toMatchObject({
    nickname: null,
    headline: null,
    property_type: 'other',
    rules: { min_stay: null, preparation_days: 0 },
    address: { city: null, latitude: null },
    rates: { weekend_nightly: 15000 },
  });
});

test('an imported refunded payment without an amount was refunded in full', async () => {
  const { team, booking, read } = await importedExample();
  const payments = [
    { amount: 17_334, status: 'refunded' },
    { amount: 57_780, status: 'scheduled' },
  ];
  await files.importSound({ team, bookings: [{ ...booking, payments }] });
  const [after] = (await read()).bookings;
  expect(after.payments).toMatchObject([{ refunded_amount: 17_334 }, { refunded_amount: 0 }]);
});

test('a team file may name only what changes about things that have a key', async () => {
  const { team, file, read, before } = await importedExample();
  const { counts } = await files.importSound({
    team: { slug: team.slug },
    members: [{ email: file.members[0]?.email, name: 'Ana R.' }],
    tokens: [{ name: 'Back office', scope: 'read-only' }],
    fees: [{ code: 'cleaning', amount: 6000 }, { code: 'service' }],
    taxes: [
      { code: 'vat', basis: 'stay', amount: 7 },
      { code: 'city', max_nights: null },
    ],
    discounts: [
      { code: 'weekly', percent: 11 },
      { code: 'early', kind: 'length_of_stay', min_nights: 3 },
    ],
    coupons: [{ code: 'take20', percent: 20 }],
    listings: [
      { slug: 'sea-loft', rates: { weekend_nightly: 1 } },
      { slug: 'pier-double', units: [{ name: '103' }] },
    ],
    guests: [{ email: 'bea@example.com', notes: 'Quiet' }],
    bookings: [{ confirmation_code: 'HB7K2M9Q', notes: 'Late' }],
  });
  const one = { changed: 1 };
  expect(counts).toEqual({
    members: one,
    tokens: one,
    fees: { changed: 1, unchanged: 1 },
    taxes: { changed: 2 },
    discounts: { changed: 2 },
    coupons: one,
    listings: { changed: 2 },
    guests: one,
    bookings: one,
  });
  const after = await read();
  const [double, house, loft] = before.listings;
  const [booking] = before.bookings;
  const changedNow = { updated_at: LATER };
  expect(after).toEqual({
    ...before,
    members: [{ ...before.members[0], name: 'Ana R.', ...changedNow }],
    tokens: [{ ...before.tokens[0], scope: 'read-only' }],
    fees: [{ ...before.fees[0], amount: 6000 }, before.fees[1]],
    taxes: [
      { ...before.taxes[0], max_nights: null },
      { ...before.taxes[1], basis: 'stay', percent: null, amount: 7 },
    ],
    discounts: [
      { ...before.discounts[0], kind: 'length_of_stay', min_nights: 3, days_before: null },
      { ...before.discounts[1], percent: 11 },
    ],
    coupons: [before.coupons[0], { ...before.coupons[1], code: 'take20', percent: 20, amount: null }],
    listings: [
      {
        ...double,
        units: [
          ...double.units,
          {
            ...listBlanks(unitFields),
            id: expect.any(String),
            name: '103',
            sellable: [{ from: LATER.slice(0, 10), to: null }],
            ...changedNow,
          },
        ],
        ...changedNow,
      },
      house,
      { ...loft, rates: { ...loft.rates, weekend_nightly: 1 }, ...changedNow },
    ],
    guests: [{ ...before.guests[0], notes: 'Quiet', ...changedNow }],
    bookings: [{ ...booking, notes: 'Late', events: expect.any(Array), ...changedNow }],
  });
  expect(file.tokens[0]?.token).toBe(after.tokens[0].token);
  expect(
    await files.importRefused({ team: { slug: 'unknown' }, listings: [{ slug: 'new', rates: {} }] }),
  ).toEqual([
    ...['name', 'currency', 'timezone'].map((field) => `team (unknown): ${field} is required.`),
    ...['kind', 'public_title', 'max_guests'].map((field) => `listings[0] (new): ${field} is required.`),
    'listings[0] (new): rates.nightly is required.',
  ]);
});

test('an import checks the fields of an entry together with the stored ones', async () => {
  const { team } = await importedExample();
  expect(await files.importRefused({ team, fees: [{ code: 'service', name: null }] })).toEqual([
    'fees[0] (service): name is required.',
  ]);
  expect(
    await files.importRefused({
      team,
      fees: [{ code: 'cleaning', basis: 'percent' }],
      taxes: [{ code: 'city', included: true }],
      discounts: [{ code: 'weekly', kind: 'early_bird' }],
      coupons: [{ code: 'SPRING15', amount: 5, percent: 5 }],
      listings: [
        { slug: 'pier-house', units: [{ name: 'A' }] },
        { slug: 'pier-double', whole_building_bookable: true },
      ],
      bookings: [{ confirmation_code: 'HB7K2M9Q', check_out: '2027-03-01' }],
    }),
  ).toEqual([
    'listings[0] (pier-house): units must not be given with kind "building", whose unit types have them, not a list of 1.',
    'listings[1] (pier-double): whole_building_bookable must be false with kind "unit_type", not true.',
    'fees[0] (cleaning): percent is required with basis "percent".',
    'fees[0] (cleaning): amount must not be given with basis "percent", not 5000.',
    'taxes[0] (city): included must be false with basis "guest_night", not true.',
    'discounts[0] (weekly): days_before is required with kind "early_bird".',
    'discounts[0] (weekly): min_nights must not be given with kind "early_bird", not 7.',
    'coupons[0] (SPRING15): percent must not be given together with amount.',
    'bookings[0] (HB7K2M9Q): check_out must be a date after check_in, not "2027-03-01".',
  ]);
});

test('a new photo in a team file needs an address, and a stored one without address is exported and imported', async () => {
  const { team, listings } = exampleFile();
  const slug = listings[0]?.slug;
  await files.importSound({ team, listings });
  expect(await files.importRefused({ team, listings: [{ slug, photos: [{ width: 1 }] }] })).toEqual([
    expect.stringContaining(
      'photos[0].original_url is required for a photo without medium_url and thumbnail_url',
    ),
  ]);
  const photos = [{ id: '01943600-0000-7000-8000-00000000abcd', width: 1 }];
  await files.importSound({ team, listings: [{ slug, photos }] });
  const before = await files.exportText(team.slug);
  await files.importSound(JSON.parse(before));
  expect(await files.exportText(team.slug)).toBe(before);
});

test('an address that photos may not have is a problem in a team file, unless the photo is already stored with it', async () => {
  const { team, listings } = exampleFile();
  const slug = listings[0]?.slug;
  const id = '01943600-0000-7000-8000-00000000abce';
  const good = { original_url: 'https://p.example/good.jpg' };
  await files.importSound({ team, listings });
  await files.importSound({ team, listings: [{ slug, photos: [{ id, ...good }, good] }] });
  const address = 'javascript:alert(1)';
  const problemOf = (index: number, field: string) =>
    expect.stringContaining(
      `photos[${index}].${field} must be an address that begins with https:// or http://, of at most 1024 characters, not "`,
    );
  const importPhotos = (...photos: object[]) => files.importRefused({ team, listings: [{ slug, photos }] });
  const long = `https://p.example/${'x'.repeat(1_500)}`;
  expect(
    await importPhotos(
      { id, original_url: address },
      { medium_url: 'data:,' },
      { ...good, thumbnail_url: long },
    ),
  ).toEqual([problemOf(0, 'original_url'), problemOf(1, 'medium_url'), problemOf(2, 'thumbnail_url')]);

  await files.db.execute(
    sql`update photos set original_url = ${address}, medium_url = ${long} where id = ${id}`,
  );
  const before = await files.exportText(team.slug);
  expect(before).toContain(address);
  await files.importSound(JSON.parse(before));
  expect(await files.exportText(team.slug)).toBe(before);
  // Without its id it is the photo with this original_url.
  await files.importSound({
    team,
    listings: [{ slug, photos: [{ original_url: address, medium_url: long }] }],
  });
  // Not for another photo, and not as another version of the same one.
  expect(await importPhotos({ id, original_url: address, medium_url: `${long}y` })).toEqual([
    problemOf(0, 'medium_url'),
  ]);
  expect(await importPhotos({ id, original_url: long })).toEqual([problemOf(0, 'original_url')]);
  const other = { ...JSON.parse(before), team: { ...team, slug: 'elsewhere' } };
  for (const listing of other.listings) for (const photo of listing.photos ?? []) delete photo.id;
  expect(await files.importRefused({ team: other.team, listings: other.listings })).toEqual(
    expect.arrayContaining([problemOf(0, 'original_url')]),
  );
});

test('an address that photos may not have is reported together with all other wrong fields of a team file', async () => {
  const { team, listings } = exampleFile();
  const slug = listings[0]?.slug;
  const id = '01943600-0000-7000-8000-00000000abcf';
  const good = { original_url: 'https://p.example/good.jpg' };
  await files.importSound({ team, listings });
  await files.importSound({ team, listings: [{ slug, photos: [{ id, ...good }, good] }] });
  const address = 'javascript:alert(1)';
  const wrong = {
    slug,
    bedrooms_count: -1,
    photos: [
      { ...good, original_url: address, width: -1 },
      { id, medium_url: 'data:,' },
    ],
  };
  const problemsOf = (file: object) => files.importRefused({ team, guests: [{ name: 7 }], ...file });
  const problemOf = (listing: string, photo: string) =>
    expect.stringContaining(`${listing}: photos${photo} must be an address that begins with`);
  const others = [
    expect.stringContaining(`listings[0] (${slug}): bedrooms_count`),
    expect.stringContaining(`listings[0] (${slug}): photos[0].width`),
    expect.stringContaining('guests[0]: name'),
  ];
  expect(await problemsOf({ listings: [wrong] })).toEqual([
    ...others,
    problemOf(`listings[0] (${slug})`, '[0].original_url'),
    problemOf(`listings[0] (${slug})`, '[1].medium_url'),
  ]);
  // So it is with what contradicts the rest of the file.
  const lost = { slug: 'lost', kind: 'unit_type', public_title: 'Lost', max_guests: 1, building: 'nowhere' };
  expect(
    await files.importRefused({ team, listings: [{ slug, photos: [{ original_url: address }] }, lost] }),
  ).toEqual(
    expect.arrayContaining([
      problemOf(`listings[0] (${slug})`, '[0].original_url'),
      expect.stringContaining('listings[1] (lost): building must be the slug of a building'),
    ]),
  );
  // One that is stored with its photo is none of the problems, and the same address is one in another team.
  await files.db.execute(sql`update photos set original_url = ${address} where id = ${id}`);
  const stored = { ...wrong, photos: [{ ...wrong.photos[0], id, thumbnail_url: address }] };
  expect(await problemsOf({ listings: [stored] })).toEqual([
    ...others,
    problemOf(`listings[0] (${slug})`, '[0].thumbnail_url'),
  ]);
  const elsewhere = { ...team, slug: 'not-here' };
  expect(await problemsOf({ team: elsewhere, listings: [stored] })).toEqual([
    ...others,
    problemOf(`listings[0] (${slug})`, '[0].thumbnail_url'),
    problemOf(`listings[0] (${slug})`, '[0].original_url'),
  ]);
});

test('imported photos without sort_order keep the order of the file, whichever ids they keep', async () => {
  const { team, loft, read } = await importedExample();
  for (const names of [
    ['a', 'b', 'c'],
    ['c', 'new', 'a', 'b'],
    ['b', 'a'],
  ]) {
    const photos = names.map((name) => ({ original_url: `https://p.example/${name}` }));
    await files.importSound({ team, listings: [{ slug: loft?.slug, photos }] });
    const stored = listingOf(await read(), 'sea-loft').photos ?? [];
    expect(stored.map(({ original_url: url }) => String(url).slice(-names.length))).toEqual(
      photos.map(({ original_url: url }) => url.slice(-names.length)),
    );
  }
});

test('a day in a team file with only null or false is not a day override', async () => {
  const { team, read } = await importedExample();
  const days = [
    { date: '2028-01-01', closed: false, nightly: null },
    { date: '2028-01-02', closed: true },
    { date: '2028-01-03' },
  ];
  await files.importSound({ team, listings: [{ slug: 'sea-loft', days }] });
  expect(listingOf(await read(), 'sea-loft').days).toMatchObject([{ date: '2028-01-02', closed: true }]);
});

test('imported photos keep their ids by address, else by position', async () => {
  const { team, loft, read } = await importedExample();
  const importPhotos = async (photos: unknown[]) => {
    await files.importSound({ team, listings: [{ ...loft, photos }] });
    return listingOf(await read(), 'sea-loft').photos ?? [];
  };
  const picture = (name: string, sort_order: number) => ({
    original_url: `https://p.example/${name}`,
    sort_order,
  });
  const [a, b, c] = await importPhotos([
    picture('a', 0),
    picture('b', 1),
    { medium_url: 'https://p.example/c', sort_order: 2 },
  ]);
  const moved = await importPhotos([
    picture('b', 0),
    picture('new', 1),
    { medium_url: 'https://p.example/d', sort_order: 2 },
  ]);
  expect(moved.map(({ id }) => id)).toEqual([b?.id, expect.not.stringMatching(String(a?.id)), c?.id]);
  const given = '01970000-0000-7000-8000-00000000aaaa';
  const [named] = await importPhotos([{ ...picture('b', 0), id: given.toUpperCase() }]);
  expect(named?.id).toBe(given);
});

test('imported payments keep their ids by order, invoices by number, and a deposit its own', async () => {
  const { team, booking, read, before } = await importedExample();
  const { events, ...rest } = booking ?? { events: [] };
  const [was] = before.bookings;
  await files.importSound({
    team,
    bookings: [
      {
        ...rest,
        payments: [
          { amount: 10000, status: 'paid', due_on: '2026-11-01' },
          { amount: 20000, status: 'failed', due_on: '2027-01-30' },
          { amount: 27780, status: 'scheduled', due_on: '2027-02-10' },
        ],
        invoices: [
          { number: '2026-0002', amount: 57780, status: 'open' },
          { number: '2026-0001', amount: 57780, status: 'void', voided_at: LATER },
        ],
        security_deposit: { amount: 20000, status: 'returned' },
      },
    ],
  });
  const [is] = (await read()).bookings;
  const idsOf = (list: { id: string }[]) => list.map(({ id }) => id);
  expect(idsOf(is.payments).slice(0, 2)).toEqual(idsOf(was.payments));
  expect(is.invoices).toMatchObject([
    { number: '2026-0001', id: was.invoices[0].id, issued_at: was.invoices[0].issued_at },
    { number: '2026-0002' },
  ]);
  expect(is.security_deposit.id).toBe(was.security_deposit.id);
  expect(is).toMatchObject({ id: was.id, created_at: was.created_at, updated_at: LATER });

  const ids = ['b', 'a', 'c'].map((digit) => `01970000-0000-7000-8000-${digit.repeat(12)}`);
  const sameDay = ids.map((id, index) => ({
    id,
    // Together the grand total.
    amount: [100, 101, 57_579][index],
    status: 'scheduled',
    due_on: index === 2 ? '2026-11-01' : '2027-01-30',
  }));
  const [second, third, first] = ids;
  await files.importSound({ team, bookings: [{ ...rest, payments: sameDay }] });
  const sorted = await read();
  expect(idsOf(sorted.bookings[0].payments)).toEqual([first, second, third]);
  files.setNow('2027-05-01T00:00:00+00:00');
  await files.importSound({ ...sorted, tokens: undefined, members: undefined });
  expect(await read()).toEqual(sorted);
  await files.importSound({ team, bookings: [{ ...rest, payments: sameDay.toReversed() }] });
  expect(idsOf((await read()).bookings[0].payments)).toEqual([first, third, second]);

  await files.importSound({
    team,
    bookings: [{ ...rest, payments: null, invoices: [], security_deposit: null }],
  });
  expect((await read()).bookings).toMatchObject([{ payments: [], invoices: [], security_deposit: null }]);
});

test('imported blocks keep their ids by unit and dates, else by order', async () => {
  const { team, read } = await importedExample();
  const block = (start_date: string, end_date: string) => ({
    listing: 'sea-loft',
    unit: 'Loft B',
    start_date,
    end_date,
  });
  const importBlocks = async (...blocks: unknown[]) => {
    await files.importSound({ team, blocks });
    return (await read()).blocks as { id: string; start_date: string; created_at: string }[];
  };
  const [a, b] = await importBlocks(block('2028-01-01', '2028-01-05'), block('2028-02-01', '2028-02-05'));
  const after = await importBlocks(block('2028-01-02', '2028-01-04'), block('2028-02-01', '2028-02-05'));
  expect(after.map(({ id }) => id)).toEqual([a?.id, b?.id]);
  const [first] = await importBlocks(block('2028-02-01', '2028-02-05'));
  expect(first?.id).toBe(b?.id);
});

test('an id in a team file that differs from the stored one is a problem, and a stored id with another natural key renames', async () => {
  const { team, file, loft, booking, read, before } = await importedExample();
  const other = '01970000-0000-7000-8000-00000000bbbb';
  expect(
    await files.importRefused({
      team,
      listings: [{ ...loft, id: other, units: [{ name: 'Loft B', id: other }] }],
      guests: [{ ...file.guests[0], id: other }],
      bookings: [{ ...booking, id: other }],
    }),
  ).toEqual([
    `listings[0] (sea-loft): id must be the stored one or left out, not "${other}".`,
    `listings[0] (sea-loft): units[0].id must be the stored one or left out, not "${other}".`,
    `guests[0] (bea@example.com): id must be the stored one or left out, not "${other}".`,
    `bookings[0] (HB7K2M9Q): id must be the stored one or left out, not "${other}".`,
  ]);
  const [guest] = before.guests;
  const twice = await files.importRefused({
    team,
    guests: [file.guests[0], { ...guest, email: 'new@example.com' }],
  });
  expect(twice).toEqual([
    `guests[1] (new@example.com): id must not be that of guests[0] (bea@example.com), not "${guest.id}".`,
  ]);
  await files.importSound({ team, guests: [{ ...guest, email: 'new@example.com' }] });
  expect((await read()).guests).toMatchObject([{ id: guest.id, email: 'new@example.com' }]);
});

test('an import cannot take ids of photos, payments and events from another listing or booking', async () => {
  const { team, booking, loft, before } = await importedExample();
  const [was] = before.bookings;
  const second = { ...booking, confirmation_code: 'SECOND', unit: 'Loft B', invoices: [], events: [] };
  const problems = await files.importRefused({
    team,
    listings: [
      { ...loft, slug: 'copy', units: [], photos: [{ id: listingOf(before, 'sea-loft').photos?.[0]?.id }] },
    ],
    bookings: [{ ...second, payments: [{ id: was.payments[0].id, amount: 1, status: 'paid' }] }],
  });
  expect(problems).toEqual([
    expect.stringMatching(/^listings\[0\] \(copy\): photos\.id must not be in use elsewhere/),
    expect.stringMatching(/^bookings\[0\] \(SECOND\): payments\.id must not be in use elsewhere/),
  ]);
});

test('an import compares emails and coupon codes in any case, and trims texts', async () => {
  const { team, booking, read, before } = await importedExample();
  await files.importSound({
    team: { ...team, name: '  Harbour  ' },
    coupons: [{ code: ' take20 ', amount: 2500 }],
    guests: [{ email: ' BEA@Example.com ', name: ' Bea ', phone: ' ' }],
    bookings: [{ ...booking, guest: 'bea@EXAMPLE.com', coupon_code: 'Take20', notes: ' late ' }],
  });
  const after = await read();
  expect(after.team.name).toBe('Harbour');
  expect(after.coupons).toMatchObject([{ code: 'SPRING15' }, { code: 'take20', amount: 2500 }]);
  expect(after.guests).toMatchObject([
    { id: before.guests[0].id, email: 'BEA@Example.com', name: 'Bea', phone: null },
  ]);
  expect(after.bookings).toMatchObject([{ guest: 'BEA@Example.com', coupon_code: 'take20', notes: 'late' }]);
});

test('an import keeps events that its file does not have, and adds one event for itself', async () => {
  const { team, booking, read } = await importedExample();
  const { events, payments, invoices, ...rest } = { payments: [], invoices: [], ...booking };
  const created = { type: 'booking.created', actor: { type: 'token', name: 'Till' }, data: {} };
  await files.importSound({ team, bookings: [{ ...rest, events: [created] }] });
  await files.importSound({ team, bookings: [{ ...rest, notes: 'Late arrival' }] });
  const cancelled = { ...rest, status: 'cancelled', security_deposit: { amount: 20000, status: 'returned' } };
  await files.importSound({ team, bookings: [{ ...cancelled, payments: [], invoices: [] }] });
  const expectedEvents = [
    created,
    {
      type: 'booking.changed',
      actor: { type: 'import', name: null },
      data: { notes: [null, 'Late arrival'] },
    },
    {
      type: 'booking.cancelled',
      data: { status: ['confirmed', 'cancelled'], notes: ['Late arrival', null] },
    },
  ];
  expect((await read()).bookings).toMatchObject([{ events: expectedEvents }]);
  await files.importSound({
    team,
    bookings: [{ ...cancelled, payments: [], invoices: [], events: [created] }],
  });
});

test('the history of a booking tells of each field that an import changes, whatever the field', async () => {
  const { team, booking, read } = await importedExample();
  const { events, payments, invoices, ...rest } = { payments: [], invoices: [], ...booking };
  await files.importSound({ team, bookings: [rest] });
  const changes = {
    external_reference: ['HX-1', 'HX-2'],
    custom_fields: [{ door: 4711 }, { door: 4712, parking: 'P2' }],
    unit_pinned: [false, true],
    billing_name: [null, 'Lind Design AB'],
  };
  for (const index of [0, 1]) {
    const fields = Object.entries(changes).map(([name, values]) => [name, values[index]]);
    await files.importSound({ team, bookings: [{ ...rest, ...Object.fromEntries(fields) }] });
  }
  const [{ events: history }] = (await read()).bookings;
  expect(history.at(-1)).toMatchObject({ type: 'booking.changed', data: changes });
});

test('an imported listing without a list of units gets one, and with an empty list none', async () => {
  const { team, loft, read } = await importedExample();
  const { kind, public_title, max_guests, rates } = loft ?? {};
  const place = { kind, public_title, max_guests, rates };
  const listings = [
    { ...place, slug: 'with-one' },
    { ...place, slug: 'with-none', units: [] },
  ];
  await files.importSound({ team, listings });
  const after = await read();
  const namesIn = (slug: string) => listingOf(after, slug).units?.map(({ name }) => name);
  expect([namesIn('with-one'), namesIn('with-none')]).toEqual([['Sea Loft'], []]);
  await files.importSound({ team, listings: [{ slug: 'with-none', headline: 'Quiet' }] });
  expect(listingOf(await read(), 'with-none').units).toEqual([]);
});
