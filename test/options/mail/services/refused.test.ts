/** What follows from final answers of a mail server, for guests and members (docs/rules.md, 25.17). */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMetrics } from '../../../../src/metrics.ts';
import { createMailMetrics } from '../../../../src/options/mail/metrics.ts';
import type { MailResult } from '../../../../src/options/mail/services/sending/outcomes.ts';
import { createMailTransport } from '../../../../src/options/mail/services/sending/transport.ts';
import { startMailSending } from '../../../../src/options/mail/services/sending/worker.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { type Inn, type Json, openInn, times } from '../../../helpers/bookings.ts';
import { createSendingMail } from '../../../helpers/mail.ts';
import { openMailServer } from '../../../helpers/mail-server.ts';
import { buildMember, joinTeam, visitorOf } from '../../../helpers/pages.ts';
import { openSite } from '../../../helpers/site.ts';

const NOW = '2031-05-05T10:00:00Z';
const { own, settings: SENDING } = createSendingMail();
const world = await openSharedApp(SENDING);
const server = await openMailServer();
afterAll(() => server.close());
const logged: [error: string, isRefused: boolean][] = [];
beforeEach(async () => {
  server.arrived.length = 0;
  server.plant(() => null);
  logged.length = 0;
  world.clock.set(NOW);
  await world.db.execute(
    `update mails set status = 'withdrawn', next_attempt_at = null where status = 'pending'`,
  );
});

const settings = { url: server.url, from: 'mail@stay.example', isInsecure: true, dkim: null };
function start(onResult: (result: MailResult) => void = () => {}) {
  const sending = startMailSending({
    ...world.services,
    ...own,
    transport: createMailTransport(settings, { answerMs: 500, endMs: 1_000 }),
    from: 'mail@stay.example',
    perMinute: 0,
    everyMs: 20,
    onError: (error) => world.backgroundErrors.push(error),
    onTrouble: (error, isRefused) => logged.push([error, isRefused]),
    onResult,
  });
  onTestFinished(sending.stop);
}
const soon = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 20_000, interval: 30 });

async function openMailing(kinds = ['booking_confirmed']): Promise<Inn> {
  const inn = await openInn(world, { units: ['A', 'B', 'C'] });
  const rules = kinds.map((kind) => ({ kind, active: true, sources: null }));
  await inn.data(inn.send('PUT', '/mail-rules', { rules }));
  return inn;
}
const guest = (email: string) => ({ guest: { name: 'Bea Lind', email } });
const mailOf = async (inn: Inn): Promise<Json> => (await inn.read('/mails'))[0];
const triedTimes = (inn: Inn, attempts: number) =>
  soon(async () => expect((await mailOf(inn)).attempts).toBe(attempts));

