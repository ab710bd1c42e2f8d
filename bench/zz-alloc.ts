// allocation per request, in process, by sampling heap profiler
import inspector from 'node:inspector';
import { spawn } from 'node:child_process';
import { writeFileSync, readFileSync, readdirSync, rmSync, mkdirSync } from 'node:fs';
import { APP_KEY, openDatabases } from './databases.ts';
import { SIZES } from './dataset.ts';
import { freePort, runLoad } from './processes.ts';
import { ROUTES } from './routes.ts';
const db = await openDatabases(() => {});
const size = SIZES.small; const url = await db.open(size);
const route = ROUTES.find((r) => r.name.includes(process.argv[2] ?? 'GET /v1/me'))!;
writeFileSync('/tmp/samples-ab.json', JSON.stringify(Array.from({ length: 200 }, (_, n) => route.sample(size, n))));
writeFileSync('/tmp/heapprof.mjs', `import inspector from 'node:inspector'; import { writeFileSync } from 'node:fs';
const s = new inspector.Session(); s.connect();
process.on('SIGUSR2', () => s.post('HeapProfiler.startSampling', { samplingInterval: 32768, includeObjectsCollectedByMajorGC: true, includeObjectsCollectedByMinorGC: true }));
process.on('SIGHUP', () => s.post('HeapProfiler.stopSampling', (e, r) => writeFileSync('/tmp/heap.json', JSON.stringify(r.profile))));`);
const port = await freePort();
const child = spawn(process.execPath, ['--import', '/tmp/heapprof.mjs', '--import', './src/preload.ts', 'src/server.ts'], { cwd: '/work/main', stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, DATABASE_URL: url, APP_KEY: APP_KEY.toString('base64'), PORT: String(port), PUBLIC_URL: 'http://bench.example', RATE_LIMIT_PUBLIC: '0', RATE_LIMIT_TOKEN: '0', RATE_LIMIT_SIGN_IN: '0' } });
for (;;) { try { await fetch(`http://127.0.0.1:${port}/livez`); break; } catch { await new Promise((r) => setTimeout(r, 50)); } }
const load = (s: number) => runLoad({ url: `http://127.0.0.1:${port}`, route: '0', samplesFile: '/tmp/samples-ab.json', connections: 16, seconds: s });
await load(3); child.kill('SIGUSR2'); const r = await load(5); child.kill('SIGHUP'); await new Promise((r) => setTimeout(r, 1500));
child.kill('SIGTERM'); await new Promise((res) => child.once('exit', res)); await db.close();
const p = JSON.parse(readFileSync('/tmp/heap.json', 'utf8')); const m = new Map<string, number>(); let tot = 0;
const walk = (n: any, parent: string) => { const { functionName: f, url: u, lineNumber: l } = n.callFrame; const k = `${f} ${u.split('/').slice(-3).join('/')}:${l}` + (u ? '' : ` < ${parent}`); m.set(k, (m.get(k) ?? 0) + n.selfSize); tot += n.selfSize; for (const c of n.children) walk(c, k.slice(0, 60)); };
walk(p.head, '');
console.log('bytes/request', (tot / r.count).toFixed(0), 'rps', r.requestsPerSecond.toFixed(0));
for (const [k, v] of [...m].sort((a, b) => b[1] - a[1]).slice(0, 40)) console.log((v / r.count).toFixed(0).padStart(7), k);
