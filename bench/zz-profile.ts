import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, mkdirSync, writeFileSync } from 'node:fs';
import { openRecorder } from './capture.ts';
import { APP_KEY, openDatabases } from './databases.ts';
import { SIZES } from './dataset.ts';
import { freePort, runLoad } from './processes.ts';
import { ROUTES } from './routes.ts';
const [sizeName = 'small', name = 'GET /v1/me', seconds = '8', which = 'ours'] = process.argv.slice(2);
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
rmSync('/tmp/prof', { recursive: true, force: true }); mkdirSync('/tmp/prof');
const flags = ['--cpu-prof', '--cpu-prof-dir=/tmp/prof', '--cpu-prof-interval=150'];
const port = await freePort();
let base = `http://127.0.0.1:${port}`;
let child;
if (which === 'ours') {
  child = spawn(process.execPath, [...flags, '--import', './src/preload.ts', 'src/server.ts'], { stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DATABASE_URL: url, APP_KEY: APP_KEY.toString('base64'), PORT: String(port), PUBLIC_URL: 'http://bench.example', RATE_LIMIT_PUBLIC: '0', RATE_LIMIT_TOKEN: '0', RATE_LIMIT_SIGN_IN: '0' } });
  for (;;) { try { await fetch(`${base}/livez`); break; } catch { await new Promise((r) => setTimeout(r, 50)); } }
} else {
  child = spawn(process.execPath, [...flags, 'bench/yardstick.ts', url, '/tmp/recs-ab.json'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout!, 'data'); base = String(line).trim();
}
const t0 = performance.now();
const r1 = await runLoad({ url: base, route: '0', samplesFile: '/tmp/samples-ab.json', connections: 16, seconds: 3 });
const r = await runLoad({ url: base, route: '0', samplesFile: '/tmp/samples-ab.json', connections: 16, seconds: Number(seconds) });
child.kill('SIGTERM'); await once(child, 'exit'); await db.close();
const n = r.count + r1.count;
const file = readdirSync('/tmp/prof').find((f) => f.endsWith('.cpuprofile'))!;
const p = JSON.parse(readFileSync(`/tmp/prof/${file}`, 'utf8'));
const self = new Map<number, number>();
p.samples.forEach((id: number, i: number) => self.set(id, (self.get(id) ?? 0) + p.timeDeltas[i]));
const byFn = new Map<string, number>(), byPkg = new Map<string, number>();
for (const node of p.nodes) {
  const t = self.get(node.id) ?? 0; if (!t) continue;
  const { functionName, url: u, lineNumber } = node.callFrame;
  const where = u.replace(/.*\/node_modules\//, '').replace(/.*\/work\/[^/]*\//, '');
  const pkg = u.startsWith('node:') ? `node:` + u.slice(5).split('/').slice(0, 3).join('/') : u.includes('node_modules') ? where.split('/').slice(0, where.startsWith('@') ? 2 : 1).join('/') : where || functionName;
  byPkg.set(pkg, (byPkg.get(pkg) ?? 0) + t);
  const k = `${functionName} ${where}:${lineNumber}`; byFn.set(k, (byFn.get(k) ?? 0) + t);
}
const top = (m: Map<string, number>, c: number) => [...m].sort((a, b) => b[1] - a[1]).slice(0, c).forEach(([k, v]) => console.log((v / n).toFixed(2).padStart(8), k));
console.log(which, 'rps', r.requestsPerSecond.toFixed(0), 'µs per request, self');
top(byPkg, 300); console.log('--'); top(byFn, 900);
