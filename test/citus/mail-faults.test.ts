/** Messages and links for new passwords while a worker of a cluster is away (docs/operations.md). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { distributeDatabase } from '../../src/db/spreading/distribute.ts';
import { createMailTransport } from '../../src/options/mail/services/sending/transport.ts';
import { startMailSending } from '../../src/options/mail/services/sending/worker.ts';
import { openTestApp, type TestApp } from '../helpers/app.ts';
import { type Inn, openInn, times } from '../helpers/bookings.ts';
import { withClient } from '../helpers/database.ts';
import { createSendingMail } from '../helpers/mail.ts';
import { openMailServer } from '../helpers/mail-server.ts';
import { buildMember, visitorOf } from '../helpers/pages.ts';
import {
  createClusterDatabase,
  isToolThere,
  localCitus,
  nodeOfTeam,
  nodesOf,
  startLocalCluster,
} from './cluster.ts';

const CONF = 'fsync=off\nfull_page_writes=off\ncitus.shard_count=8';
const VICTIM = 'worker2';
const PATIENT = { timeout: 30_000, interval: 100 };
const KIND = 'booking_confirmed';

const { own, settings } = createSendingMail();
let directory: string;
let world: TestApp;
let server: Awaited<ReturnType<typeof openMailServer>>;
let inns: { inn: Inn; isAway: boolean; email: string }[];

beforeAll(async () => {
  const cluster = await startLocalCluster(CONF);
  ({ directory } = cluster);
  const url = await createClusterDatabase(await nodesOf(cluster.url), 'mail_faults');
  await migrateDatabase(url);
  await distributeDatabase(url, () => {});
  world = await openTestApp({ url, ...settings });
  server = await openMailServer();
  const [, port] = new RegExp(`^${VICTIM} (\\d+)`, 'm').exec(await localCitus(directory, 'status')) ?? [];
  inns = [];
  for (const _ of times(8, (n) => n)) {
    const inn = await openInn(world, { units: times(20, (n) => `U${n}`) });
    const rules = [{ kind: KIND, active: true, sources: null }];
    await inn.data(inn.send('PUT', '/mail-rules', { rules }));
    const { email } = await buildMember(world, { teamId: inn.teamId });
    const node = await withClient(url, (client) => nodeOfTeam(client, inn.teamId));
    inns.push({ inn, email, isAway: node === `127.0.0.1:${port}` });
  }
}, 400_000);

afterAll(async () => {
  await world?.close();
  await server?.close();
  await localCitus(directory, 'stop', '--remove');
});

const start = () =>
  startMailSending({
    ...world.services,
    ...own,
    transport: createMailTransport({
      url: server.url,
      from: 'mail@stay.example',
      isInsecure: true,
      dkim: null,
    }),
    from: 'mail@stay.example',
    perMinute: 0,
    everyMs: 100,
    onError: (error) => world.backgroundErrors.push(error),
  });

it.skipIf(!isToolThere)(
  'while a worker is away, links of all others are sent, and everything else once it is back',
  async () => {
    const here = inns.filter(({ isAway }) => !isAway);
    const away = inns.filter(({ isAway }) => isAway);
    expect(Math.min(here.length, away.length)).toBeGreaterThan(0);
    const sending = start();
    await localCitus(directory, 'node', 'kill', VICTIM);
    await expect.poll(async () => (await book(away[0])).status, PATIENT).toBe(503);
    const readers: string[] = [];
    for (const one of here) readers.push((await book(one)).body.data.guest.email);

    // An account whose own worker is away gets no link now, and everybody else does.
    const known: string[] = [];
    for (const { email } of inns) {
      const answer = await askForLink(email);
      expect([200, 503]).toContain(answer.statusCode);
      if (answer.statusCode === 200) known.push(email);
    }
    expect(known).not.toEqual([]);
    await expect.poll(() => hasArrived(known), PATIENT).toBe(true);
    const link = linkTo(known[0]);
    const refused = await choosePassword(link);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1']);

    await localCitus(directory, 'node', 'start', VICTIM);
    await expect.poll(async () => (await book(away[0])).status, PATIENT).toBe(201);
    expect(await choosePassword(link)).toMatchObject({ statusCode: 303 });
    for (const { email } of inns)
      if (!known.includes(email)) expect((await askForLink(email)).statusCode).toBe(200);
    await expect.poll(() => hasArrived([...readers, ...inns.map(({ email }) => email)]), PATIENT).toBe(true);
    await sending.stop();
    const sent = server.arrived.map(({ mail }) => mail.messageId);
    expect(new Set(sent).size).toBe(sent.length);
  },
  300_000,
);

let guests = 0;
function book(one: { inn: Inn } | undefined) {
  if (!one) throw new Error('There is no such team.');
  guests += 1;
  const guest = { name: 'Bea', email: `guest-${guests}@example.com` };
  return one.inn.send('POST', '/bookings', { ...one.inn.newBooking(), guest });
}

const hasArrived = (emails: readonly string[]): boolean =>
  emails.every((email) => server.arrived.some(({ envelope }) => envelope.to[0] === email));

let visitors = 0;
/** Each from an address of its own, because those who ask are counted by it. */
function openVisitor() {
  visitors += 1;
  return visitorOf(world, {}, `198.51.100.${visitors}`);
}

async function askForLink(email: string) {
  const visitor = openVisitor();
  await visitor.get('/app/forgot-password');
  return visitor.post('/app/forgot-password', { email });
}

function linkTo(email: string | undefined): string {
  const found = server.arrived.find(({ envelope }) => envelope.to[0] === email);
  return /https:\/\/stay\.example(\/app\/new-password\/\S+)/.exec(found?.mail.text ?? '')?.[1] ?? '';
}

async function choosePassword(link: string) {
  const visitor = openVisitor();
  await visitor.get(link);
  return visitor.post(link, { password: 'nine grey herons' });
}
