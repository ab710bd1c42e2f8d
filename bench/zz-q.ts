import pg from 'pg';
import { createHmac } from 'node:crypto';
import { APP_KEY, openDatabases } from './databases.ts';
import { SIZES, tokenOf } from './dataset.ts';
import { createKeyring } from '../src/services/keyring.ts';
const db = await openDatabases(() => {});
for (const size of [SIZES.large]) {
const url = await db.open(size);
const c = new pg.Client({ connectionString: url }); await c.connect(); await c.query('set plan_cache_mode = force_generic_plan');
const h = createKeyring(APP_KEY).hash(tokenOf(1));
const q = `select t.id, t.slug, t.name, t.enforce_token_scope, t.deposit_ppm, t.balance_due_days, k.id, k.name, k.scope, u.last_used_at from tokens k join teams t on t.id = k.team_id left join token_uses u on u.team_id = k.team_id and u.token_id = k.id where k.token_hash = any($1) and k.revoked_at is null`;
await c.query(`prepare x(text[]) as ${q}`);
for (let i = 0; i < 7; i++) await c.query(`execute x('{${h}}')`);
console.log((await c.query(`explain (analyze, buffers) execute x('{${h}}')`)).rows.map((r) => r['QUERY PLAN']).join('\n'));
for (let k=0;k<3;k++){ const t=performance.now(); for (let i=0;i<3000;i++) await c.query({name:'y', text:q, values:[[h]]}); console.log(((performance.now()-t)/3).toFixed(0),'µs each'); } for (let k=0;k<2;k++){ const t=performance.now(); for (let i=0;i<3000;i++) await c.query({name:'z', text:'select 1'}); console.log(((performance.now()-t)/3).toFixed(0),'µs select 1'); }
console.log((await c.query(`select relname, n_live_tup, n_dead_tup, pg_relation_size(relid) s, last_autovacuum, last_analyze from pg_stat_user_tables where relname in ('tokens','teams','token_uses')`)).rows);
await c.end(); }
await db.close();
