/**
 * `npm run bench:webhooks`: catches up with 100,000 events at one fast receiver, alone and beside ten slow ones, compared
 * with a bare loop of undici that sends requests of the same size, ten at once.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Agent, request } from 'undici';
import { median, openDatabases, print, printRow, query } from './databases.ts';
import { SIZES, tokenOf } from './dataset.ts';
import { type Running, startService } from './processes.ts';

const { values: options } = parseArgs({
  options: {
    events: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
  },
});
const EVENTS = Number(options.events);
const AT_ONCE = 10;

const HAPPEN = `
  insert into team_events (team_id, id, type, in_feed, actor_type, data, created_at)
  select 1, gen_random_uuid(), 'guest.changed', true, 'system',
    jsonb_build_object('guest_id', gen_random_uuid(), 'changed', array['name', 'phone']), date_trunc('second', now())
  from generate_series(1, ${EVENTS})`;

/** Sends requests like those of the service, and nothing else. */
async function sendBare(url: string): Promise<void> {
  const dispatcher = new Agent({ pipelining: 1 });
  const body = JSON.stringify({ type: 'guest.changed', timestamp: '', data: { pad: 'x'.repeat(150) } });
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Innkeep',
    'webhook-timestamp': '1800000000',
    'webhook-id': 'x'.repeat(36),
    'webhook-signature': 'x'.repeat(47),
  };
  let left = EVENTS;
  const loop = async () => {
    while (left-- > 0) {
      const answer = await request(url, { method: 'POST', body, headers, dispatcher });
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, loop));
  await dispatcher.close();
}

async function callService({ url }: Running, method: 'POST' | 'DELETE', path: string, body: object) {
  const headers = { authorization: `Bearer ${tokenOf(1, 0)}`, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/v1/${path}`, { method, headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text === '' ? {} : JSON.parse(text).data;
}

async function measure(service: Running, database: string, slowReceivers: number): Promise<void> {
  const receiver = fork(path.join(import.meta.dirname, 'receiver.ts'), [String(EVENTS)]);
  const message = async () => (await once(receiver, 'message'))[0];
  const base: string = await message();
  const paths = ['fast', ...Array.from({ length: slowReceivers }, (_, n) => `slow/${n}`)];
  const times = { bare: [] as number[], service: [] as number[] };
  for (let round = 0; round < Number(options.rounds); round += 1) {
    const sent = message();
    await sendBare(`${base}/fast`);
    times.bare.push(await sent);
    const hooks = [];
    for (const one of paths)
      hooks.push(
        await callService(service, 'POST', 'webhooks', { url: `${base}/${one}`, types: ['guest.*'] }),
      );
    const delivered = message();
    await query(database, HAPPEN);
    times.service.push(await delivered);
    for (const { id } of hooks) await callService(service, 'DELETE', `webhooks/${id}`, {});
  }
  receiver.kill();
  const [bare, delivered] = [median(times.bare), median(times.service)];
  const perSecond = (ms: number) => ((1_000 * EVENTS) / ms).toFixed(0);
  printRow([String(slowReceivers), perSecond(delivered), perSecond(bare), (bare / delivered).toFixed(2)]);
}

const databases = await openDatabases();
const database = await databases.open(SIZES.small);
const service = await startService(database, { OUTBOUND_ALLOW: '127.0.0.1' });
try {
  print(`${EVENTS} events, medians of ${options.rounds} rounds\n`);
  printRow(['slow receivers beside', 'Innkeep, deliveries a second', 'undici', 'Innkeep ÷ undici']);
  printRow(['---', '---', '---', '---']);
  for (const slowReceivers of [0, 10]) await measure(service, database, slowReceivers);
} finally {
  await service.stop();
  await databases.close();
}
