/** Bookings made, changed and cancelled by many clients at once over HTTP, and a ledger of all answers. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { withClient } from '../helpers/database.ts';
import { type Random, randomOf, seed } from '../helpers/random.ts';
import { type Caller, callerOf, type Heard, type Request } from './caller.ts';
import { percentile } from './figures.ts';

/** A listing to book, and a token for it. */
export type Place = { token: string; listingId: string };

/** The stays to draw: within this many days from a month ahead on, and their numbers of nights. */
export type Stays = { days: number; leastNights: number; mostNights: number };
const USUAL_STAYS: Stays = { days: 3_000, leastNights: 1, mostNights: 4 };

/** A booking's contents, as in an answer or in the database. */
type Content = {
  id: string;
  status: string;
  checkIn: string;
  checkOut: string;
  guests: number;
  requests: string | null;
  name: string;
  grandTotal: number;
};

/** One write, marked by its booking: the mark is in the booking's notes. */
type Write = { mark: string; request: Request & { key: string } };

export type Ledger = ReturnType<typeof openLedger>;
export type Load = ReturnType<typeof startLoad>;

const AGAIN_AFTER_MS = 20;
/** How long a write is repeated. Everything that was broken works again by then. */
const SETTLE_WITHIN_MS = 60_000;
let ledgers = 0;

/** A future day, at least a month ahead. */
export const dayFromToday = (offset: number) =>
  new Date(Date.now() + (30 + offset) * 86_400_000).toISOString().slice(0, 10);

/** A booking of one night, for one guest. */
export const oneNight = ({ listingId }: Place, night: number, name: string) => ({
  listing_id: listingId,
  check_in: dayFromToday(night),
  check_out: dayFromToday(night + 1),
  number_of_guests: 1,
  guest: { name },
});

/** Records the answer to every write, for all loads over the same places. */
export function openLedger(places: readonly Place[], stays: Stays = USUAL_STAYS) {
  ledgers += 1;
  const prefix = `load ${ledgers}`;
  const promised = new Map<string, Content>();
  let uncertain: Write[] = [];
  const heardOf: { status: Heard['status']; ms: number }[] = [];
  const surprises: string[] = [];
  let acknowledged = 0;
  let made = 0;

  function note(request: Request, heard: Heard, mark: string | null): void {
    heardOf.push({ status: heard.status, ms: heard.ms });
    const { status, headers, body } = heard;
    if (status === 'unreachable') return;
    if (status === 503 && headers['retry-after'] !== '1') surprises.push('503 without Retry-After');
    const isUncertain = status === 'unanswered' || status === 503;
    if (isUncertain && mark !== null) uncertain.push({ mark, request: request as Write['request'] });
    const isDone = status === 200 || status === 201;
    if (isDone && mark !== null) {
      promised.set(mark, contentOf(body.data));
      acknowledged += 1;
      if (body.data.notes !== mark) surprises.push(`${mark} is answered with ${body.data.notes}`);
    }
    if (!isUncertain && !isDone && status !== 422)
      surprises.push(`${status} to ${request.method} ${request.path}: ${JSON.stringify(body)}`);
  }

  return {
    places,
    stays,
    note,
    surprises,
    heardOf,
    newMark: () => {
      made += 1;
      return `${prefix} ${made}`;
    },
    isSettled: (mark: string) => !uncertain.some((write) => write.mark === mark),
    promisedOf: (mark: string) => promised.get(mark),
    count: (...statuses: Heard['status'][]) =>
      heardOf.filter(({ status }) => statuses.includes(status)).length,
    /** Waits until this many more requests have succeeded. */
    async untilServed(more: number): Promise<void> {
      const target = this.count(200, 201) + more;
      const served = () => this.count(200, 201);
      await expect.poll(served, { timeout: 60_000, interval: 10 }).toBeGreaterThanOrEqual(target);
    },
    /** The times of all answers, without requests that nobody accepted or answered. */
    waits() {
      const ms = heardOf.filter(({ status }) => typeof status === 'number').map((heard) => heard.ms);
      return { slowestMs: percentile(ms, 1), p99Ms: percentile(ms, 0.99) };
    },
    /** Writes that were answered with a 2xx. */
    acknowledged: () => acknowledged,
    uncertain: () => uncertain.length,

    /** The bookings that were promised and are not stored as promised, by plain SQL. */
    async lostIn(url: string): Promise<string[]> {
      const stored = await storedIn(url, prefix);
      const open = new Set(uncertain.map(({ mark }) => mark));
      return [...promised].flatMap(([mark, content]) => {
        const found = stored.filter((row) => row.mark === mark);
        const isThere = found.length === 1 && (open.has(mark) || isSame(found[0]?.content, content));
        return isThere ? [] : [`${mark}: ${JSON.stringify(content)}, found ${JSON.stringify(found)}`];
      });
    },

    /**
     * Repeats every write whose outcome is unknown, under its key, until its answer is certain. Returns how many had
     * been done already.
     */
    async settle(port: number | (() => number)): Promise<{ retried: number; doneBefore: number }> {
      const caller = callerOf(port);
      const writes = uncertain;
      uncertain = [];
      let doneBefore = 0;
      for (const { mark, request } of writes) {
        const heard = await askUntilCertain(caller, request);
        note(request, heard, mark);
        if (heard.headers['idempotent-replay'] === 'true') doneBefore += 1;
      }
      caller.close();
      return { retried: writes.length, doneBefore };
    },

    /** Differences between the database and the promises once nothing is uncertain: both must be equal. */
    async differencesIn(url: string): Promise<string[]> {
      const stored = await storedIn(url, prefix);
      const more = stored
        .filter(({ mark }) => !promised.has(mark))
        .map(({ mark }) => `${mark}: nobody was told`);
      return [...(await this.lostIn(url)), ...more];
    },
  };
}

