/** Fills a migrated, empty database with generated teams. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';

import { createKeyring } from '../src/services/keys/keyring.ts';
import { APP_KEY, idOf, type Size, TOKENS_PER_TEAM, today, tokenOf } from './dataset.ts';

/** Foreign keys, the constraints against overlaps and indexes are created again at the end, because that is faster. */
export async function loadData(url: string, size: Size): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("set synchronous_commit = off; set maintenance_work_mem = '512MB'");
    const { rows: extras } = await client.query<{ drop: string; add: string }>(EXTRAS);
    for (const extra of extras) await client.query(extra.drop);
    await client.query(sqlFor(size));
    for (let team = 1; team <= size.teams; team += 1) await insertTokens(client, team);
    for (const extra of extras.toReversed()) await client.query(extra.add);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

function sqlFor(size: Size): string {
  const text = readFileSync(path.join(import.meta.dirname, 'data.sql'), 'utf8');
  const values: Record<string, string | number> = { ...size, today: `date '${today()}'` };
  return text.replace(/:(teams|scale|bookings|guests|today)\b/g, (_all, name: string) =>
    String(values[name]),
  );
}

/** First foreign keys, then constraints against overlaps, then plain indexes. */
const EXTRAS = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
  from (select * from pg_constraint where connamespace = 'public'::regnamespace and contype in ('f', 'x')
    order by contype) as constraints
  union all
  select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
  from pg_index
  where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
    and not exists (select from pg_constraint where conindid = indexrelid)`;

export async function insertTokens(client: pg.Client, team: number): Promise<void> {
  const keyring = createKeyring(APP_KEY);
  const tokens = Array.from({ length: TOKENS_PER_TEAM }, (_, n) => {
    const [id, token] = [idOf('token', team, n), tokenOf(team, n)];
    return {
      id,
      name: `Bench ${n}`,
      token_hash: keyring.hash(token),
      ciphertext: keyring.seal(token, { teamId: team, tokenId: id }),
    };
  });
  await client.query(
    `insert into tokens (team_id, id, name, scope, token_hash, ciphertext, key_id, created_at)
    select $1, id, name, 'read-write', token_hash, ciphertext, $2, '2025-01-01Z'
    from jsonb_to_recordset($3) as token (id uuid, name text, token_hash text, ciphertext text)`,
    [team, keyring.currentKeyId, JSON.stringify(tokens)],
  );
}
