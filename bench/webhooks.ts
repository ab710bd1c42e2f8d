/**
 * `npm run bench:webhooks`: delivers 5,000 events to one fast receiver, compared with a bare loop of undici that sends
 * requests of the same size, ten at once.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import pg from 'pg';
import { Agent, request } from 'undici';
import { APP_KEY, openDatabases } from './databases.ts';
import { SIZES, tokenOf } from './dataset.ts';
import { loadData } from './load-data.ts';
import { median } from './median.ts';
import { startService } from './processes.ts';

const EVENTS = 5_000;
const AT_ONCE = 10;
const ROUNDS = 3;

const log = (line: string) => void process.stderr.write(`${line}\n`);
const headers = { authorization: `Bearer ${tokenOf(1, 0)}`, 'content-type': 'application/json' };

const HAPPEN = `
  insert into team_events (team_id, id, type, in_feed, actor_type, data, created_at)
  select 1, gen_random_uuid(), 'guest.changed', true, 'system',
    jsonb_build_object('guest_id', gen_random_uuid(), 'changed', array['name', 'phone']), date_trunc('second', now())
  from generate_series(1, ${EVENTS})`;

async function nextLine({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('The receiver has no output.');
  const [line] = (await once(stdout, 'data')) as [Buffer];
  return String(line).trim();
}

/** Sends requests like those of the service, ten at once, and nothing else. */
async function sendBare(url: string): Promise<void> {
  const dispatcher = new Agent({ pipelining: 1 });
  const body = JSON.stringify({ type: 'guest.changed', timestamp: '', data: { pad: 'x'.repeat(150) } });
  const own = {
    'content-type': 'application/json',
    'user-agent': 'Innkeep',
    'webhook-timestamp': '1800000000',
    'webhook-id': 'x'.repeat(36),
    'webhook-signature': 'x'.repeat(47),
  };
  let left = EVENTS;
  const loop = async () => {
    while (left-- > 0) {
      const answer = await request(url, { method: 'POST', body, headers: own, dispatcher });
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, loop));
  await dispatcher.close();
}

async function main(): Promise<void> {
  const databases = await openDatabases(log);
  const url = await databases.openEmpty('webhooks');
  await loadData(url, SIZES.small, APP_KEY, log);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const receiver = spawn(process.execPath, [path.join(import.meta.dirname, 'receiver.ts'), String(EVENTS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const hook = await nextLine(receiver);
  const service = await startService(url, APP_KEY, { OUTBOUND_ALLOW: '127.0.0.1' });
  try {
    const body = JSON.stringify({ url: hook, types: ['guest.*'] });
    const made = await fetch(`${service.url}/v1/webhooks`, { method: 'POST', headers, body });
    if (made.status !== 201) throw new Error(await made.text());
    const times = { bare: [] as number[], service: [] as number[] };
    for (let round = 1; round <= ROUNDS; round += 1) {
      const bare = nextLine(receiver);
      await sendBare(hook);
      times.bare.push(Number(await bare));
      const delivered = nextLine(receiver);
      await client.query(HAPPEN);
      times.service.push(Number(await delivered));
      log(
        `round ${round}: ${Math.round(times.bare.at(-1) ?? 0)} ms bare, ${Math.round(times.service.at(-1) ?? 0)} ms delivered`,
      );
    }
    const [bare, whole] = [median(times.bare), median(times.service)];
    log(
      `${Math.round(EVENTS / (whole / 1_000))} deliveries a second, the bare loop ${Math.round(EVENTS / (bare / 1_000))}, ratio ${(bare / whole).toFixed(2)}`,
    );
  } finally {
    await service.stop();
    receiver.kill();
    await client.end();
    await databases.close();
  }
}

await main();
