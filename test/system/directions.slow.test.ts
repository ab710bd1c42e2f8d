/** That the lint of the tree refuses what the floors forbid: it is tried on a copy into which such imports are planted. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';

const TREE = new URL('../../', import.meta.url).pathname;
const copy = mkdtempSync(path.join(tmpdir(), 'innkeep-directions-'));
afterAll(() => rmSync(copy, { recursive: true }));

const CIRCLE = 'lint/suspicious/noImportCycles';
const DIRECTION = 'lint/style/noRestrictedImports';

/** Files that import what they may not, each by a type alone, and the rule that says so. */
const PLANTED = {
  'src/domain/planted.ts': { imports: './planted-too.ts', rule: CIRCLE },
  'src/domain/planted-too.ts': { imports: './planted.ts', rule: CIRCLE },
  'src/domain/planted-query.ts': { imports: '../db/client.ts', rule: DIRECTION },
  'src/db/planted.ts': { imports: '../services/services.ts', rule: DIRECTION },
  'src/services/guests/planted.ts': { imports: '../../schemas/guest.ts', rule: DIRECTION },
  'src/services/bookings/planted.ts': { imports: '../webhooks/webhooks.ts', rule: DIRECTION },
  'src/services/webhooks/planted.ts': { imports: '../../team-file/import.ts', rule: DIRECTION },
  'src/db/queries/bookings/planted.ts': { imports: '../webhooks/webhooks.ts', rule: DIRECTION },
  'src/schemas/planted.ts': { imports: '../db/client.ts', rule: DIRECTION },
  'src/plugins/planted.ts': { imports: '../routes/guests.ts', rule: DIRECTION },
  'src/routes/planted.ts': { imports: '../db/client.ts', rule: DIRECTION },
  'src/routes/public/planted.ts': { imports: '../../db/queries/guests/guests.ts', rule: DIRECTION },
  'src/web/guests/planted.ts': { imports: '../../db/client.ts', rule: DIRECTION },
  'src/team-file/planted.ts': { imports: '../plugins/errors.ts', rule: DIRECTION },
  'src/commands/planted.ts': { imports: '../db/client.ts', rule: DIRECTION },
};

type Report = { diagnostics: { category: string; location: { path: string } }[] };

test('lint refuses circular imports of types, and imports against the direction of the layers', () => {
  for (const name of ['src', 'biome.json', 'package.json'])
    cpSync(path.join(TREE, name), path.join(copy, name), { recursive: true });
  for (const [file, { imports }] of Object.entries(PLANTED))
    writeFileSync(
      path.join(copy, file),
      `import type { Other } from '${imports}';\n\nexport type Planted = Other;\n`,
    );
  const biome = path.join(TREE, 'node_modules/.bin/biome');
  const args = ['check', '--error-on-warnings', '--reporter=json', '--max-diagnostics=none'];
  const { status, stdout } = spawnSync(biome, [...args, ...Object.keys(PLANTED)], {
    cwd: copy,
    encoding: 'utf8',
  });
  const { diagnostics } = JSON.parse(stdout) as Report;
  const rules = diagnostics.map(({ category, location }) => [location.path, category]);
  expect(Object.fromEntries(rules)).toEqual(
    Object.fromEntries(Object.entries(PLANTED).map(([file, { rule }]) => [file, rule])),
  );
  expect(status).toBe(1);
});
