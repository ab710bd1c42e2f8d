/** What messages cost everybody else: a slow mail server, a text that takes long, and ten thousand messages due in one hour. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { writeScheduledMails } from '../../../src/services/mail/scheduled.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { type Inn, openInn, times } from '../../helpers/bookings.ts';
import { buildGuest } from '../../helpers/factories.ts';
import { openMailServer } from '../../helpers/mail-server.ts';
import { dayFromToday } from '../booking-load.ts';
import { callerOf } from '../caller.ts';
import { isFull, percentile, reportFigures, sized } from '../figures.ts';
import { openSharedServers } from '../servers.ts';

const SLOW_MS = sized(30_000, 3_000);
const FOR_MS = sized(20_000, 2_000);
const WRITERS = 10;
const MAILS = sized(10_000, 600);
const COPIED_AT_ONCE = 1_000;
const PER_MINUTE = 60;
const WATCHED_MS = sized(150_000, 20_000);

const world = await openSharedApp({
  publicUrl: 'https://stay.example',
  mail: { isSending: true, messageIdDomain: 'stay.example' },
});
const servers = await openSharedServers(world.url);
const mailServer = await openMailServer();
afterAll(() => mailServer.close());
const ENVIRONMENT = {
  SMTP_URL: mailServer.url,
  SMTP_INSECURE: 'true',
  MAIL_FROM: 'mail@stay.example',
  PUBLIC_URL: 'https://stay.example',
};

const KIND = 'booking_confirmed';
async function openMailing(isActive: boolean): Promise<Inn> {
  const inn = await openInn(world, { units: times(20, (n) => `Unit ${n}`) });
  await inn.data(
    inn.send('PUT', '/mail-rules', { rules: [{ kind: KIND, active: isActive, sources: null }] }),
  );
  return inn;
}

let guests = 0;
const bookingOf = ({ listing }: Inn) => {
  guests += 1;
  const night = (guests * 2) % 3_000;
  const stay = { check_in: dayFromToday(night), check_out: dayFromToday(night + 1), number_of_guests: 1 };
  return { listing_id: listing.id, ...stay, guest: { name: 'Bea', email: `guest-${guests}@load.example` } };
};

/** Books as fast as it is answered, by several at once. */
async function bookFor(inn: Inn, port: number, clients: number, ms: number) {
  const endsAt = performance.now() + ms;
  const waited: number[] = [];
  await Promise.all(
    times(clients, async () => {
      const caller = callerOf(port);
      while (performance.now() < endsAt) {
        const request = {
          method: 'POST',
          path: '/v1/bookings',
          token: inn.token,
          body: bookingOf(inn),
        } as const;
        const heard = await caller.ask(request);
        expect(heard.status).toBe(201);
        waited.push(heard.ms);
      }
      caller.close();
    }),
  );
  return { count: waited.length, p50Ms: percentile(waited, 0.5), p99Ms: percentile(waited, 0.99) };
}
const round = (value: number): number => Math.round(value * 100) / 100;

test('a slow mail server delays neither requests nor the messages of another team', {
  timeout: 600_000,
}, async () => {
  const [quiet, busy, other] = [await openMailing(false), await openMailing(true), await openMailing(true)];
  const server = await servers.start(ENVIRONMENT);
  await bookFor(quiet, server.port, 4, FOR_MS / 4);
  const before = await bookFor(quiet, server.port, 4, FOR_MS);
  mailServer.answerAfter(SLOW_MS);
  const caller = callerOf(server.port);
  // By the server itself, whose clock is that of its messages.
  const book = async ({ token }: Inn, body: object) =>
    expect((await caller.ask({ method: 'POST', path: '/v1/bookings', token, body })).status).toBe(201);
  for (const _ of times(20, (n) => n)) await book(busy, bookingOf(busy));
  // Once its four connections are taken.
  await sleep(2_500);
  const during = bookFor(quiet, server.port, 4, FOR_MS);
  const body = bookingOf(other);
  const writtenAt = performance.now();
  await book(other, body);
  await expect
    .poll(() => mailServer.arrived.some(({ envelope }) => envelope.to[0] === body.guest.email), {
      timeout: 60_000,
      interval: 20,
    })
    .toBe(true);
  const arrivedMs = performance.now() - writtenAt;
  expect(arrivedMs).toBeLessThan(isFull ? 10_000 : 30_000);
  const after = await during;
  caller.close();
  mailServer.answerAfter(0);
  server.child.kill('SIGKILL');
  await server.finished;
  await world.db.execute(
    `update mails set status = 'withdrawn', next_attempt_at = null where status = 'pending'`,
  );
  reportFigures('slow-mail-server', {
    load: `4 clients that book for a team without messages for ${FOR_MS / 1_000} s; 20 messages of another team, ${SLOW_MS / 1_000} s each`,
    p99Ms: round(after.p99Ms),
    seen: `p99 ${round(before.p99Ms)} ms without, ${round(after.p99Ms)} ms with it: ${round(after.p99Ms / before.p99Ms)} times. A third team's message reached the mail server ${Math.round(arrivedMs)} ms after its booking.`,
  });
});

const loop = (body: string) => `{% for line in booking.lines %}${body}{% endfor %}`;
/** Texts that take longer the more often a part of them is repeated: by amounts, by empty loops, by open links. */
const SHAPES: Record<string, (count: number) => string> = {
  'amounts in loops': (count) => loop(loop('{{ booking.grand_total | money }}'.repeat(count))),
  'loops three deep': (count) => `x${loop(loop(loop(''))).repeat(count)}`,
  'open links': (count) => loop('!['.repeat(count * 4)),
};

