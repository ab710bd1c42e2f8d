import pg from 'pg';
import { openRecorder } from './capture.ts';
import { APP_KEY, openDatabases } from './databases.ts';
import { SIZES } from './dataset.ts';
import { ROUTES } from './routes.ts';
const dbs = await openDatabases(() => {});
const url = await dbs.open(SIZES.large);
const rec = openRecorder(url, APP_KEY);
const c = new pg.Client({ connectionString: url }); await c.connect();
for (const r of ROUTES) { const { steps } = await rec.record(r.sample(SIZES.large, 3)); for (const st of steps.flat()) { if (!/^(select|insert|update|with|delete)/i.test(st.text)) continue; 
 const { rows } = await c.query(`explain (generic_plan) ${st.text}`); const plan = rows.map((x) => x['QUERY PLAN']).join('\n');
 if (/Seq Scan|Hash/.test(plan)) console.log(r.name, '\n', st.text.replace(/select .* from/, 'select … from').slice(0, 300), '\n', plan); } }
await c.end(); await rec.close(); await dbs.close();
