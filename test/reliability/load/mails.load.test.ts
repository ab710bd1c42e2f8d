/** What messages cost everybody else: a slow mail server, a text that takes long, and ten thousand messages due in one hour. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mailTexts } from '../../../src/options/mail/db/schema/settings.ts';
import { sweepsOf } from '../../helpers/app.ts';
import { type Inn, openInn, times } from '../../helpers/bookings.ts';
import { buildGuest } from '../../helpers/factories.ts';
import { dayFromToday } from '../booking-load.ts';
import { callerOf } from '../caller.ts';
import { isFull, reportFigures, sized } from '../figures.ts';
import { openMailWorld, setMailRules } from '../mail-world.ts';
import { figuresOf, type Load } from '../storm.ts';
import { compareInTurns, tellComparison } from '../turns.ts';

const SLOW_MS = sized(30_000, 3_000);
const PAIRS = sized(10, 1);
const SLICE_MS = sized(6_000, 1_000);
const SETTLING_MS = sized(2_500, 1_500);
const WRITERS = 10;
const MAILS = sized(10_000, 600);
const COPIED_AT_ONCE = 1_000;
const PER_MINUTE = 60;
const WATCHED_MS = sized(150_000, 20_000);

const { world, servers, mailServer, environment } = await openMailWorld();

const KIND = 'booking_confirmed';
const TEXT_KEY = { kind: KIND, language: 'en' } as const;
async function openMailing(isActive: boolean): Promise<Inn> {
  const inn = await openInn(world, { units: times(20, (n) => `Unit ${n}`) });
  await setMailRules(inn, [KIND], isActive);
  return inn;
}

const emptyLoad = (): Load => ({ statuses: [], waitedMs: [] });

let guests = 0;
const bookingOf = ({ listing }: Inn) => {
  guests += 1;
  const night = (guests * 2) % 3_000;
  const stay = { check_in: dayFromToday(night), check_out: dayFromToday(night + 1), number_of_guests: 1 };
  return { listing_id: listing.id, ...stay, guest: { name: 'Bea', email: `guest-${guests}@load.example` } };
};

type Booking = { inn: Inn; port: number; clients: number; ms: number; load: Load };

/** Books as fast as it is answered, by several at once. Returns how long each booking took. */
async function bookFor({ inn, port, clients, ms, load }: Booking): Promise<number[]> {
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
        // On a machine that does other things as well, a house may be locked for too long.
        expect([201, 503]).toContain(heard.status);
        load.statuses.push(Number(heard.status));
        waited.push(heard.ms);
      }
      caller.close();
    }),
  );
  load.waitedMs.push(...waited);
  return waited;
}

/** Ends a slice: nothing of it is sent in the next one. */
async function endSlice(): Promise<void> {
  await world.db.execute(
    `update mails set status = 'withdrawn', next_attempt_at = null, lease = null, leased_until = null
    where status = 'pending'`,
  );
  mailServer.breakAll();
  await sleep(SETTLING_MS);
}

test('a slow mail server delays neither requests nor the messages of another team', {
  timeout: 900_000,
}, async () => {
  const [busy, other] = [await openMailing(true), await openMailing(true)];
  const server = await servers.start(environment);
  const caller = callerOf(server.port);
  // By the server itself, whose clock is that of its messages.
  const book = async ({ token }: Inn, body: object) =>
    expect((await caller.ask({ method: 'POST', path: '/v1/bookings', token, body })).status).toBe(201);
  const arrivals: number[] = [];
  let load = emptyLoad();

  async function bookForAnother(): Promise<void> {
    const body = bookingOf(other);
    const writtenAt = performance.now();
    await book(other, body);
    await expect
      .poll(() => mailServer.arrived.some(({ envelope }) => envelope.to[0] === body.guest.email), {
        timeout: 60_000,
        interval: 20,
      })
      .toBe(true);
    arrivals.push(performance.now() - writtenAt);
  }

  async function runSlice(isSlow: boolean): Promise<number[]> {
    const quiet = await openMailing(false);
    mailServer.answerAfter(SLOW_MS);
    if (isSlow) for (const _ of times(20, (n) => n)) await book(busy, bookingOf(busy));
    // Once its four connections are taken.
    await sleep(SETTLING_MS);
    const during = bookFor({ inn: quiet, port: server.port, clients: 4, ms: SLICE_MS, load });
    if (isSlow) await bookForAnother();
    const waited = await during;
    await endSlice();
    return waited;
  }

  await runSlice(true);
  arrivals.length = 0;
  load = emptyLoad();
  const compared = await compareInTurns(PAIRS, runSlice);
  caller.close();
  mailServer.answerAfter(0);
  server.child.kill('SIGKILL');
  await server.finished;
  const slowest = Math.max(...arrivals);
  expect(slowest).toBeLessThan(isFull ? 10_000 : 30_000);
  const { acknowledged, refused } = figuresOf(load);
  reportFigures('slow-mail-server', {
    load: `4 clients that book for a team without messages, ${PAIRS} slices of ${SLICE_MS / 1_000} s without and ${PAIRS} with 20 messages of another team, ${SLOW_MS / 1_000} s each`,
    acknowledged,
    refused,
    p99Ms: Math.round(compared.withIt.p99Ms),
    seen: `${tellComparison(compared)} A third team's message reached the mail server at most ${Math.round(slowest)} ms after its booking.`,
  });
});

