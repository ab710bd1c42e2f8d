/** The measured databases, made anew for each run. */
import path from 'node:path';
import pg from 'pg';
import { openEmbeddedPostgres } from '../src/db/embedded.ts';
import { migrateDatabase } from '../src/db/migrate.ts';
import type { Size } from './dataset.ts';
import { loadData } from './load-data.ts';

export const ROOT = path.join(import.meta.dirname, '..');
export const log = (line: string): void => void process.stderr.write(`${line}\n`);
export const print = (line: string): void => void process.stdout.write(`${line}\n`);
export const printRow = (cells: readonly string[]): void => print(`| ${cells.join(' | ')} |`);

/** The middle value, the higher of two. NaN if there is none. */
export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;

export type Databases = Awaited<ReturnType<typeof openDatabases>>;

/** Databases on the server of `BENCH_DATABASE_URL`, or on an embedded one of the bench itself. */
export async function openDatabases() {
  const given = process.env.BENCH_DATABASE_URL;
  const embedded = given
    ? null
    : await openEmbeddedPostgres({ dataDir: path.join(ROOT, '.data', 'bench'), log });
  const adminUrl = given ?? embedded?.url ?? '';

  /** A database with the schema and without data. */
  async function openEmpty(name: string): Promise<string> {
    const url = new URL(adminUrl);
    url.pathname = `/innkeep_bench_${name}`;
    await query(adminUrl, `drop database if exists innkeep_bench_${name}`);
    await query(adminUrl, `create database innkeep_bench_${name} template template0`);
    await migrateDatabase(url.href);
    return url.href;
  }

  async function open(size: Size): Promise<string> {
    const startedAt = Date.now();
    const url = await openEmpty(size.name);
    await loadData(url, size);
    log(`the ${size.name} set is loaded, ${Math.round((Date.now() - startedAt) / 1000)} s`);
    return url;
  }

  return { adminUrl, open, openEmpty, close: async () => embedded?.close() };
}

export async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows ?? [];
  } finally {
    await client.end();
  }
}