describe('a guest’s address', () => {
  it.each([
    [550, 'relay not permitted'],
    [552, '5.2.2 Mailbox is over quota'],
    [554, '5.7.1 Relay access denied'],
  ])('is not blocked by %i %s, which is tried again and then arrives', async (code, text) => {
    server.plant((to) => (to === '' ? null : { code, text }));
    const inn = await openMailing();
    await inn.book(guest('bea@example.com'));
    start();
    await triedTimes(inn, 1);
    expect(await mailOf(inn)).toMatchObject({ status: 'pending', error: expect.stringContaining(text) });
    world.clock.set('2031-05-05T11:30:00Z');
    await triedTimes(inn, 2);
    expect(await inn.read('/mail-suppressions')).toEqual([]);
    server.plant(() => null);
    world.clock.set('2031-05-05T12:30:00Z');
    await soon(async () => expect(await mailOf(inn)).toMatchObject({ status: 'sent', attempts: 3 }));
    expect(logged.every(([error, isRefused]) => isRefused && !error.includes('@'))).toBe(true);
    expect(logged).toHaveLength(2);
  });

  it('is blocked by “No such user here” only at a second try an hour later', async () => {
    server.plant((to) => (to === '' ? null : { code: 550, text: 'No such user here' }));
    const inn = await openMailing();
    await inn.book(guest('nobody@example.com'));
    start();
    await triedTimes(inn, 1);
    world.clock.set('2031-05-05T10:59:59Z');
    await triedTimes(inn, 2);
    expect(await mailOf(inn)).toMatchObject({ status: 'pending' });
    expect(await inn.read('/mail-suppressions')).toEqual([]);
    world.clock.set('2031-05-05T11:30:00Z');
    await soon(async () => expect(await mailOf(inn)).toMatchObject({ status: 'failed', attempts: 3 }));
    await soon(async () =>
      expect(await inn.read('/mail-suppressions')).toMatchObject([
        { email: 'nobody@example.com', reason: expect.stringContaining('No such user here') },
      ]),
    );
  });

  it('that refused a message holds back no later one', async () => {
    let isFull = true;
    server.plant((to) => (to !== '' && isFull ? { code: 552, text: '5.2.2 Mailbox full' } : null));
    const inn = await openMailing(['booking_confirmed', 'booking_cancelled']);
    const { id } = await inn.book(guest('full@example.com'));
    start();
    await triedTimes(inn, 1);
    isFull = false;
    await inn.data(inn.cancel(id));
    await soon(() => expect(server.arrived).toHaveLength(1));
    expect(server.arrived[0]?.mail.subject).toContain('is cancelled');
  });

  it('gets a message that may have arrived three times at most', async () => {
    server.plant((to) => (to === '' ? null : 'break'));
    const inn = await openMailing();
    await inn.book(guest('bea@example.com'));
    start();
    for (const [index, minutes] of [0, 10, 20].entries()) {
      world.clock.set(`2031-05-05T10:${String(minutes).padStart(2, '0')}:00Z`);
      await triedTimes(inn, index + 1);
    }
    expect(await mailOf(inn)).toMatchObject({
      status: 'failed',
      next_attempt_at: null,
      error: expect.stringContaining('may have arrived'),
    });
    expect(server.arrived).toHaveLength(3);
  });
});

describe('a member’s address', () => {
  it('is blocked after a week of answers that it does not exist, and Today and the account say so', async () => {
    const isOfMember = (to: string) => to.startsWith('ana-');
    server.plant((to) => (isOfMember(to) ? { code: 550, text: '5.1.1 No such user' } : null));
    const site = await openSite(world);
    const { slug } = await site.read('/team');
    const email = `ana-${slug}@stay.example`;
    const visitor = visitorOf(world);
    await joinTeam(world, (await buildMember(world, { email })).id, site.teamId);
    await visitor.signIn(email);
    const pageOf = async (path: string) => (await visitor.get(path)).body;
    start();
    const toMember = async (): Promise<Json[]> => site.read('/mails?kind=request_arrived');
    await site.request();
    await soon(async () => expect((await toMember())[0].attempts).toBe(1));
    expect((await toMember())[0].status).toBe('pending');
    expect(await site.read('/mail-suppressions')).toEqual([]);
    const today = `/app/teams/${slug}/today`;
    expect(await pageOf(today)).not.toContain('Nothing is sent to the member');
    world.clock.set('2031-05-12T10:00:00Z');
    await soon(async () => expect(await site.read('/mail-suppressions')).toMatchObject([{ email }]));
    await soon(async () => expect((await toMember())[0].status).toBe('failed'));
    // The session has ended meanwhile.
    await visitor.signIn(email);
    expect(await pageOf(today)).toContain('Nothing is sent to the member');
    expect(await pageOf('/app/account')).toContain('Nothing is sent to your address');
  });
});

it('Today says since when messages have not left, until one leaves', async () => {
  server.plant((to) => (to === '' ? null : { code: 550, text: 'relay not permitted for bea@example.com' }));
  const inn = await openMailing();
  const { slug } = await inn.read('/team');
  const { id, email } = await buildMember(world, { email: `eva-${slug}@stay.example` });
  await joinTeam(world, id, inn.teamId);
  const visitor = visitorOf(world);
  await visitor.signIn(email);
  const today = async () => (await visitor.get(`/app/teams/${slug}/today`)).body;
  await inn.book(guest('bea@example.com'));
  start();
  await triedTimes(inn, 1);
  expect(await today()).not.toContain('have not left');
  world.clock.set('2031-05-05T10:10:00Z');
  await triedTimes(inn, 2);
  const page = await today();
  expect(page).toContain('Messages have not left since');
  expect(page).toContain('2031-05-05T10:00:00.000Z');
  expect(page).toContain('relay not permitted for the address');
  server.plant(() => null);
  world.clock.set('2031-05-05T11:10:00Z');
  await soon(async () => expect(await mailOf(inn)).toMatchObject({ status: 'sent' }));
  expect(await today()).not.toContain('have not left');
  expect((await visitor.get(`/app/teams/${slug}/messages`)).body).toContain('Accepted by the mail server');
});