/** The text that takes longest of those that may be stored, and is stored then. */
async function storeDearest(inn: Inn): Promise<{ shape: string; count: number; ms: number }> {
  let dearest = { shape: '', count: 0, ms: 0 };
  const put = async (shape: string, count: number) => {
    const startedAt = performance.now();
    const body = SHAPES[shape]?.(count);
    const { status } = await inn.send('PUT', `/mail-texts/${KIND}/en`, { body });
    return { isStored: status === 200, ms: performance.now() - startedAt };
  };
  for (const shape of Object.keys(SHAPES)) {
    let count = 1;
    for (let step = 64; step >= 1; step /= 2) if ((await put(shape, count + step)).isStored) count += step;
    const { isStored, ms } = await put(shape, count);
    if (isStored && ms > dearest.ms) dearest = { shape, count, ms };
  }
  expect((await put(dearest.shape, dearest.count)).isStored).toBe(true);
  return dearest;
}

test('a text that takes the longest allowed costs a booking nothing', { timeout: 600_000 }, async () => {
  const inn = await openMailing(true);
  const server = await servers.start({ ...ENVIRONMENT, MAIL_PER_MINUTE: String(PER_MINUTE) });
  await bookFor(inn, server.port, WRITERS, FOR_MS / 4);
  const without = await bookFor(inn, server.port, WRITERS, FOR_MS);
  const { shape, count, ms } = await storeDearest(inn);
  const withIt = await bookFor(inn, server.port, WRITERS, FOR_MS);
  await inn.data(inn.send('DELETE', `/mail-texts/${KIND}/en`), 204);
  const again = await bookFor(inn, server.port, WRITERS, FOR_MS);
  server.child.kill('SIGKILL');
  await server.finished;
  await world.db.execute(
    `update mails set status = 'withdrawn', next_attempt_at = null where status = 'pending'`,
  );
  const told = (figures: Awaited<ReturnType<typeof bookFor>>) =>
    `${figures.count} bookings, p50 ${round(figures.p50Ms)} ms, p99 ${round(figures.p99Ms)} ms`;
  reportFigures('dear-mail-text', {
    load: `${WRITERS} clients that book one house for ${FOR_MS / 1_000} s, its guests have messages`,
    seen: `Ours: ${told(without)}. The dearest text (${shape}, ${count} times, ${Math.round(ms)} ms to store): ${told(withIt)}. Ours again: ${told(again)}.`,
  });
});

test('ten thousand messages due in one hour are written by few statements, and leave at their pace', {
  timeout: 900_000,
}, async () => {
  const inn = await openInn(world, { units: ['A'] });
  const rules = [{ kind: 'before_arrival', active: true, days: 3, hour: 10 }];
  world.clock.set('2031-05-01T00:00:00Z');
  await inn.data(inn.send('PUT', '/mail-rules', { rules }));
  const first = await inn.book({
    guest: { name: 'Bea', email: 'first@load.example' },
    check_in: '2031-05-08',
    check_out: '2031-05-09',
  });
  const guest = await buildGuest(world, { teamId: inn.teamId, email: 'many@load.example' });
  // Copies of one booking, without its nights: no house has so many.
  for (let start = 1; start < MAILS; start += COPIED_AT_ONCE)
    await world.db.execute(`
      insert into bookings select copy.*
      from bookings b, generate_series(${start}, ${Math.min(MAILS, start + COPIED_AT_ONCE) - 1}) n,
        lateral jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(), 'confirmation_code', 'MANY' || n,
          'guest_id', '${guest.id}')) copy
      where b.id = '${first.id}'`);
  world.clock.set('2031-05-05T10:00:30Z');
  const startedAt = performance.now();
  const { statements } = await world.statements.during(() =>
    writeScheduledMails(world.services, new AbortController().signal),
  );
  const sweptMs = performance.now() - startedAt;
  const written = await world.db.execute(
    `select from mails where team_id = ${inn.teamId} and kind = 'before_arrival'`,
  );
  expect(written.rowCount).toBe(MAILS);
  // A page of 500 is listed by one statement, and written by five times as many as for one message.
  expect(statements.length).toBeLessThanOrEqual(Math.ceil(MAILS / 100) * 12 + 60);
  await world.db.execute(
    `update mails set next_attempt_at = now() - interval '1 minute' where team_id = ${inn.teamId}`,
  );
  const server = await servers.start({ ...ENVIRONMENT, MAIL_PER_MINUTE: String(PER_MINUTE) });
  mailServer.arrived.length = 0;
  const arrivals: number[] = [];
  const endsAt = performance.now() + WATCHED_MS;
  while (performance.now() < endsAt) {
    while (arrivals.length < mailServer.arrived.length) arrivals.push(performance.now());
    await sleep(20);
  }
  server.child.kill('SIGKILL');
  await server.finished;
  const perMinute = arrivals.map(
    (moment) => arrivals.filter((other) => other >= moment && other < moment + 60_000).length,
  );
  const most = Math.max(...perMinute);
  // A message that began in one minute may arrive at the beginning of the next.
  expect(most).toBeLessThanOrEqual(PER_MINUTE + 5);
  expect(arrivals.length).toBeGreaterThan(0);
  reportFigures('scheduled-mails', {
    load: `${MAILS} messages due in one hour, MAIL_PER_MINUTE ${PER_MINUTE}`,
    seen: `The sweep took ${Math.round(sweptMs)} ms and ${statements.length} statements. ${arrivals.length} messages left in ${WATCHED_MS / 1_000} s, at most ${most} in any minute.`,
  });
});