const isSame = (a: Content | undefined, b: Content) => JSON.stringify(a) === JSON.stringify(b);

// biome-ignore lint/suspicious/noExplicitAny: parsed JSON
const contentOf = (booking: any): Content => ({
  id: booking.id,
  status: booking.status,
  checkIn: booking.check_in,
  checkOut: booking.check_out,
  guests: booking.number_of_guests,
  requests: booking.special_requests,
  name: booking.guest.name,
  grandTotal: booking.grand_total,
});

async function storedIn(url: string, prefix: string): Promise<{ mark: string; content: Content }[]> {
  const { rows } = await withClient(url, (client) =>
    client.query(
      `select b.notes, b.id, b.status, b.check_in::text, b.check_out::text, b.number_of_guests, b.special_requests,
         b.grand_total_cents::int8::text as grand_total, g.name
       from bookings b join guests g on g.team_id = b.team_id and g.id = b.guest_id
       where starts_with(b.notes, $1)`,
      [`${prefix} `],
    ),
  );
  return rows.map((row) => ({
    mark: row.notes,
    content: contentOf({ ...row, grand_total: Number(row.grand_total), guest: { name: row.name } }),
  }));
}

async function askUntilCertain(caller: Caller, request: Request): Promise<Heard> {
  for (const endsAt = Date.now() + SETTLE_WITHIN_MS; ; await sleep(AGAIN_AFTER_MS)) {
    const heard = await caller.ask(request);
    if (typeof heard.status === 'number' && heard.status !== 503) return heard;
    if (Date.now() > endsAt) throw new Error(`${request.method} ${request.path} is still a ${heard.status}.`);
  }
}

export type LoadOptions = {
  ledger: Ledger;
  port: number | (() => number);
  clients: number;
  /** Loads with different numbers draw differently. */
  stream?: number;
  /** The share of requests that read. The default is none. */
  reads?: number;
  /** How long each client rests between two requests. The default is not at all. */
  restMs?: number;
  /** How many bookings each client keeps. Beyond that, it cancels its oldest. */
  keeps?: number;
  /** The seed. The default is the test run's own. */
  from?: number;
};

