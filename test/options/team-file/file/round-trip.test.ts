import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../../../../src/domain/dates/dates.ts';
import { compareCodePoints } from '../../../../src/domain/text/text.ts';
import { createFileWriter } from '../../../../src/options/team-file/file/export/file-writer.ts';
import { rowsOf } from '../../../helpers/rows.ts';
import {
  createSwedishDatabase,
  layoutOf,
  openSharedTeamFiles,
  openTeamFiles,
  type TeamFiles,
} from '../../../helpers/team-file.ts';
import { demoWithoutPictures } from '../demo/without-pictures.ts';
import { teamFile } from './arbitraries.ts';
import { bulkTeamFile } from './bulk-file.ts';

const RUNS = Number(process.env.TEAM_FILE_RUNS ?? 3);
const TIMEOUT_MS = 30_000 + RUNS * 2_000;
const LATER = '2030-06-30T23:59:59Z';

const [codePoints, swedish] = await Promise.all([
  openSharedTeamFiles(),
  openSharedTeamFiles({ database: createSwedishDatabase() }),
]);

test('the two databases of the round-trip tests sort texts differently', async () => {
  const order = async ({ pool }: TeamFiles) => {
    const { rows } = await pool.query<{ word: string }>(
      "select word from (values ('a'), ('Z'), ('ä'), ('z'), ('å')) as words (word) order by word",
    );
    return rows.map(({ word }) => word).join('');
  };
  expect([await order(codePoints), await order(swedish)]).toEqual(['Zazäå', 'azZåä']);
});

test(
  'what one database exports another imports and exports the same, and importing it again changes nothing',
  async () => {
    await fc.assert(
      fc.asyncProperty(teamFile, fc.boolean(), async (file, isFromSwedish) => {
        const [from, to] = isFromSwedish ? [swedish, codePoints] : [codePoints, swedish];
        const { slug } = file.team;
        await from.importSound(file);
        const stored = await rowsOf(from.pool, slug);
        const text = await from.exportText(slug);
        const exported = JSON.parse(text);
        expect(text).toBe(layoutOf(exported));
        expectOrder(exported);

        from.setNow(LATER);
        await from.importSound(file);
        await from.importSound(exported);
        expect(await rowsOf(from.pool, slug)).toEqual(stored);

        await to.importSound(exported);
        expect(await to.exportText(slug)).toBe(text);
        const moved = await rowsOf(to.pool, slug);
        await to.importSound(exported);
        expect(await rowsOf(to.pool, slug)).toEqual(moved);
      }),
      // Shrinking a file goes on for many minutes after the test has timed out, and nothing says what was wrong.
      { numRuns: RUNS, endOnFailure: true },
    );
  },
  TIMEOUT_MS,
);

test('the demo team is exported by either database as it was imported', async () => {
  const demo = demoWithoutPictures('2027-02-27');
  await codePoints.importSound(demo);
  const text = await codePoints.exportText(demo.team.slug);
  await swedish.importSound(JSON.parse(text));
  expect(await swedish.exportText(demo.team.slug)).toBe(text);
  const stored = await rowsOf(codePoints.pool, demo.team.slug);
  await codePoints.importSound(demo);
  expect(await rowsOf(codePoints.pool, demo.team.slug)).toEqual(stored);
});

/** Every list is in the order of its natural keys, by code point. */
function expectOrder(file: Record<string, Record<string, string>[]>): void {
  for (const [list, keyOf] of Object.entries(KEYS)) {
    const keys = (file[list] ?? []).map(keyOf);
    expect(keys).toEqual(keys.toSorted(compareCodePoints));
  }
}

const KEYS: Record<string, (entry: Record<string, string>) => string> = {
  members: ({ email = '' }) => email,
  tokens: ({ name = '' }) => name,
  fees: ({ code = '' }) => code,
  taxes: ({ code = '' }) => code,
  discounts: ({ code = '' }) => code,
  coupons: ({ code = '' }) => code,
  mail_rules: ({ kind = '' }) => kind,
  mail_texts: ({ kind = '' }) => kind,
  mail_suppressions: ({ email = '' }) => email,
  listings: ({ slug = '' }) => slug,
  guests: ({ email, id = '' }) => email ?? id,
  blocks: ({ listing, unit, start_date }) => [listing, unit, start_date].join('\0'),
  bookings: ({ confirmation_code: code = '' }) => code,
};

test('a team that is too large for one file is exported as several, which are imported one after the other', async () => {
  const [from, into] = [await openTeamFiles(), await openTeamFiles()];
  await from.importSound(bulkTeamFile({ listings: 30, bookings: 300 }));
  const whole = await from.exportText('bulk');
  const limit = 100_000;
  const parts = await from.exportFiles('bulk', limit);
  expect(parts.length).toBeGreaterThan(3);
  for (const part of parts) {
    expect(Buffer.byteLength(part)).toBeLessThanOrEqual(limit);
    await into.importSound(JSON.parse(part));
  }
  expect(await into.exportText('bulk')).toBe(whole);
  await expect(from.exportText('bulk', { maxBytes: limit })).rejects.toThrow('larger');
  await from.close();
  await into.close();
});

test('days that do not fit into the first file of an export are in further files', async () => {
  const [from, into] = [await openTeamFiles(), await openTeamFiles()];
  const bulk = bulkTeamFile({ listings: 30, bookings: 30 });
  const days = Array.from({ length: 100 }, (_, day) => ({
    date: addDays('2030-01-01', day),
    nightly: 9_000 + day,
  }));
  const [closed, ...others] = bulk.listings;
  await from.importSound({
    ...bulk,
    listings: [{ ...closed, days: [] }, ...others.map((listing) => ({ ...listing, days }))],
  });
  const whole = await from.exportText('bulk');
  const limit = 150_000;
  const parts = await from.exportFiles('bulk', limit);
  const [first, second] = parts.map((part) => JSON.parse(part));
  expect(first.listings).toHaveLength(30);
  expect(first.listings.filter((listing: object) => 'days' in listing)).toEqual([]);
  expect(Object.keys(second.listings[0])).toEqual(['slug', 'days', 'updated_at']);
  for (const part of parts) {
    expect(Buffer.byteLength(part)).toBeLessThanOrEqual(limit);
    await into.importSound(JSON.parse(part));
  }
  expect(await into.exportText('bulk')).toBe(whole);
  await expect(from.exportFiles('bulk', 20_000)).rejects.toThrow('its listings are too large for one file');
  await from.close();
  await into.close();
});

test('an export never divides a list that an import replaces as a whole', async () => {
  const written = [''];
  const file = createFileWriter(
    {
      write: async (text) => {
        written[written.length - 1] += text;
      },
      next: async () => void written.push(''),
      maxBytes: 3_000,
    },
    'bulk',
  );
  const lines = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ text: `${index}`.padEnd(80) }));
  await file.begin({ slug: 'bulk' });
  await file.list('guests', [lines(15)]);
  await file.wholeList('blocks', lines(10));
  await file.list('bookings', [lines(15)]);
  await file.end();
  const files = written.map((text) => JSON.parse(text));
  expect(files.map(({ team, ...lists }) => [team.slug, ...Object.keys(lists)])).toEqual([
    ['bulk', 'guests'],
    ['bulk', 'blocks', 'bookings'],
    ['bulk', 'bookings'],
  ]);
  expect(files[1].blocks).toEqual(lines(10));
  expect(files.flatMap(({ bookings = [] }) => bookings)).toEqual(lines(15));
  await expect(file.wholeList('blocks', lines(40))).rejects.toThrow('its blocks are larger');
});