const loop = (body: string) => `{% for line in booking.lines %}${body}{% endfor %}`;
/**
 * Texts that take longer the more often a part of them is repeated. Loops cost most with the many lines of the sample,
 * dates and open links with every booking.
 */
const SHAPES: Record<string, (count: number) => string> = {
  'amounts in loops': (count) => loop(loop('{{ booking.grand_total | money }}'.repeat(count))),
  'loops three deep': (count) => `x${loop(loop(loop(''))).repeat(count)}`,
  'open links in a loop': (count) => loop('!['.repeat(count * 4)),
  'open links': (count) => '!['.repeat(count * 20),
  dates: (count) => '{{booking.check_in|date}}'.repeat(count),
  'dates and open links': (count) => `${'{{booking.check_in|date}}'.repeat(count)}${'!['.repeat(2_000)}`,
};
const MAX_COUNT = 399;

type DearText = { shape: string; count: number; body: string; ms: number };

/** The text that takes longest to render for a booking of the house, among those that may be stored. */
async function findDearestText(inn: Inn): Promise<DearText> {
  const booking = await inn.book({ check_in: dayFromToday(3_100), check_out: dayFromToday(3_101) });
  const isStored = async (body: string) =>
    (await inn.send('PUT', `/mail-texts/${KIND}/en`, { body })).status === 200;

  async function measure(body: string): Promise<number> {
    const startedAt = performance.now();
    const path = `/mail-texts/${KIND}/en/preview`;
    const { status } = await inn.send('POST', path, { booking_id: booking.id, subject: 'x', body: 'x' });
    expect(status).toBe(200);
    const emptyMs = performance.now() - startedAt;
    await inn.send('POST', path, { booking_id: booking.id, subject: 'x', body });
    // A preview checks the text, which renders it for the sample, and then renders it for the booking.
    return (performance.now() - startedAt - 2 * emptyMs) / 2;
  }

  const texts: DearText[] = [];
  for (const [shape, build] of Object.entries(SHAPES)) {
    // By doubling, because a text that is refused takes longest of all.
    let count = 1;
    while (2 * count <= MAX_COUNT && (await isStored(build(2 * count)))) count *= 2;
    for (const more of [1.5, 1.25])
      if (count * more <= MAX_COUNT && (await isStored(build(Math.floor(count * more)))))
        count = Math.floor(count * more);
    const body = build(count);
    texts.push({ shape, count, body, ms: await measure(body) });
  }
  return texts.toSorted((a, b) => b.ms - a.ms)[0] as DearText;
}

test('a text that takes the longest allowed costs a booking nothing', { timeout: 900_000 }, async () => {
  const probe = await openMailing(true);
  const { shape, count, body, ms } = await findDearestText(probe);
  const server = await servers.start({ ...environment, MAIL_PER_MINUTE: String(PER_MINUTE) });
  const rendered = { without: 0, withIt: 0 };
  let load = emptyLoad();

  /** In a house of its own, whose first messages are all rendered within the slice. */
  async function runSlice(isDear: boolean): Promise<number[]> {
    const inn = await openMailing(true);
    // Not by the API, which may refuse it this time: it takes almost as long as it may.
    if (isDear)
      await world.db.insert(mailTexts).values({ teamId: inn.teamId, ...TEXT_KEY, subject: 'x', body });
    const waited = await bookFor({ inn, port: server.port, clients: WRITERS, ms: SLICE_MS, load });
    await endSlice();
    const mails = await world.db.execute(
      `select from mails where team_id = ${inn.teamId} and html is not null`,
    );
    rendered[isDear ? 'withIt' : 'without'] += mails.rowCount ?? 0;
    return waited;
  }

  await runSlice(true);
  rendered.withIt = 0;
  load = emptyLoad();
  const compared = await compareInTurns(PAIRS, runSlice);
  server.child.kill('SIGKILL');
  await server.finished;
  const { acknowledged, refused } = figuresOf(load);
  reportFigures('dear-mail-text', {
    load: `${WRITERS} clients that book one house whose guests have messages, ${PAIRS} slices of ${SLICE_MS / 1_000} s with our text and ${PAIRS} with the dearest (${shape}, ${count} times, ${Math.round(ms)} ms)`,
    acknowledged,
    refused,
    p99Ms: Math.round(compared.withIt.p99Ms),
    seen: `${tellComparison(compared)} ${rendered.without} and ${rendered.withIt} messages were rendered meanwhile.`,
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
  const [writeScheduled] = sweepsOf(world, 'mail');
  const { statements } = await world.statements.during(async () =>
    writeScheduled?.(new AbortController().signal),
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
  const server = await servers.start({ ...environment, MAIL_PER_MINUTE: String(PER_MINUTE) });
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
