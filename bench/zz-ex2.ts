import pg from 'pg';
import { openRecorder } from './capture.ts';
import { APP_KEY, openDatabases } from './databases.ts';
import { SIZES } from './dataset.ts';
import { ROUTES } from './routes.ts';
const dbs = await openDatabases(() => {});
for (const size of [SIZES.small, SIZES.large]) {
const url = await dbs.open(size);
const rec = openRecorder(url, APP_KEY);
const c = new pg.Client({ connectionString: url }); await c.connect(); await c.query('set plan_cache_mode=force_generic_plan');
const r = ROUTES.find((x) => x.name.includes(process.argv[2] ?? 'availability'))!;
const { steps } = await rec.record(r.sample(size, 3)); let k = 0;
for (const st of steps.flat()) { const name = `p${k++}`;
 for (let i = 0; i < 300; i++) await c.query({ name, text: st.text, values: st.values as any });
 const t = performance.now(); for (let i = 0; i < 500; i++) await c.query({ name, text: st.text, values: st.values as any }); const us = (performance.now() - t) * 2;
 console.log(size.name, us.toFixed(0), 'µs', st.text.replace(/select .*? from/, 'select … from').slice(0, 120));
 if (process.argv[3] && size.name === 'large' && k - 1 === Number(process.argv[3])) { const vals = st.values.map((v: any) => Array.isArray(v) ? `'{${v.join(',')}}'` : v === null ? 'null' : `'${v}'`).join(','); console.log((await c.query(`explain (analyze, buffers) execute ${name}(${vals})`)).rows.map((x) => x['QUERY PLAN']).join('\n')); } }
await c.end(); await rec.close(); }
await dbs.close();
