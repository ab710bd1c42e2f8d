import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { APP_KEY, openDatabases } from './databases.ts';
import { SIZES } from './dataset.ts';
import { freePort, runLoad } from './processes.ts';
import { ROUTES } from './routes.ts';
const db = await openDatabases(() => {});
const size = SIZES.small; const url = await db.open(size);
const route = ROUTES.find((r) => r.name.includes('GET /v1/me'))!;
writeFileSync('/tmp/samples-ab.json', JSON.stringify(Array.from({ length: 200 }, (_, n) => route.sample(size, n))));
for (const [label, dir, level, flags] of [['new', '/work/main', 'info', ''], ['silent', '/work/main', 'error', ''], ['semi64', '/work/main', 'info', '--max-semi-space-size=64 --min-semi-space-size=64'], ['base', '/work/wt/child', 'info', '']] as const) {
  const port = await freePort();
  const child = spawn(process.execPath, ['--trace-gc', ...flags.split(' ').filter(Boolean), '--import', './src/preload.ts', 'src/server.ts'], { cwd: dir, stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, LOG_LEVEL: level, DATABASE_URL: url, APP_KEY: APP_KEY.toString('base64'), PORT: String(port), PUBLIC_URL: 'http://bench.example', RATE_LIMIT_PUBLIC: '0', RATE_LIMIT_TOKEN: '0', RATE_LIMIT_SIGN_IN: '0' } });
  let out = ''; child.stdout!.on('data', (d) => { for (const l of String(d).split('\n')) if (/ms: /.test(l)) out += l + '\n'; });
  for (;;) { try { await fetch(`http://127.0.0.1:${port}/livez`); break; } catch { await new Promise((r) => setTimeout(r, 50)); } }
  await runLoad({ url: `http://127.0.0.1:${port}`, route: '0', samplesFile: '/tmp/samples-ab.json', connections: 16, seconds: 3 });
  out = '';
  const r = await runLoad({ url: `http://127.0.0.1:${port}`, route: '0', samplesFile: '/tmp/samples-ab.json', connections: 16, seconds: 5 });
  const sc = out.split('\n').filter((l) => /Scavenge|Minor/.test(l)); const ms = out.split('\n').filter((l) => /Mark-Compact/.test(l));
  const dur = (ls: string[]) => ls.reduce((s, l) => s + Number(/MB, (?:pooled: [\d.]+ MB, )?([\d.]+) \/ /.exec(l)?.[1] ?? 0), 0);
  console.log(label, r.requestsPerSecond.toFixed(0), 'scav', sc.length, dur(sc).toFixed(0), 'ms', 'mc', ms.length, dur(ms).toFixed(0), 'µs/req', (((dur(sc) + dur(ms)) * 1000) / r.count).toFixed(1)); console.log(sc.slice(-2).join('\n'));
  child.kill('SIGTERM'); await new Promise((res) => child.once('exit', res));
}
await db.close();
