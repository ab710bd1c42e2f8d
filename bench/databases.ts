/** The measured databases: made once for each size, and kept until their sources change. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { openEmbedded } from '../src/db/embedded.ts';
import { migrate } from '../src/db/migrate.ts';
import { type Size, today } from './dataset.ts';
import { loadData } from './load-data.ts';

export const APP_KEY = Buffer.alloc(32, 'innkeep bench');

const ROOT = path.join(import.meta.dirname, '..');

export type Databases = {
  open(size: Size): Promise<string>;
  /** A database with the schema and without data. */
  openEmpty(name: string): Promise<string>;
  close(): Promise<void>;
};

/** Databases on the server of `BENCH_DATABASE_URL`, or on an embedded one of the bench itself. */
export async function openDatabases(log: (line: string) => void): Promise<Databases> {
  const given = process.env.BENCH_DATABASE_URL;
  const embedded = given ? null : await openEmbedded({ dataDir: path.join(ROOT, '.data', 'bench'), log });
  const adminUrl = given ?? embedded?.url ?? '';
  const openEmpty = async (name: string) => {
    const url = withDatabase(adminUrl, `innkeep_bench_${name}`);
    await query(adminUrl, `drop database if exists ${nameOf(url)}`);
    await query(adminUrl, `create database ${nameOf(url)} template template0`);
    await migrate(url);
    return url;
  };
  return {
    openEmpty,
    async open(size) {
      const url = withDatabase(adminUrl, `innkeep_bench_${size.name}`);
      const wanted = madeFrom();
      if ((await commentOf(adminUrl, nameOf(url))) === wanted) {
        await removeWhatWasBooked(url);
        return url;
      }
      const startedAt = Date.now();
      await openEmpty(size.name);
      await loadData(url, size, APP_KEY, log);
      await query(adminUrl, `comment on database ${nameOf(url)} is '${wanted}'`);
      log(`the ${size.name} set is loaded, ${Math.round((Date.now() - startedAt) / 1000)} s`);
      return url;
    },
    close: async () => embedded?.close(),
  };
}

/** Everything that decides what is in a database: the migrations, the generator, and today's date. */
function madeFrom(): string {
  const hash = createHash('sha256').update(today());
  const migrations = readdirSync(path.join(ROOT, 'migrations')).filter((name) => name.endsWith('.sql'));
  for (const name of migrations.sort()) hash.update(readFileSync(path.join(ROOT, 'migrations', name)));
  for (const name of ['dataset.ts', 'load-data.ts'])
    hash.update(readFileSync(path.join(ROOT, 'bench', name)));
  return hash.digest('hex');
}

/** Removes the bookings of earlier runs, because their nights are needed again. */
async function removeWhatWasBooked(url: string): Promise<void> {
  const ofTheBench = `(team_id, booking_id) in (select team_id, id from bookings where source in ('api', 'booking_site'))`;
  await query(
    url,
    `begin;
     create temporary table bench_guests on commit drop as select distinct team_id, guest_id from bookings where source in ('api', 'booking_site');
     ${['occupancies', 'payments', 'invoices', 'security_deposits', 'team_events'].map((table) => `delete from ${table} where ${ofTheBench};`).join('\n')}
     delete from bookings where source in ('api', 'booking_site');
     delete from guests where (team_id, id) in (select team_id, guest_id from bench_guests) and email_key like '%@bench.example';
     delete from idempotency_records where idempotency_key like 'bench-%';
     commit`,
  );
}

async function commentOf(adminUrl: string, name: string): Promise<string | null> {
  const rows = await query(
    adminUrl,
    `select shobj_description(oid, 'pg_database') as comment from pg_database where datname = '${name}'`,
  );
  return (rows[0]?.comment as string | null | undefined) ?? null;
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const result = await client.query<Record<string, unknown>>(text);
    return result.rows ?? [];
  } finally {
    await client.end();
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

const nameOf = (url: string) => new URL(url).pathname.slice(1);
