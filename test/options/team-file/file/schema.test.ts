import { readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test, vi } from 'vitest';
import { buildTeamFileJsonSchema } from '../../../../src/options/team-file/file/json-schema.ts';
import { layoutOf, openSharedTeamFiles } from '../../../helpers/team-file.ts';
import { exampleFile } from './example.ts';

const ROOT = path.join(import.meta.dirname, '../../../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const files = await openSharedTeamFiles();

test('docs/team-file.md shows examples/team.json as it is', () => {
  expect(read('docs/team-file.md')).toContain(`\`\`\`json\n${read('examples/team.json')}\`\`\``);
});

test('a script prints every field of the team file’s schema in a table', async () => {
  const script = path.join(ROOT, 'docs/team-file-fields.ts');
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await import(script);
  const stdout = write.mock.calls.map(([text]) => text).join('');
  write.mockRestore();
  expect(stdout).toContain('| **`slug`** | DNS label |  | Identifies the team, also in URLs. |\n');
  const fields = JSON.stringify(buildTeamFileJsonSchema()).match(/"properties":\{/g) ?? [];
  expect(stdout.match(/^#+ `/gm)).toHaveLength(fields.length - 1);
});

test('the example team file is imported without a notice, and a second time without a change', async () => {
  const file = JSON.parse(read('examples/team.json'));
  const { notices, team } = await files.importSound(file);
  expect({ notices, team }).toEqual({
    notices: [],
    team: { slug: file.team.slug, name: file.team.name, outcome: 'created' },
  });
  const before = await files.exportText(file.team.slug);
  await files.importSound(file);
  expect(await files.exportText(file.team.slug)).toBe(before);
});

test('the JSON Schema of the team file accepts what an import accepts, and finds mistakes', async () => {
  const ajv = addFormats.default(new Ajv.default({ allErrors: true, strict: true, strictTypes: false }));
  const validate = ajv.compile(buildTeamFileJsonSchema());
  const example = exampleFile();
  await files.importSound(example);
  const exported = JSON.parse(await files.exportText('harbour'));
  const sound = [JSON.parse(read('examples/team.json')), example, exported, { team: { slug: 'only-this' } }];
  for (const file of sound) {
    validate(file);
    expect(validate.errors, layoutOf(file).slice(0, 100)).toBeNull();
  }
  const [booking] = example.bookings;
  for (const wrong of [
    {},
    { ...example, typo: 1 },
    { ...example, team: { ...example.team, slug: 'No Label' } },
    { ...example, guests: [{ emial: 'a@b.example', name: 'A' }] },
    { ...example, bookings: [{ ...booking, check_in: '2027-02-30' }] },
    { ...example, bookings: [{ ...booking, status: 'open' }] },
    { ...example, fees: [{ code: 'a', amount: 1.5 }] },
  ])
    expect(validate(wrong), JSON.stringify(wrong).slice(0, 200)).toBe(false);
});
