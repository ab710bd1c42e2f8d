/**
 * What a soak has switched on beside its bookings: webhooks, readers of events, calendar feeds, searches, holds that
 * lapse, and visitors of booking sites. At the end it compares what has arrived with what should have.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { idOf, listingsOf, teamSlug, tokenOf } from '../../bench/dataset.ts';
import { calendarOf, openChannel } from '../support/channel.ts';
import { withClient } from '../support/database.ts';
import { type Random, randomOf } from '../support/random.ts';
import { openReceiver } from '../support/receiver.ts';
import { dayFromToday } from './booking-load.ts';
import { type Caller, callerOf, type Heard, type Request } from './caller.ts';

/** The teams that have everything. */
const TEAMS = [1, 2, 3, 4];
const FEEDS_OF_TEAM = 3;
const EVENTS_OF_FEED = 30;
/** The receiver fails this often, and gets those events again. */
const FAILS_EVERY = 50;
const RESTS_MS = 500;
/** How long after the load everything may still be under way: a second try comes after five minutes at most. */
const SETTLES_WITHIN_MS = 400_000;

/** The settings of a service with everything switched on. Feeds are read every minute. */
export const SWITCHED_ON = { OUTBOUND_ALLOW: '127.0.0.1', CALENDAR_MINUTES: '1' };

/** Lets all teams sell on their sites, where a request waits for a minute. For before the service starts. */
export const sellOnSites = (databaseUrl: string) =>
  withClient(databaseUrl, (client) =>
    client.query(`update teams set site_bookings = 'request', site_hold_minutes = 1`),
  );

type Told = { position: number; id: string; type: string };
type Team = { token: string; slug: string; placeId: string; unitIds: string[]; told: Told[] };

const teamOf = (team: number): Team => {
  const places = listingsOf(team).filter(({ kind }) => kind === 'standalone');
  return {
    token: tokenOf(team, 0),
    slug: teamSlug(team),
    placeId: places.at(-1)?.id ?? '',
    unitIds: places.slice(0, FEEDS_OF_TEAM).map(({ units }) => idOf('unit', team, units[0] ?? 0)),
    told: [],
  };
};

const stayOf = (random: Random) => {
  const from = random.between(0, 800);
  return { check_in: dayFromToday(from), check_out: dayFromToday(from + random.between(3, 6)) };
};
const searchOf = (stay: object) => new URLSearchParams({ ...stay, guests: '2' });

/** Asks, and collects every answer that no caller should get. */
function openAsking() {
  const bad: string[] = [];
  const counts = { requests: 0, searches: 0, holds: 0, visitors: 0 };
  const ask = async (by: Caller, request: Request): Promise<Heard> => {
    const heard = await by.ask(request);
    counts.requests += 1;
    if (typeof heard.status === 'string' || heard.status >= 500 || heard.status === 404)
      bad.push(`${heard.status} to ${request.method} ${request.path}`);
    return heard;
  };
  return { bad, counts, ask };
}
type Asking = ReturnType<typeof openAsking>;

/** Searches as a visitor, and requests the first place that is free. Withdraws every second request. */
async function visit({ ask, counts }: Asking, by: Caller, { slug }: Team, random: Random): Promise<void> {
  const site = `/v1/public/${slug}`;
  const stay = stayOf(random);
  const found = await ask(by, { method: 'GET', path: `${site}/search?${searchOf(stay)}` });
  counts.searches += 1;
  const [first] = found.body.data;
  if (!first) return;
  const email = `visitor-${random.between(0, 1e12)}@example.com`;
  const place = { listing: first.listing.slug, expected_total: first.price.grand_total, number_of_guests: 2 };
  const body = { ...place, ...stay, guest: { name: 'A Visitor', email } };
  const made = await ask(by, { method: 'POST', path: `${site}/bookings`, body });
  if (made.status !== 201) return;
  counts.visitors += 1;
  const { confirmation_code: code, key: bookingKey } = made.body.data;
  if (random.share() < 0.5)
    await ask(by, { method: 'POST', path: `${site}/bookings/${code}/cancel`, bookingKey });
}

/** Searches as the team's own system, and holds a place for a minute. */
async function hold({ ask, counts }: Asking, by: Caller, team: Team, random: Random): Promise<void> {
  const { token, placeId } = team;
  const stay = stayOf(random);
  await ask(by, { method: 'GET', path: `/v1/search?${searchOf(stay)}`, token });
  counts.searches += 1;
  const terms = { status: 'pending', expires_in: 1, number_of_guests: 1, guest: { name: 'On Hold' } };
  const body = { listing_id: placeId, ...stay, ...terms };
  const made = await ask(by, { method: 'POST', path: '/v1/bookings', token, body });
  if (made.status === 201) counts.holds += 1;
}

/** Reads what has happened since the last look. */
async function readEvents({ ask }: Asking, by: Caller, { token, told }: Team): Promise<void> {
  for (let more = true; more; ) {
    const path = `/v1/events?limit=500&after=${told.at(-1)?.position ?? 0}`;
    const { status, body } = await ask(by, { method: 'GET', path, token });
    if (status !== 200) return;
    told.push(...body.data.map(({ position, id, type }: Told) => ({ position, id, type })));
    more = body.meta.has_more;
  }
}

/** A channel whose events have a night more in every second reading. */
async function openChangingChannel() {
  const channel = await openChannel();
  channel.behave((response) => {
    const more = channel.requests.length % 2;
    const events = Array.from({ length: EVENTS_OF_FEED }, (_, nth) => ({
      uid: `${nth}@soak`,
      start: dayFromToday(nth * 20),
      end: dayFromToday(nth * 20 + 2 + more),
    }));
    response.end(calendarOf(...events));
  });
  return channel;
}

