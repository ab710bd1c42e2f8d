import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, inject } from 'vitest';
import { createDatabase } from '../../src/db/client.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { createInstallation } from '../../src/installation.ts';
import { exportTeamFile } from '../../src/options/team-file/file/export/export.ts';
import { type ImportResult, importTeamFileBytes } from '../../src/options/team-file/file/import.ts';
import { fieldMarks } from '../../src/schemas/fields/field-marks.ts';
import { createKeyring } from '../../src/services/keys/keyring.ts';
import type { WriteHooks } from '../../src/services/team-scope.ts';
import { createTestDatabase, databaseUrl, dropDatabase, type TestDatabase, withClient } from './database.ts';

/** The clock of these tests. It dates everything that a file does not date. */
export const NOW = '2026-11-21T08:30:00+00:00';

/** Of a service without options that hook into writes. */
export const NO_HOOKS: WriteHooks = { onEvents: [], onErase: [], onDelete: [] };

export type TeamFiles = Awaited<ReturnType<typeof openTeamFiles>>;

export type OpenOptions = {
  database?: Promise<TestDatabase>;
  /** Two databases can have different keys, and an export of one still imports into the other. */
  appKey?: Buffer;
};

/** Imports and exports for all tests of a file, which awaits them at the top. */
export async function openSharedTeamFiles(options?: OpenOptions): Promise<TeamFiles> {
  const files = await openTeamFiles(options);
  afterAll(() => files.close());
  return files;
}

/** Imports and exports over a database of their own, with a clock that only moves when a test sets it. */
export async function openTeamFiles({
  database = createTestDatabase(),
  appKey = randomBytes(32),
}: OpenOptions = {}) {
  const { url, drop } = await database;
  const handle = createDatabase({ url, applicationName: 'innkeep-team-files', poolMax: 4, deadlines: false });
  let now = new Date(NOW);
  const { services, close } = createInstallation({
    db: handle.db,
    clock: () => now,
    keyring: createKeyring(appKey),
    wrapHooks: () => NO_HOOKS,
    publicUrl: null,
    fieldMarks,
    onBackgroundError: () => {},
  });
  const importFile = (file: unknown): Promise<ImportResult> =>
    importTeamFileBytes(services, Readable.from([Buffer.from(JSON.stringify(file))]));

  return {
    services,
    url,
    appKey,
    db: handle.db,
    pool: handle.pool,
    setNow(moment: string): void {
      now = new Date(moment);
    },
    importFile,

    /** Imports a file that must be valid. */
    async importSound(file: unknown) {
      const result = await importFile(file);
      if (!result.ok) throw new Error(`The file is refused:\n${result.problems.join('\n')}`);
      return result;
    },

    /** Imports a file that must be refused, and returns its problems. */
    async importRefused(file: unknown): Promise<readonly string[]> {
      const result = await importFile(file);
      if (result.ok) throw new Error('The file was taken.');
      return result.problems;
    },

    /** The whole team as an export writes it. */
    async exportText(
      slug: string,
      {
        secrets = true,
        onPiece,
        maxBytes,
      }: { secrets?: boolean; onPiece?: () => Promise<unknown>; maxBytes?: number } = {},
    ): Promise<string> {
      const pieces: string[] = [];
      const write = async (text: string) => {
        pieces.push(text);
        await onPiece?.();
      };
      if (!(await exportTeamFile(services, slug, { secrets, write, maxBytes })))
        throw new Error(`There is no team ${slug}.`);
      return pieces.join('');
    },

    /** The team in files of at most that size. */
    async exportFiles(slug: string, maxBytes: number): Promise<string[]> {
      const texts = [''];
      const write = async (text: string) => {
        texts[texts.length - 1] += text;
      };
      const next = async () => void texts.push('');
      await exportTeamFile(services, slug, { secrets: true, write, next, maxBytes });
      return texts;
    },

    async exportFile(slug: string) {
      return JSON.parse(await this.exportText(slug));
    },

    /** The first booking of the team, as an export writes it. */
    async exportBooking(slug: string) {
      return (await this.exportFile(slug)).bookings[0];
    },

    async close(): Promise<void> {
      await close();
      await handle.close();
      await drop();
    },
  };
}

/** What another database, with another key, exports after it has imported that text. */
export async function exportElsewhere(text: string): Promise<string> {
  const other = await openTeamFiles();
  try {
    const file = JSON.parse(text);
    await other.importSound(file);
    return await other.exportText(file.team.slug);
  } finally {
    await other.close();
  }
}

/** A team file in the layout of an export: one line per entity, without indentation. */
export function layoutOf(file: Record<string, unknown>): string {
  const members = Object.entries(file).map(([name, value]) => {
    const lines = Array.isArray(value) && value.map((entry) => `\n${JSON.stringify(entry)}`).join(',');
    const text = lines === false ? JSON.stringify(value) : `[${lines}${lines && '\n'}]`;
    return `\n${JSON.stringify(name)}:${text}`;
  });
  return `{${members.join(',')}\n}\n`;
}

/** A database whose own collation sorts texts in Swedish order, unlike code points. */
export async function createSwedishDatabase(): Promise<TestDatabase> {
  const adminUrl = inject('adminUrl');
  // Begins with the template's name, so that the end of the run finds databases of failed tests.
  const name = `${inject('templateName')}_${randomBytes(6).toString('hex')}`;
  await withClient(adminUrl, (admin) =>
    admin.query(
      `create database ${name} template template0 encoding 'UTF8' locale_provider icu icu_locale 'sv' locale 'C'`,
    ),
  );
  const url = databaseUrl(adminUrl, name);
  await migrateDatabase(url);
  return { url, drop: () => withClient(adminUrl, (admin) => dropDatabase(admin, name)) };
}