/** Starts clients that write, and read, until they are stopped. */
export function startLoad({ ledger, port, clients, reads = 0, restMs = 0, ...options }: LoadOptions) {
  const { stream = 0, keeps = Number.POSITIVE_INFINITY, from = seed } = options;
  let isOver = false;

  async function keepAsking(index: number): Promise<void> {
    const random = randomOf(from, stream * 1_000 + index);
    const caller = callerOf(port);
    const own: { mark: string; place: Place }[] = [];
    while (!isOver) {
      const place = random.pick(ledger.places);
      const isRead = random.share() < reads;
      const next = isRead ? readOf(random, place) : writeOf(random, ledger, place, own, keeps);
      const heard = await caller.ask(next.request);
      ledger.note(next.request, heard, next.mark);
      if (heard.status === 201 && next.mark !== null) own.push({ mark: next.mark, place });
      // A refusal is so quick that refusals would otherwise be the whole load.
      const isAway = heard.status === 503 || typeof heard.status === 'string';
      if (isAway || restMs > 0) await sleep(Math.max(restMs, isAway ? AGAIN_AFTER_MS : 0));
    }
    caller.close();
  }

  const asking = Promise.all(Array.from({ length: clients }, (_, index) => keepAsking(index)));
  return {
    /** Stops when the requests under way are answered. */
    async stop(): Promise<void> {
      isOver = true;
      await asking;
    },
  };
}

function readOf(random: Random, { token, listingId }: Place): { request: Request; mark: null } {
  const path = random.pick([
    '/v1/me',
    '/v1/bookings?per_page=5',
    `/v1/listings/${listingId}`,
    `/v1/listings/${listingId}/calendar?start_date=${dayFromToday(0)}&end_date=${dayFromToday(90)}`,
    `/v1/availability/${listingId}?check_in=${dayFromToday(5)}&check_out=${dayFromToday(8)}&guests=2`,
  ]);
  return { request: { method: 'GET', path, token }, mark: null };
}

/** Mostly a new booking, sometimes a change or a cancellation of one of the client's own. */
function writeOf(
  random: Random,
  ledger: Ledger,
  place: Place,
  own: { mark: string; place: Place }[],
  keeps: number,
): Write {
  const chance = random.share();
  const isFull = own.length > keeps;
  const known = isFull ? own.shift() : own.length > 0 && chance < 0.3 ? random.pick(own) : undefined;
  const booking = known && ledger.promisedOf(known.mark);
  if (!known || booking?.status !== 'confirmed' || !ledger.isSettled(known.mark))
    return creationOf(random, ledger, place);
  const { mark } = known;
  const path = `/v1/bookings/${booking.id}`;
  const text = `${mark} ${random.between(0, 1e9)}`;
  const about = { token: known.place.token, key: text.replaceAll(' ', '-') };
  return isFull || chance < 0.15
    ? { mark, request: { ...about, method: 'POST', path: `${path}/cancel` } }
    : { mark, request: { ...about, method: 'PUT', path, body: { special_requests: text } } };
}

function creationOf(random: Random, { stays, newMark }: Ledger, { token, listingId }: Place): Write {
  const mark = newMark();
  const night = random.between(0, stays.days);
  const body = {
    listing_id: listingId,
    check_in: dayFromToday(night),
    check_out: dayFromToday(night + random.between(stays.leastNights, stays.mostNights)),
    number_of_guests: random.between(1, 4),
    guest: { name: `Guest of ${mark}` },
    notes: mark,
    special_requests: random.share() < 0.5 ? null : `wish ${random.between(0, 1e9)}`,
  };
  return {
    mark,
    request: { method: 'POST', path: '/v1/bookings', token, key: mark.replaceAll(' ', '-'), body },
  };
}
