/** References and own fields in a team file (docs/rules.md, 5.17 and 5.18). */
import { expect, test } from 'vitest';
import { openSharedTeamFiles } from '../../../helpers/team-file.ts';

const files = await openSharedTeamFiles();

let made = 0;
const HOME = {
  slug: 'home',
  kind: 'standalone',
  public_title: 'Home',
  max_guests: 2,
  rates: { nightly: 1_000 },
};
const stay = (number: number, more: object) => ({
  confirmation_code: `CODE${number}`,
  listing: 'home',
  guest: 'g0@example.com',
  status: 'confirmed',
  check_in: `2028-01-${10 + number * 2}`,
  check_out: `2028-01-${11 + number * 2}`,
  number_of_guests: 1,
  ...more,
});

/** Two of each thing, with the references in this order. */
function fileOf(references: readonly [string | null, string | null], slug = `refs-${made}`) {
  const own = (index: number) => ({ external_reference: references[index] ?? null });
  return {
    team: { slug, name: slug, currency: 'EUR', timezone: 'UTC' },
    listings: [
      { ...HOME, ...own(0), units: ['A', 'B'].map((name, index) => ({ name, ...own(index) })) },
      { ...HOME, slug: 'house', ...own(1), units: [{ name: 'C', external_reference: 'C' }] },
    ],
    guests: [0, 1].map((index) => ({ email: `g${index}@example.com`, name: 'G', ...own(index) })),
    bookings: [0, 1].map((index) => stay(index, { source: 'airbnb', ...own(index) })),
  };
}

const referencesIn = (file: Record<string, Record<string, unknown>[]>) => ({
  listings: file.listings?.map((one) => one.external_reference),
  units:
    file.listings?.[0] &&
    (file.listings[0].units as Record<string, unknown>[]).map((one) => one.external_reference),
  guests: file.guests?.map((one) => one.external_reference),
  bookings: file.bookings?.map((one) => one.external_reference),
});
const all = (...two: (string | null)[]) => ({ listings: two, units: two, guests: two, bookings: two });

test('two things of a file may exchange their references', async () => {
  made += 1;
  await files.importSound(fileOf(['one', 'two']));
  const { team } = fileOf(['one', 'two']);
  expect(referencesIn(await files.exportFile(team.slug))).toEqual(all('one', 'two'));
  const { counts } = await files.importSound(fileOf(['two', 'one']));
  expect(counts).toMatchObject({
    listings: { changed: 2 },
    guests: { changed: 2 },
    bookings: { changed: 2 },
  });
  expect(referencesIn(await files.exportFile(team.slug))).toEqual(all('two', 'one'));
  const before = await files.exportText(team.slug);
  const again = await files.importSound(fileOf(['two', 'one']));
  expect(again.counts).toMatchObject({
    listings: { unchanged: 2 },
    guests: { unchanged: 2 },
    bookings: { unchanged: 2 },
  });
  expect(await files.exportText(team.slug)).toBe(before);
  // One gives up what the other takes.
  await files.importSound(fileOf(['one', null]));
  expect(referencesIn(await files.exportFile(team.slug))).toEqual(all('one', null));
});

test('references that a file gives twice, or that others keep, are problems', async () => {
  made += 1;
  expect(await files.importRefused(fileOf(['one', 'one']))).toEqual([
    'listings[1] (house): external_reference must not be that of listings[0] (home), not "one".',
    'listings[0] (home): units[1].external_reference must not be that of listings[0] (home), not "one".',
    'guests[1] (g1@example.com): external_reference must not be that of guests[0] (g0@example.com), not "one".',
  ]);
  // Those of bookings are found last, together with what is wrong with their prices.
  const { bookings } = fileOf(['one', 'one']);
  expect(await files.importRefused({ ...fileOf([null, null]), bookings })).toEqual([
    'bookings[1] (CODE1): external_reference must not be that of bookings[0] (CODE0), not "one".',
  ]);
  await files.importSound(fileOf(['one', 'two']));
  const { team } = fileOf(['one', 'two']);
  const before = await files.exportText(team.slug);
  const taken = {
    team,
    listings: [{ slug: 'home', external_reference: 'two', units: [{ name: 'A', external_reference: 'C' }] }],
    guests: [{ email: 'g0@example.com', external_reference: 'two' }],
  };
  expect(await files.importRefused(taken)).toEqual([
    'listings[0] (home): external_reference must not be that of another listing, not "two".',
    'listings[0] (home): units[0].external_reference must not be that of another unit, not "C".',
    'guests[0] (g0@example.com): external_reference must not be that of another guest, not "two".',
  ]);
  expect(await files.importRefused({ team, bookings: [stay(0, { external_reference: 'two' })] })).toEqual([
    'bookings[0] (CODE0): external_reference must not be that of another booking of the same source, not "two".',
  ]);
  expect(await files.exportText(team.slug)).toBe(before);
  // Of another source it is free.
  await files.importSound({
    team,
    bookings: [stay(0, { external_reference: 'two', source: 'channel:nest' })],
  });
});

test('wrong references, sources and own fields are problems of their fields', async () => {
  made += 1;
  const file = fileOf([null, null]);
  const wrong = {
    ...file,
    guests: [
      {
        ...file.guests[0],
        external_reference: 'a b',
        custom_fields: { Lock: 1, ['__proto__']: 1, long: 'x'.repeat(501) },
      },
    ],
    bookings: [stay(0, { source: 'channel:X', custom_fields: [] })],
  };
  const problems = await files.importRefused(wrong);
  expect(problems.map((line) => line.split(' must ')[0])).toEqual([
    'guests[0] (g0@example.com): external_reference',
    'guests[0] (g0@example.com): custom_fields.Lock',
    'guests[0] (g0@example.com): custom_fields.__proto__',
    'guests[0] (g0@example.com): custom_fields.long',
    'bookings[0] (CODE0): source',
    'bookings[0] (CODE0): custom_fields',
  ]);
});

test('own fields of a file replace the stored ones, and are exported in alphabetical order', async () => {
  made += 1;
  const own = (fields: unknown) => {
    const file = fileOf([null, null]);
    const [home, house] = file.listings;
    return {
      ...file,
      listings: [{ ...home, custom_fields: fields, units: [{ name: 'A', custom_fields: fields }] }, house],
      guests: [{ ...file.guests[0], custom_fields: fields }],
      bookings: [stay(0, { custom_fields: fields })],
    };
  };
  const { team } = fileOf([null, null]);
  const read = async () => {
    const { listings, guests, bookings } = await files.exportFile(team.slug);
    return [listings[0], listings[0].units[0], guests[0], bookings[0]].map((one) =>
      JSON.stringify(one.custom_fields),
    );
  };
  await files.importSound(own({ zone: 'b', a: 1, gone: null, empty: '' }));
  expect(await read()).toEqual(Array(4).fill('{"a":1,"zone":"b"}'));
  await files.importSound(own(undefined));
  expect(await read()).toEqual(Array(4).fill('{"a":1,"zone":"b"}'));
  await files.importSound(own({ bb: true }));
  expect(await read()).toEqual(Array(4).fill('{"bb":true}'));
  await files.importSound(own(null));
  expect(await read()).toEqual(Array(4).fill('{}'));
});
