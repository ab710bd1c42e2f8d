/**
 * kill -9 of a server that sends messages, by a mail server that loses a third of its answers: a message of every committed
 * change arrives, none of a change that was rolled back does, and a second copy is of what was under way (docs/rules.md,
 * 25.13).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Inn, openInn, times } from '../../helpers/bookings.ts';
import { randomOf, seed } from '../../helpers/random.ts';
import { until } from '../../helpers/waiting.ts';
import { dayFromToday } from '../booking-load.ts';
import { type Caller, callerOf } from '../caller.ts';
import { reportFigures, sized } from '../figures.ts';
import { openMailWorld, setMailRules } from '../mail-world.ts';
import type { Server } from '../servers.ts';

const KILLS = sized(20, 2);
const CLIENTS = 4;
const TEAMS = 2;
const WRITES_BEFORE_KILL = sized(40, 8);
const MOST_WAIT_MS = sized(1_000, 200);
/** How many messages a process sends at once. */
const CONNECTIONS = 5;
const LOST_SHARE = 1 / 3;

const { world, servers, mailServer, environment } = await openMailWorld();

const KINDS = ['booking_confirmed', 'booking_changed', 'booking_cancelled'];

const random = randomOf(seed);
let guests = 0;
let nights = 0;

/** Books, changes the dates of some and cancels some, until it is stopped. Some bookings are refused, and rolled back. */
function startBooking(inns: readonly Inn[], port: number) {
  const counts = { done: 0, refused: 0 };
  let isOver = false;
  const ask = async (caller: Caller, { token }: Inn, method: 'POST' | 'PUT', path: string, body: object) => {
    const heard = await caller.ask({ method, path: `/v1${path}`, token, body });
    if (heard.status === 200 || heard.status === 201) counts.done += 1;
    else if (heard.status === 422) counts.refused += 1;
    return heard.status === 201 || heard.status === 200 ? heard.body.data : null;
  };
  async function keepBooking(): Promise<void> {
    const caller = callerOf(port);
    while (!isOver) {
      const inn = random.pick(inns);
      guests += 1;
      nights += 2;
      const guest = { name: 'Bea Lind', email: `guest-${guests}@load.example` };
      // Every fourth asks for nights that are taken.
      const night = random.share() < 0.25 ? random.between(0, nights) : nights;
      const stay = { check_in: dayFromToday(night), check_out: dayFromToday(night + 2) };
      const body = { listing_id: inn.listing.id, ...stay, number_of_guests: 1, guest };
      const booking = await ask(caller, inn, 'POST', '/bookings', body);
      const next = random.share();
      if (booking === null) await sleep(5);
      else if (next < 0.3) await ask(caller, inn, 'PUT', `/bookings/${booking.id}`, { number_of_guests: 2 });
      else if (next < 0.5) await ask(caller, inn, 'POST', `/bookings/${booking.id}/cancel`, {});
    }
    caller.close();
  }
  const booking = Promise.all(times(CLIENTS, keepBooking));
  return {
    counts,
    async stop(): Promise<void> {
      isOver = true;
      await booking;
    },
  };
}

type Row = { message_id: string; status: string; booking_id: string };
const listMails = async (): Promise<Row[]> =>
  (await world.db.execute<Row>('select message_id, status, booking_id from mails order by booking_id, id'))
    .rows;

test('kill -9 while a mail server loses a third of its answers: every message arrives, and none of what was rolled back', {
  timeout: 900_000,
}, async () => {
  mailServer.plant((to) => (to !== '' && random.share() < LOST_SHARE ? 'break' : null));
  const inns = await Promise.all(times(TEAMS, () => openInn(world, { units: ['A', 'B'] })));
  for (const inn of inns) await setMailRules(inn, KINDS);
  const start = () => servers.start({ ...environment, MAIL_PER_MINUTE: '0' });
  let server: Server = await start();
  const total = { done: 0, refused: 0 };
  for (const _ of times(KILLS, (n) => n)) {
    const load = startBooking(inns, server.port);
    const next = start();
    void next.catch(() => {}); // An earlier failure is reported instead.
    await expect.poll(() => load.counts.done, { timeout: 60_000 }).toBeGreaterThan(WRITES_BEFORE_KILL);
    await sleep(random.between(0, MOST_WAIT_MS));
    server.child.kill('SIGKILL');
    await load.stop();
    total.done += load.counts.done;
    total.refused += load.counts.refused;
    // As if the minute of their leases were over.
    await world.db.execute(
      `update mails set leased_until = now() - interval '1 minute' where leased_until is not null`,
    );
    server = await next;
  }
  await until(async () => {
    // As if the ten minutes until their next try were over.
    await world.db.execute(
      `update mails set next_attempt_at = now() - interval '1 minute'
       where status = 'pending' and attempts > 0 and leased_until is null`,
    );
    await sleep(100);
    return (await listMails()).every(({ status }) => status !== 'pending');
  }, 600_000);

  const committed = await listMails();
  const arrived = mailServer.arrived.map(({ mail }) => mail.messageId ?? '');
  const lostAnswers = mailServer.arrived.filter(({ isAnswerLost }) => isAnswerLost).length;
  const again = arrived.length - new Set(arrived).size;
  expect([...new Set(arrived)].sort()).toEqual(committed.map((row) => row.message_id).sort());
  expect(again).toBeLessThanOrEqual(lostAnswers + KILLS * CONNECTIONS);

  // Each booking has the message of its making, each cancelled one that of its cancellation.
  const { rows: missing } = await world.db.execute(
    `select b.id from bookings b where not exists (select from mails m where m.team_id = b.team_id and m.booking_id = b.id
         and m.kind = 'booking_confirmed')
       or (b.status = 'cancelled') <> exists (select from mails m where m.team_id = b.team_id and m.booking_id = b.id
         and m.kind = 'booking_cancelled')`,
  );
  expect(missing).toEqual([]);

  // Those of one booking arrived for the first time in their order.
  const firsts = new Map<string, number>();
  for (const [index, id] of arrived.entries()) if (!firsts.has(id)) firsts.set(id, index);
  for (const [, rows] of Map.groupBy(committed, (row) => row.booking_id)) {
    const order = rows.map((row) => firsts.get(row.message_id) ?? -1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  }
  reportFigures('mail-kills', {
    load: `${CLIENTS} clients that book, change and cancel for ${TEAMS} teams as fast as they are answered`,
    faults: `${KILLS} times kill -9 of the server; the mail server takes a message and loses its answer a third of the time`,
    acknowledged: total.done,
    refused: total.refused,
    lost: 0,
    seen: `All ${committed.length} messages of committed changes arrived, and no other; ${lostAnswers} answers were lost; ${again} copies came again under the same Message-ID.`,
  });
});
