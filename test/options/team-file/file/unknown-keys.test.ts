/** Keys of a file that no schema knows (docs/rules.md, 20). */
import { expect, test } from 'vitest';
import { COLLECTIONS } from '../../../../src/options/team-file/file/collections.ts';
import { openSharedTeamFiles } from '../../../helpers/team-file.ts';
import { exampleFile } from './example.ts';

const files = await openSharedTeamFiles();

type Json = Record<string, unknown>;

/** The objects whose keys may be any. */
const FREE_FIELDS = ['data', 'custom_fields'];
/** The objects whose keys are languages: others are refused. */
const MAPS = ['translations'];

/** The file with an unknown key in every object that has keys of its own. */
function withUnknownKeys(value: unknown, isMap = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withUnknownKeys(item));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([key, one]) => [
    key,
    FREE_FIELDS.includes(key) ? one : withUnknownKeys(one, MAPS.includes(key)),
  ]);
  return { ...Object.fromEntries(fields), ...(isMap ? {} : { typo: 1 }) };
}

/** The paths of all objects in an entry, without the positions in lists. */
function listObjectPaths(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => listObjectPaths(item, path));
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value as Json).flatMap(([key, one]) =>
    FREE_FIELDS.includes(key) ? [] : listObjectPaths(one, `${path}.${key}`),
  );
  return MAPS.some((name) => path.endsWith(`.${name}`)) ? inner : [path, ...inner];
}

test('an unknown key is noted wherever it is, within lists too, once for each list of the file', async () => {
  const example = exampleFile();
  await files.importSound(example);
  const exported = await files.exportFile(example.team.slug);
  const { notices } = await files.importSound(withUnknownKeys(exported));
  const inLists = Object.keys(COLLECTIONS).flatMap((name) => listObjectPaths(exported[name] ?? [], name));
  const paths = new Set([...listObjectPaths(exported.team, 'team'), ...inLists]);
  const found = notices.map((notice) => {
    const [, list, key] =
      /^([a-z_]+)\S* ?.*?: ([a-z_.[\]\d]*)typo is not known and was ignored/.exec(notice) ?? [];
    return `${list}.${key}`.replaceAll(/\[\d+\]/g, '').replace(/\.$/, '');
  });
  expect(found.toSorted()).toEqual([...paths, 'file'].toSorted());
});

test('a notice names the place of an unknown key within its entry, and in how many others it is', async () => {
  const example = { ...exampleFile(), members: [], tokens: [] };
  const [booking] = example.bookings;
  const payments = booking?.payments.map((payment) => ({ ...payment, paidat: null }));
  const { notices } = await files.importSound({ ...example, bookings: [{ ...booking, payments }] });
  expect(notices).toEqual([
    'bookings[0] (HB7K2M9Q): payments[0].paidat is not known and was ignored, here and in 1 more',
  ]);
});
