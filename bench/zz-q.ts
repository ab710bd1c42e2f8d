import pg from 'pg';
import { openDatabases } from './databases.ts';
import { SIZES } from './dataset.ts';
import { ROUTES } from './routes.ts';
const db = await openDatabases(() => {});
const url = await db.open(SIZES.small);
const c = new pg.Client({ connectionString: url }); await c.connect();
console.log((await c.query(`select o.*, b.source, b.status, b.check_in, b.check_out from occupancies o left join bookings b on b.team_id=o.team_id and b.id=o.booking_id where o.start_date >= '2028-02-01' order by o.start_date limit 10`)).rows);
console.log((await c.query(`select count(*), min(start_date), max(start_date) from occupancies`)).rows);
const r = ROUTES.find((x) => x.name.startsWith('POST'))!;
const seen = new Map<string, number>();
for (let n = 0; n < 6400; n++) { const s = r.sample(SIZES.small, n); const b = JSON.parse(s.body!); const k = b.listing_id + b.check_in; if (seen.has(k)) { console.log('dup', n, seen.get(k), k); break; } seen.set(k, n); }
await c.end(); await db.close();
