/** An import ends with new statistics for PostgreSQL (docs/rules.md, 16.7). */

import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Database } from '../../../../src/db/client.ts';
import { createInstallation } from '../../../../src/installation.ts';
import { importTeamFile } from '../../../../src/options/team-file/file/import.ts';
import { fieldMarks } from '../../../../src/schemas/fields/field-marks.ts';
import { createKeyring } from '../../../../src/services/keys/keyring.ts';
import { withClient } from '../../../helpers/database.ts';
import { NO_HOOKS, openSharedTeamFiles } from '../../../helpers/team-file.ts';
import { exampleFile } from './example.ts';

const files = await openSharedTeamFiles();
const smallFile = (slug: string) => ({
  team: { slug, name: 'Inn', currency: 'EUR', timezone: 'UTC' },
  guests: [{ email: 'guest@inn.example', name: 'Guest' }],
});
const importWith = (db: Database, file: object) =>
  importTeamFile(
    createInstallation({
      db,
      clock: () => new Date(),
      wrapHooks: () => NO_HOOKS,
      publicUrl: null,
      fieldMarks,
      keyring: createKeyring(files.appKey),
      onBackgroundError: () => {},
    }).services,
    file,
  );

/** The tables with rows, each with the number of rows that PostgreSQL plans for. -1 is unknown. */
async function listPlannedRows() {
  const { rows } = await files.db.execute<{ name: string; planned: number }>(sql`
    select relname as name, reltuples::int as planned from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`);
  const tables: { name: string; planned: number; stored: number }[] = [];
  for (const { name, planned } of rows)
    tables.push({ name, planned, stored: await files.db.$count(sql.identifier(name) as never) });
  return tables.filter(({ stored }) => stored > 0);
}

test('after an import, PostgreSQL’s statistics have the number of rows of each table that it filled', async () => {
  await files.importSound(exampleFile());
  const tables = await listPlannedRows();
  expect(tables.length).toBeGreaterThan(15);
  // One small row for each team, and the log of what an import changes.
  const small = ['audit_entries', 'event_counters', 'invoice_counters', 'team_locks', 'catalogue_versions'];
  const imported = tables.filter(({ name }) => !small.includes(name));
  expect(imported.filter(({ planned, stored }) => planned !== stored)).toEqual([]);
});

test('an import does not wait for a table that somebody else analyzes', async () => {
  await withClient(files.url, async (client) => {
    await client.query('begin; lock table guests in share update exclusive mode');
    await files.importSound(smallFile('beside-another'));
    await client.query('rollback');
  });
});

test('an import whose statistics fail is stored, and says so', async () => {
  const db: Database = Object.create(files.db, {
    execute: { value: () => Promise.reject(new Error('no connection')) },
  });
  expect(await importWith(db, smallFile('without-statistics'))).toMatchObject({
    ok: true,
    team: { outcome: 'created' },
    notices: [expect.stringContaining('statistics of the database could not be renewed')],
  });
  expect(await importWith(files.db, smallFile('without-statistics'))).toMatchObject({
    team: { outcome: 'unchanged' },
    notices: [],
  });
});