/** A receiver that counts the events that it has accepted. */
async function openCountingReceiver() {
  const receiver = await openReceiver();
  const accepted = new Map<string, number>();
  receiver.behave((response, nth, { headers }) => {
    if (nth % FAILS_EVERY === 0) return response.writeHead(500).end();
    const id = String(headers['webhook-id']);
    accepted.set(id, (accepted.get(id) ?? 0) + 1);
    return response.writeHead(204).end();
  });
  return { receiver, accepted };
}

/** Switches everything on, and uses it until it is stopped. */
export async function startBeside({ port, seed }: { port: number; seed: number }) {
  const asking = openAsking();
  const { receiver, accepted } = await openCountingReceiver();
  const channel = await openChangingChannel();
  const caller = callerOf(port);
  const teams = TEAMS.map(teamOf);
  const make = async (path: string, token: string, body: object) => {
    const { status, body: answer } = await asking.ask(caller, { method: 'POST', path, token, body });
    if (status !== 201) throw new Error(`${path}: ${status} ${JSON.stringify(answer)}`);
  };
  for (const team of teams) {
    await readEvents(asking, caller, team);
    await make('/v1/webhooks', team.token, { url: receiver.url, types: ['booking.*'] });
    for (const unit_id of team.unitIds)
      await make('/v1/calendar-feeds', team.token, { unit_id, name: 'Channel', url: channel.url });
  }
  const known = teams.map(({ told }) => told.length);

  let isOver = false;
  const keep = async (stream: number, act: (by: Caller, random: Random) => Promise<void>) => {
    const by = callerOf(port);
    const random = randomOf(seed, 10_000 + stream);
    for (; !isOver; await sleep(RESTS_MS)) await act(by, random);
    by.close();
  };
  const using = Promise.all(
    teams.flatMap((team, nth) => [
      keep(3 * nth, (by, random) => visit(asking, by, team, random)),
      keep(3 * nth + 1, (by, random) => hold(asking, by, team, random)),
      keep(3 * nth + 2, (by) => readEvents(asking, by, team)),
    ]),
  );

  /** The events of bookings that should have been delivered. */
  const due = () =>
    teams.flatMap(({ told }, nth) =>
      told.slice(known[nth]).filter(({ type }) => type.startsWith('booking.')),
    );

  return {
    /** Stops using it, waits until everything has arrived, and returns what is not as it should be. */
    async stop(databaseUrl: string): Promise<{ seen: string; problems: string[] }> {
      isOver = true;
      await using;
      const endsAt = Date.now() + SETTLES_WITHIN_MS;
      const missing = async () => {
        for (const team of teams) await readEvents(asking, caller, team);
        return due().filter(({ id }) => !accepted.has(id)).length + (await lapsedHoldsIn(databaseUrl));
      };
      while ((await missing()) > 0 && Date.now() < endsAt) await sleep(1_000);
      const problems = [
        ...asking.bad.slice(0, 10),
        ...problemsOfEvents(teams, due(), accepted),
        ...(await problemsOfFeeds(asking, caller, teams)),
        ...((await lapsedHoldsIn(databaseUrl)) > 0 ? ['holds that have lapsed are not cancelled'] : []),
      ];
      const { requests, searches, holds, visitors } = asking.counts;
      if (holds === 0 || visitors === 0) problems.push('nothing was held or requested');
      const seen =
        `beside: ${requests} requests, of which ${searches} searched; ${holds} holds and ${visitors} requests of ` +
        `visitors; ${channel.requests.length} readings of feeds; ${due().length} events delivered`;
      caller.close();
      await receiver[Symbol.asyncDispose]();
      await channel[Symbol.asyncDispose]();
      return { seen, problems };
    },
  };
}

function problemsOfEvents(
  teams: readonly Team[],
  due: readonly Told[],
  accepted: ReadonlyMap<string, number>,
): string[] {
  const gaps = teams.filter(({ told }) => told.some(({ position }, nth) => position !== nth + 1)).length;
  const lost = due.filter(({ id }) => !accepted.has(id)).length;
  const again = [...accepted.values()].filter((count) => count > 1).length;
  const foreign = accepted.size - (due.length - lost);
  return [
    ...(due.length === 0 ? ['nothing was to be delivered'] : []),
    ...(gaps > 0 ? [`the events of ${gaps} teams have gaps`] : []),
    ...(lost + again + foreign > 0
      ? [`of ${due.length} events ${lost} did not arrive, ${again} arrived twice, ${foreign} are of nobody`]
      : []),
  ];
}

async function problemsOfFeeds({ ask }: Asking, by: Caller, teams: readonly Team[]): Promise<string[]> {
  const problems: string[] = [];
  for (const { token, slug, unitIds } of teams) {
    const { body } = await ask(by, { method: 'GET', path: '/v1/calendar-feeds?per_page=100', token });
    const read = body.data.filter(
      (feed: { status: string; events: number }) => feed.status === 'ok' && feed.events === EVENTS_OF_FEED,
    );
    if (read.length !== unitIds.length)
      problems.push(`${slug} has feeds that were not read: ${JSON.stringify(body.data)}`);
  }
  return problems;
}

const lapsedHoldsIn = (databaseUrl: string): Promise<number> =>
  withClient(databaseUrl, async (client) => {
    const { rowCount } = await client.query(
      `select from bookings where status = 'pending' and expires_at < now() - interval '1 second'`,
    );
    return rowCount ?? 0;
  });