/** The alert’s sums over results of `innkeep_mails_total` that grow or stand still, as docs/operations.md has them. */
async function readAlert() {
  const text = await readFile(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
  const [, expression = '', minutes = ''] =
    /- alert: InnkeepMailsNotSent\n\s+expr: (.*)\n\s+for: (\d+)m\n/.exec(text) ?? [];
  const parts = [
    ...expression.matchAll(/sum\(rate\(innkeep_mails_total\{result=~?"([\w|]+)"\}\[1h\]\)\) (> 0|== 0)/g),
  ];
  expect(parts.map(([part]) => part).join(' and ')).toBe(expression);
  const conditions = parts.map(([, results = '', sign]) => ({
    results: results.split('|'),
    isAboveZero: sign === '> 0',
  }));
  return { conditions, forMinutes: Number(minutes) };
}

type Counts = Record<string, number>;

/** The minutes at which an alert fires, by the counts of each minute from the first on. */
function listFiringMinutes(
  { conditions, forMinutes }: Awaited<ReturnType<typeof readAlert>>,
  counts: readonly Counts[],
): number[] {
  const sumAt = (minute: number, results: readonly string[]) =>
    results.reduce((sum, result) => sum + (counts[Math.max(0, minute)]?.[result] ?? 0), 0);
  const isTrueAt = (minute: number) =>
    conditions.every(({ results, isAboveZero }) => {
      const increase = sumAt(minute, results) - sumAt(minute - 60, results);
      return increase > 0 === isAboveZero;
    });
  return counts.flatMap((_, minute) =>
    minute >= forMinutes && times(forMinutes + 1, (back) => minute - back).every(isTrueAt) ? [minute] : [],
  );
}

it('the alert of the documentation fires half an hour after the mail server began to refuse everything, and not once it takes a message', async () => {
  const metrics = createMetrics();
  const onResult = createMailMetrics(metrics.registry);
  const readCounts = async (): Promise<Counts> =>
    Object.fromEntries(
      [...(await metrics.text()).matchAll(/innkeep_mails_total\{result="(\w+)"\} (\d+)/g)].map(
        ([, result = '', count]) => [result, Number(count)],
      ),
    );
  const alert = await readAlert();
  server.plant((to) => (to === '' ? null : { code: 550, text: 'relay not permitted' }));
  const inn = await openMailing();
  const minutes = (count: number) => {
    world.clock.set(new Date(Date.parse(NOW) + count * 60_000).toISOString());
  };
  // Prometheus has read the counters before anything was tried.
  const counts = [await readCounts()];
  await inn.book(guest('bea@example.com'));
  start(onResult);
  // One message, whose tries follow after 1 minute, 5 and 30, each moved by up to a tenth.
  const tries = new Map([
    [1, 1],
    [3, 2],
    [9, 3],
    [43, 4],
  ]);
  for (let minute = 1; minute <= 60; minute += 1) {
    const due = tries.get(minute);
    if (due !== undefined) {
      minutes(minute);
      await triedTimes(inn, due);
      await soon(async () => expect((await readCounts()).refused).toBe(due));
    }
    counts.push(await readCounts());
  }
  expect(listFiringMinutes(alert, counts)[0]).toBe(alert.forMinutes + 1);
  expect(listFiringMinutes(alert, counts)).toContain(60);
  server.plant(() => null);
  minutes(240);
  await soon(async () => expect(await mailOf(inn)).toMatchObject({ status: 'sent' }));
  await soon(async () => expect((await readCounts()).sent).toBe(1));
  counts.push(await readCounts());
  expect(listFiringMinutes(alert, counts)).not.toContain(61);
});
