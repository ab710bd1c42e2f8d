/** Deeply nested values in every place of a team file. */
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { type ImportResult, importTeamFileBytes } from '../../../../src/options/team-file/file/import.ts';
import { openSharedTeamFiles } from '../../../helpers/team-file.ts';
import { exampleFile } from './example.ts';

const LEVELS = 10_000;
const DEEP = {
  list: '['.repeat(LEVELS) + ']'.repeat(LEVELS),
  object: `${'{"":'.repeat(LEVELS)}1${'}'.repeat(LEVELS)}`,
  mixed: `${'[{"":'.repeat(LEVELS)}1${'}]'.repeat(LEVELS)}`,
};

const files = await openSharedTeamFiles();
const importText = (text: string): Promise<ImportResult> =>
  importTeamFileBytes(files.services, Readable.from([Buffer.from(text)]));

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

test('a value nested 10,000 levels deep is a problem wherever a team file has it', async () => {
  const all = [...replaceEach(exampleFile())];
  expect(all.length).toBeGreaterThan(250);
  const accepted: string[] = [];
  const forms = Object.values(DEEP);
  for (const [index, { path, file }] of [{ path: '', file: PLACE }, ...all].entries()) {
    // One of the forms for each place.
    const deep = forms[index % forms.length] ?? '';
    const result = await importText(JSON.stringify(file).replace(`"${PLACE}"`, () => deep));
    // An object of nothing but an unknown key is one without fields, where none is required.
    const isNoticed = result.notices.some((notice) => notice.endsWith('is not known and was ignored'));
    if (result.ok && !isNoticed) accepted.push(path);
  }
  expect(accepted).toEqual([]);
});

test('a deeply nested value under an unknown key is ignored, and noticed', async () => {
  for (const deep of Object.values(DEEP)) {
    const { team } = exampleFile();
    const result = await importText(`{"team":${JSON.stringify(team)},"x":${deep}}`);
    expect(result).toMatchObject({ ok: true, notices: ['file: x is not known and was ignored'] });
  }
});
