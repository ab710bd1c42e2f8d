/** A server process is given inner addresses in every spelling, as webhooks and as calendar feeds. Nothing may arrive. */
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { at, openInn } from '../../helpers/bookings.ts';
import { words } from '../../helpers/words.ts';
import { callerOf, type Heard } from '../caller.ts';
import { reportFigures } from '../figures.ts';
import { openSharedServers } from '../servers.ts';

const world = await openSharedApp({ poolMax: 1 });

/** Spellings of this machine, and names that lead to it. */
const INNER = words(`
  127.0.0.1 2130706433 0x7f000001 0x7f.1 127.1 0177.0.0.1 0 0.0.0.0 127.255.255.254 [::1] [::]
  [0:0:0:0:0:ffff:7f00:1] [::ffff:127.0.0.1] [::127.0.0.1] [64:ff9b::7f00:1] [2002:7f00:1::]
  localhost localhost. LOCALHOST 127.0.0.1. ⑫⑦.⓪.⓪.①`);
/** Private, link-local and reserved networks, the address of cloud metadata among them. */
const PRIVATE = words(`
  10.0.0.1 172.16.5.4 192.168.1.1 169.254.169.254 100.64.0.1 198.18.0.1 224.0.0.1 255.255.255.255
  [fc00::1] [fe80::1] [ff02::1] [2001:db8::1] [64:ff9b:1::1] [100::1]`);

test('no outgoing request reaches an internal address', { timeout: 300_000 }, async () => {
  let arrived = 0;
  const listener = createServer((socket) => {
    arrived += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => listener.listen(0, '::', resolve));
  const { port } = listener.address() as AddressInfo;
  const inn = await openInn(world);
  const unit_id = at(inn.units, 0).id;
  const servers = await openSharedServers(world.url);
  const server = await servers.start({ CALENDAR_MINUTES: '0' });
  const { ask, close } = callerOf(server.port);
  const heard: Heard[] = [];
  const send = async (method: 'POST' | 'DELETE', path: string, body?: object) => {
    const answer = await ask({ method, path: `/v1${path}`, token: inn.token, body });
    heard.push(answer);
    return answer;
  };
  const spelled = [...INNER, ...PRIVATE].flatMap((host) =>
    ['https', 'http'].map((scheme) => `${scheme}://${host}:${port}/`),
  );
  const disguised = [
    `https://user:secret@127.0.0.1:${port}/`,
    `https://8.8.8.8:${port}@127.0.0.1:${port}/`,
    `https://127.0.0.1\\@8.8.8.8:${port}/`,
    `//127.0.0.1:${port}/`,
    `gopher://127.0.0.1:${port}/`,
    'file:///etc/passwd',
  ];
  for (const url of [...spelled, ...disguised]) {
    const webhook = await send('POST', '/webhooks', { url });
    const feed = await send('POST', '/calendar-feeds', { unit_id, name: 'Other', url });
    expect([url, webhook.status, feed.status]).toEqual([url, 422, 422]);
    expect(Object.keys(webhook.body.errors)).toEqual(['url']);
    expect(Object.keys(feed.body.errors)).toEqual(['url']);
  }
  // What was stored before, as by an operator who permitted it then, is checked again at every call.
  const later = await send('POST', '/webhooks', { url: 'https://later.example/' });
  expect(later.status).toBe(201);
  let tried = 0;
  for (const url of spelled) {
    await world.db.execute(`update webhooks set url = '${url}' where team_id = ${inn.teamId}`);
    const { status, body } = await send('POST', `/webhooks/${later.body.data.id}/test`);
    expect([url, status, body.data.response_status]).toEqual([url, 200, null]);
    expect(body.data.error).toEqual(expect.any(String));
    tried += 1;
  }
  close();
  server.child.kill('SIGTERM');
  expect((await server.finished).code).toBe(0);
  listener.close();
  expect(arrived).toBe(0);
  reportFigures('outgoing-requests', {
    load: `${spelled.length + disguised.length} addresses, each as a webhook and as a calendar feed; ${tried} of them also as a webhook that was stored before`,
    refused: heard.filter(({ status }) => status === 422).length,
    seen: 'Every one was refused when it was saved. None of those already stored was called: a listener on this machine saw no connection.',
  });
});
