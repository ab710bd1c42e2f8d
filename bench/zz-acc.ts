import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { openRecorder } from './capture.ts';
import { APP_KEY, openDatabases } from './databases.ts';
import { SIZES } from './dataset.ts';
import { freePort, runLoad, startYardstick } from './processes.ts';
import { ROUTES } from './routes.ts';
// args: size route rounds label=dir[ nodeflags] ...
const [sizeName = 'small', name = 'GET /v1/me', rounds = '8', ...variants] = process.argv.slice(2);
const size = SIZES[sizeName as 'small'];
const db = await openDatabases(() => {});
const url = await db.open(size);
const route = ROUTES.find((r) => r.name.includes(name))!;
const samples = Array.from({ length: 200 }, (_, n) => route.sample(size, n));
writeFileSync('/tmp/samples-ab.json', JSON.stringify(samples));
const recorder = openRecorder(url, APP_KEY);
const recs = []; for (const s of samples) recs.push(await recorder.record(s));
await recorder.close();
writeFileSync('/tmp/recs-ab.json', JSON.stringify({ 0: recs }));
const svcs: any[] = [];
for (const v of variants) {
  const label = v.slice(0, v.indexOf('=')); const rest = v.slice(v.indexOf('=') + 1);
  const [dir, ...flags] = rest.split(' ');
  const port = await freePort();
  const env: any = {}; while (flags[0]?.includes('=') && !flags[0].startsWith('-')) { const [k, vv] = flags.shift()!.split('='); env[k!] = vv; }
  const child = spawn(process.execPath, [...flags, '--import', './src/preload.ts', 'src/server.ts'], { cwd: dir, stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DATABASE_URL: url, APP_KEY: APP_KEY.toString('base64'), PORT: String(port), PUBLIC_URL: 'http://bench.example', RATE_LIMIT_PUBLIC: '0', RATE_LIMIT_TOKEN: '0', RATE_LIMIT_SIGN_IN: '0', ...env } });
  for (;;) { if (child.exitCode !== null) process.exit(1); try { await fetch(`http://127.0.0.1:${port}/livez`); break; } catch { await new Promise((r) => setTimeout(r, 50)); } }
  svcs.push({ label, pid: child.pid, stop: () => child.kill('SIGTERM'), url: `http://127.0.0.1:${port}` });
}
for (const sw of (process.env.ABL ?? '').split(',').filter(Boolean)) { const ch = spawn(process.execPath, ['bench/zz-abl.ts', url, '/tmp/recs-ab.json', sw], { stdio: ['ignore', 'pipe', 'inherit'] }); const u = await new Promise<string>((r) => ch.stdout!.once('data', (d) => r(String(d).trim()))); ch.stdout!.on('data', () => {}); svcs.push({ label: 'abl ' + sw, pid: ch.pid, url: u, stop: () => ch.kill('SIGTERM') }); }
const yard = await startYardstick(url, '/tmp/recs-ab.json');
svcs.push({ label: 'yard', pid: yard.pid, url: yard.url, stop: () => yard.stop() });
const stat = (f: string) => { const a = readFileSync(f, 'utf8').split(') ')[1]!.split(' '); return [Number(a[11]), Number(a[12]), Number(a[1])] as const; };
const acc = (pid: number) => {
  const main = stat(`/proc/${pid}/task/${pid}/stat`), all = stat(`/proc/${pid}/stat`);
  let pgu = 0, pgs = 0;
  for (const d of readdirSync('/proc')) if (/^\d+$/.test(d)) try { if (readFileSync(`/proc/${d}/comm`, 'utf8').startsWith('postgres')) { const [u, s] = stat(`/proc/${d}/stat`); pgu += u; pgs += s; } } catch {}
  return { mainU: main[0], mainS: main[1], othU: all[0] - main[0], othS: all[1] - main[1], pgu, pgs };
};
const cols: any = {};
for (let i = 0; i < Number(rounds) + 1; i++) for (const x of svcs) {
  const a: any = acc(x.pid);
  const r = await runLoad({ url: x.url, route: '0', samplesFile: '/tmp/samples-ab.json', connections: 16, seconds: i === 0 ? 3 : 2 });
  const b: any = acc(x.pid);
  if (i === 0) continue;
  x.m ??= { rps: [], p50: [], mainU: [], mainS: [], othU: [], othS: [], pgu: [], pgs: [] };
  x.m.rps.push(r.requestsPerSecond); x.m.p50.push(r.p50Ms);
  for (const k of Object.keys(a)) x.m[k].push(((b[k] - a[k]) * 1e4) / r.count);
  if (r.failures) console.log('FAIL', r.failures);
}
const med = (a: number[]) => a.toSorted((p, q) => p - q)[Math.floor(a.length / 2)]!;
for (const x of svcs) console.log(x.label, x.m.rps.map((r: number) => r.toFixed(0)).join(' '));
for (const x of svcs) console.log(x.label.padEnd(14), Object.entries(x.m).map(([k, v]: any) => `${k} ${med(v).toFixed(k === 'p50' ? 2 : 0)}`).join('  '));
for (const x of svcs) await x.stop();
await db.close();
