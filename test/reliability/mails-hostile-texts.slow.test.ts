/**
 * What the texts of messages cost everybody else, however hostile: memory of no process, and no other team's
 * request (docs/rules.md, 25.3).
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openInn, tally, times } from '../helpers/bookings.ts';
import { dayFromToday } from './booking-load.ts';
import { type Caller, callerOf, type Heard } from './caller.ts';
import { allowed, percentile, reportFigures, sized } from './figures.ts';
import { openMailWorld, setMailRules } from './mail-world.ts';

/** As in package.json. */
const NODE_ARGS = ['--max-old-space-size=512', '--max-semi-space-size=16'];
const MAX_MB = 400;
const TEXTS = sized(1_000, 40);
/** The messages of one booking leave one after the other. */
const BOOKINGS = sized(40, 20);
const PREVIEWERS = sized(6, 3);
const PROBE_EVERY_MS = 50;
const WITHIN_MS = allowed(1_000);

const { world, servers, mailServer, environment } = await openMailWorld();

const KIND = 'booking_confirmed';
const words = (length: number) => '%A%B%a%b'.repeat(length).slice(0, length);
const loop = (body: string) => `{% for line in booking.lines %}${body}{% endfor %}`;
/** Hides a text from the sample booking, so that it may be stored, and shows it for the booking of this test. */
const hidden = (body: string) => `{% if booking.nights == 1 %}${body}{% endif %}x`;
const CASES = [
  ...['| upcase | downcase', '| escape | escape', '| default: "x" | default: "y"', '| money | number'],
];

const ORDINARY = [
  'Dear {{ guest.name }}, come on {{ booking.check_in | date }}.',
  times(12, () => 'On {{ booking.check_in | date }}, {{ booking.check_out | date: "%a %-d %b %Y" }}').join(
    '\n\n',
  ),
  loop('- {{ line.name }}: {{ line.amount | money }}\n'),
  '# Welcome\n\n**Bring** _nothing_, see [your booking]({{ booking.link }}) until {{ booking.expires_at | date }}.',
];
const HOSTILE = [
  `{{ booking.check_in | date: "${words(1_200)}" }}`.repeat(4),
  `{{ booking.check_in | date: booking.special_requests }}`.repeat(150),
  `{{ booking.check_in | date: "${words(96)}" }}`.repeat(70),
  loop(`{{ booking.check_in | date: "${words(96)}" }}`.repeat(70)),
  '{{ booking.check_in | date: "%99999d%99999A%99999N" }}'.repeat(100),
  '{{ booking.expires_at | date: "%c%x%X%Z%z%s%U%W%j" }}'.repeat(120),
  ...CASES.map((filters) => `{{ booking.special_requests ${filters.repeat(200)} }}`.slice(0, 9_000)),
  ...CASES.map((filters) => loop(loop(`{{ booking.special_requests ${filters} }}`))),
  loop(loop(loop('{{ line.name | upcase }}'))),
  `x${loop(loop(loop(''))).repeat(90)}`,
  loop(
    `{% if ${times(150, () => 'booking.special_requests contains guest.name').join(' or ')} %}x{% endif %}`,
  ),
  ...['![', '[', '[a](', '*_', '**a', '> ', '[x][', '<a ', '`a'].map((piece) =>
    loop(piece.repeat(1_800 / piece.length)),
  ),
  '{{ booking.special_requests }}'.repeat(300),
];
const BODIES = HOSTILE.flatMap((body, index) => [
  body,
  ORDINARY[index % ORDINARY.length] as string,
  hidden(body).slice(0, 10_000),
]);

/** Any number of texts has ordinary and hostile ones, shown and hidden. */
const bodyOf = (nth: number) => BODIES[(nth * 7) % BODIES.length] as string;

