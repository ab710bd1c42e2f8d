/** Deeply nested values in every place of a team file. */
import { Readable } from 'node:stream';
import { type ImportResult, importTeamFileBytes } from '../../../../src/options/team-file/file/import.ts';
import { seed } from '../../../helpers/random.ts';
import { openSharedTeamFiles } from '../../../helpers/team-file.ts';
import { exampleFile } from './example.ts';

const LEVELS = 10_000;
export const DEEP = {
  list: '['.repeat(LEVELS) + ']'.repeat(LEVELS),
  object: `${'{"":'.repeat(LEVELS)}1${'}'.repeat(LEVELS)}`,
  mixed: `${'[{"":'.repeat(LEVELS)}1${'}]'.repeat(LEVELS)}`,
};

export async function openImports() {
  const files = await openSharedTeamFiles();
  return (text: string): Promise<ImportResult> =>
    importTeamFileBytes(files.services, Readable.from([Buffer.from(text)]));
}

/** Stands for a value that is put into the text of a file. */
const PLACE = 'the value of this place';

/** The file with another value in each place in turn, of each list only its first entry. */
function* replaceEach(value: object, path = ''): Generator<{ path: string; file: object }> {
  const entries = Object.entries(value).slice(0, Array.isArray(value) ? 1 : undefined);
  for (const [key, inner] of entries) {
    const withValue = (changed: unknown) =>
      Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed };
    yield { path: `${path}${key}`, file: withValue(PLACE) };
    if (typeof inner === 'object' && inner !== null)
      for (const { path: place, file } of replaceEach(inner, `${path}${key}.`))
        yield { path: place, file: withValue(file) };
  }
}

/** Every place of a team file: the whole, and each value in it. */
export const PLACES = [{ path: '', file: PLACE as object | string }, ...replaceEach(exampleFile())];

const PARTS = 4;
/** `npm test` takes a quarter of the places, which the run's seed chooses. */
export const isOfPart = (index: number): boolean => (index + seed) % PARTS === 0;

/** The places at which a deeply nested value is taken without a word. */
export async function findAccepted(
  importText: (text: string) => Promise<ImportResult>,
  isTaken: (index: number) => boolean = () => true,
): Promise<string[]> {
  const accepted: string[] = [];
  const forms = Object.values(DEEP);
  for (const [index, { path, file }] of PLACES.entries()) {
    if (!isTaken(index)) continue;
    // One of the forms for each place.
    const deep = forms[index % forms.length] ?? '';
    const result = await importText(JSON.stringify(file).replace(`"${PLACE}"`, () => deep));
    // An object of nothing but an unknown key is one without fields, where none is required.
    const isNoticed = result.notices.some((notice) => notice.endsWith('is not known and was ignored'));
    if (result.ok && !isNoticed) accepted.push(path);
  }
  return accepted;
}
