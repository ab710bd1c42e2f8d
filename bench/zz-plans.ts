import { createDatabase } from '../src/db/client.ts';
import { buildApp } from '../src/app.ts';
import { createKeyring } from '../src/services/keyring.ts';
import { createServices } from '../src/services/services.ts';
import { APP_KEY, openDatabases } from './databases.ts';
import { SIZES, tokenOf } from './dataset.ts';
import { ROUTES } from './routes.ts';
const dbs = await openDatabases(() => {});
const url = await dbs.open(SIZES.large);
const database = createDatabase({ url, applicationName: "x", poolMax: 1 });
const services = createServices({ db: database.db, clock: () => new Date(), keyring: createKeyring(APP_KEY), onBackgroundError: () => {} });
const app = buildApp({ services, publicUrl: 'http://bench.example' });
for (let n = 0; n < 25; n++) {
  for (const r of ROUTES) { const s = r.sample(SIZES.large, n); const a = await app.inject({ method: s.method, url: s.path, headers: s.headers, ...(s.body ? { body: s.body } : {}) }); if (a.statusCode > 299) console.log(r.name, a.statusCode, a.body); }
  for (const p of ['/v1/bookings?per_page=20', '/v1/bookings?status=confirmed&per_page=20', '/v1/listings?per_page=20', '/v1/guests?per_page=20', '/v1/bookings?per_page=100&page=5&sort=check_in', '/v1/bookings?search=ana']) { const a = await app.inject({ url: p, headers: { authorization: `Bearer ${tokenOf(n + 1)}` } }); if (n === 0) console.log(p, a.statusCode); }
}
for (const p of ['/v1/bookings?per_page=20', '/v1/bookings?status=confirmed&per_page=20', '/v1/listings?per_page=20', '/v1/guests?per_page=20', '/v1/guests?search=ana', '/v1/bookings?per_page=100&page=5']) { const t = performance.now(); for (let n = 0; n < 20; n++) await app.inject({ url: p, headers: { authorization: `Bearer ${tokenOf(n + 1)}` } }); console.log(p, ((performance.now() - t) / 20).toFixed(2), 'ms'); }
const { rows } = await database.pool.query(`select generic_plans g, custom_plans c, left(regexp_replace(statement, 'select .* from', 'select … from'), 110) s from pg_prepared_statements order by c desc`);
for (const r of rows) console.log(r.g, r.c, r.s);
await app.close(); await services.close(); await database.close(); await dbs.close();