/** The most memory that the process and each of its children have had, in MB. Known on Linux only. */
function watchMemory(pid: number) {
  let isOver = false;
  const peaks = { server: 0, child: 0 };
  const read = async (file: string) => readFile(`/proc/${file}`, 'utf8').catch(() => '');
  const peakMb = async (of: string) =>
    Math.round(Number(/VmHWM:\s+(\d+)/.exec(await read(`${of}/status`))?.[1] ?? 0) / 1_024);
  const watching = (async () => {
    for (; !isOver; await sleep(50)) {
      peaks.server = Math.max(peaks.server, await peakMb(String(pid)));
      const children = (await read(`${pid}/task/${pid}/children`)).split(' ').filter((one) => one !== '');
      for (const one of children) peaks.child = Math.max(peaks.child, await peakMb(one));
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return peaks;
  };
}

/** Asks the same again and again until the work has ended. */
async function probe(port: number, request: Parameters<Caller['ask']>[0], work: Promise<unknown>) {
  const caller = callerOf(port);
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  const answers: Heard[] = [];
  for (; !isOver; await sleep(PROBE_EVERY_MS)) answers.push(await caller.ask(request));
  caller.close();
  return answers;
}

const msOf = (answers: readonly Heard[], share: number) =>
  Math.round(
    percentile(
      answers.map(({ ms }) => ms),
      share,
    ),
  );
const tellStatuses = (answers: readonly Heard[]) =>
  JSON.stringify(tally(answers.map(({ status }) => ({ status: Number(status) }))));

const stayOf = (nth: number) => ({
  check_in: dayFromToday(3_100 + nth),
  check_out: dayFromToday(3_101 + nth),
});

async function openHostileInn() {
  const inn = await openInn(world);
  await setMailRules(inn, [KIND]);
  const special_requests = '%A'.repeat(5_000);
  const guest = { name: `${'%A'.repeat(100)}!`, email: 'bea@load.example' };
  const bookings: { id: string }[] = [];
  for (let nth = 0; nth < BOOKINGS; nth += 1)
    bookings.push(await inn.book({ ...stayOf(nth), guest, special_requests }));
  const mailIds = (await inn.read('/mails?per_page=100')).map(({ id }: { id: string }) => id);
  return { ...inn, bookingId: bookings[0]?.id, mailIds };
}

type HostileInn = Awaited<ReturnType<typeof openHostileInn>>;

/** Previews all texts by several clients at once, each again and again until it is not busy. */
async function previewAll(port: number, { token, bookingId }: HostileInn) {
  const previewed: Heard[] = [];
  let sentCount = 0;
  let busyCount = 0;
  await Promise.all(
    times(PREVIEWERS, async () => {
      const caller = callerOf(port);
      for (let nth = sentCount++; nth < TEXTS; nth = sentCount++) {
        const body = { booking_id: bookingId, subject: 'x', body: bodyOf(nth) };
        const path = `/v1/mail-texts/${KIND}/en/preview`;
        let answer = await caller.ask({ method: 'POST', path, token, body });
        for (; answer.status === 503; busyCount += 1) {
          await sleep(PROBE_EVERY_MS);
          answer = await caller.ask({ method: 'POST', path, token, body });
        }
        previewed.push(answer);
      }
      caller.close();
    }),
  );
  return { previewed, busyCount };
}

/** Writes a message with each text, and waits until all are sent. They were stored by an earlier version, say. */
async function sendAll({ mailIds }: HostileInn): Promise<void> {
  for (let nth = 0; nth < TEXTS; nth += 1)
    await world.db.execute(sql`
      insert into mails select copy.* from mails m,
        lateral jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(), 'message_id', ${`<${nth}@x.example>`}::text,
          'next_attempt_at', now() - interval '1 minute',
          'own_text', ${JSON.stringify({ subject: 'x', body: bodyOf(nth) })}::jsonb)) copy
      where m.id = ${mailIds[nth % BOOKINGS]}`);
  // These were written by the clock of this test, and others of their bookings would wait for them.
  await world.db.execute(
    sql`update mails set status = 'withdrawn', next_attempt_at = null where message_id not like '%@x.example>'`,
  );
  while (mailServer.arrived.length < TEXTS) await sleep(PROBE_EVERY_MS);
}

test('previews and messages of hostile texts neither fill the memory nor delay other teams', {
  timeout: 1_800_000,
}, async () => {
  const [inn, other] = [await openHostileInn(), await openInn(world)];
  const server = await servers.start({ ...environment, MAIL_PER_MINUTE: '0' }, NODE_ARGS);
  const endWatch = watchMemory(server.child.pid ?? 0);
  const path = `/v1/search?check_in=${stayOf(0).check_in}&check_out=${stayOf(0).check_out}`;
  const probeAll = (work: Promise<unknown>) =>
    Promise.all([
      probe(server.port, { method: 'GET', path: '/v1/me', token: other.token }, work),
      probe(server.port, { method: 'GET', path, token: other.token }, work),
    ]);

  const previewing = previewAll(server.port, inn);
  const [me, searches] = await probeAll(previewing);
  const { previewed, busyCount } = await previewing;
  const [meOfMails, searchesOfMails] = await probeAll(sendAll(inn));
  const { server: serverMb, child: childMb } = await endWatch();
  server.child.kill('SIGKILL');
  await server.finished;

  const small = [...me, ...meOfMails];
  const dear = [...searches, ...searchesOfMails];
  reportFigures('mails-hostile-texts', {
    load: `${TEXTS} previews by ${PREVIEWERS} clients of one team, then ${TEXTS} messages, of ${HOSTILE.length} hostile texts, shown and hidden, and ordinary ones between`,
    p99Ms: msOf(small, 0.99),
    seen:
      `The server had ${serverMb} MB at most, its child ${childMb} MB. Previews: ${tellStatuses(previewed)} after ${busyCount} times 503, ` +
      `p50 ${msOf(previewed, 0.5)} ms, p99 ${msOf(previewed, 0.99)} ms. Another team's searches: ${tellStatuses(dear)}, ` +
      `p99 ${msOf(searches, 0.99)} ms beside previews and ${msOf(searchesOfMails, 0.99)} ms beside messages; ` +
      `its /v1/me: p99 ${msOf(me, 0.99)} and ${msOf(meOfMails, 0.99)} ms.`,
  });
  for (const { status } of [...small, ...dear]) expect(status).toBe(200);
  for (const { status } of previewed) expect([200, 422]).toContain(status);
  expect(Math.max(serverMb, childMb)).toBeLessThan(MAX_MB);
  for (const answers of [small, dear]) expect(msOf(answers, 0.99)).toBeLessThan(WITHIN_MS);
});
