import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { createTestDatabase, databaseUrl, withClient } from '../helpers/database.ts';

async function tables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(`select tablename from pg_tables where schemaname = 'public'`);
  return rows.map((row) => row.tablename);
}

test('test databases that are cloned at once are migrated and separate, and can be dropped while somebody is connected', async () => {
  const clones = await Promise.all(Array.from({ length: 12 }, () => createTestDatabase()));
  const clients = clones.map(({ url }) => new pg.Client({ connectionString: url }));
  try {
    await Promise.all(
      clients.map((client) => {
        client.on('error', () => {}); // Each loses its connection when its database is dropped.
        return client.connect();
      }),
    );
    const [first, second] = clients as [pg.Client, pg.Client];
    await first.query('create table mine ()');
    expect(await tables(first)).toEqual(expect.arrayContaining(['mine', 'teams']));
    expect(await tables(second)).toContain('teams');
    expect(await tables(second)).not.toContain('mine');
  } finally {
    await Promise.all(clones.map((clone) => clone.drop()));
  }
  const names = clones.map(({ url }) => new URL(url).pathname.slice(1));
  const left = await withClient(inject('adminUrl'), (admin) =>
    admin.query('select from pg_database where datname = any ($1)', [names]),
  );
  expect(left.rowCount).toBe(0);
});

test('nobody can connect to the template database, because PostgreSQL could not clone it then', async () => {
  const url = databaseUrl(inject('adminUrl'), inject('templateName'));
  await expect(withClient(url, (admin) => admin.query('select 1'))).rejects.toThrow(
    'not currently accepting connections',
  );
});
