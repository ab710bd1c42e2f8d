/** Visitors of a booking site book at once over two processes, while the team answers and changes its prices. */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { at, expectCalm, type Json, tally, times } from '../../helpers/bookings.ts';
import { openSite, type Site } from '../../helpers/site.ts';
import { callerOf, type Heard } from '../caller.ts';
import { reportFigures, sized } from '../figures.ts';
import { openSharedServers, type Server } from '../servers.ts';
import { dayAhead, expectAnswered, figuresOf, type Load } from '../storm.ts';

const world = await openSharedApp({ poolMax: 1 });

const VISITORS = sized(50, 16);
const ROUNDS = sized(10, 1);
/** How many requests of one guest may wait for the team's answer (docs/rules.md, 15.4). */
const WAITING_OF_GUEST = 2;
const TRIES_OF_GUEST = 5;
/** The prices of a night that the team switches between. */
const PRICES = [10_000, 11_000];
const STAY_NIGHTS = 2;

const load: Load = { statuses: [], waitedMs: [] };
const heard = (answer: Heard): Heard & { status: number } => {
  if (typeof answer.status === 'string') throw new Error(`A request is ${answer.status}.`);
  load.statuses.push(answer.status);
  load.waitedMs.push(answer.ms);
  return { ...answer, status: answer.status };
};

/** A visitor with an address and a connection of their own to one of the processes. */
function openVisitor(server: Server, number: number, { slug, token, wish }: Site) {
  const { ask, close } = callerOf(server.port, `127.0.1.${number + 1}`);
  const book = async (overrides: Record<string, unknown>, key?: string) =>
    heard(await ask({ method: 'POST', path: `/v1/public/${slug}/bookings`, key, body: wish(overrides) }));
  const withdraw = async ({ confirmation_code, key: bookingKey }: Json) => {
    const path = `/v1/public/${slug}/bookings/${confirmation_code}/cancel`;
    return heard(await ask({ method: 'POST', path, bookingKey }));
  };
  const asTeam = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    heard(await ask({ method, path: `/v1${path}`, token, body }));
  return { book, withdraw, asTeam, close };
}
type Visitor = ReturnType<typeof openVisitor>;

const guest = (name: string) => ({ guest: { name: 'Bea Lind', email: `${name}@example.com` } });
const nights = (first: number) => ({ check_in: dayAhead(first), check_out: dayAhead(first + STAY_NIGHTS) });
const total = (price: number) => price * STAY_NIGHTS;
const madeOf = (answers: readonly Heard[]): Json[] =>
  answers.filter(({ status }) => status === 201).map(({ body }) => body.data);

/** All want the same nights of the only unit. */
async function raceForNights(visitors: readonly Visitor[], round: number): Promise<Json> {
  const bodyOf = (n: number) => ({
    ...guest(`r${round}v${n}`),
    ...nights(3 * round),
    expected_total: 20_000,
  });
  const answers = await Promise.all(visitors.map(({ book }, n) => book(bodyOf(n))));
  expect(tally(answers)).toEqual({ 201: 1, 422: VISITORS - 1 });
  return at(madeOf(answers), 0);
}

/** Guests ask for more than may wait, each under several keys, and each request is sent twice at once. */
async function exceedTheLimit(visitors: readonly Visitor[], round: number): Promise<Json[]> {
  const guests = Math.floor(VISITORS / TRIES_OF_GUEST);
  const requests = times(guests * TRIES_OF_GUEST, (n) => ({
    body: {
      ...guest(`g${round}n${n % guests}`),
      ...nights(1_000 + 3 * (round * VISITORS + n)),
      expected_total: 20_000,
    },
    key: `limit-${round}-${n}`,
  }));
  const twice = await Promise.all(
    requests.map(({ body, key }, n) =>
      Promise.all([at(visitors, n).book(body, key), at(visitors, (n + 1) % VISITORS).book(body, key)]),
    ),
  );
  for (const [one, other] of twice)
    if (one.status === 201 && other.status === 201) expect(other.body).toEqual(one.body);
  const made = twice.flatMap(([one, other]) => madeOf([one, other]).slice(0, 1));
  expect(made.length).toBe(guests * WAITING_OF_GUEST);
  for (const { status, headers } of twice.flat())
    if (status !== 201) expect([status, headers['retry-after']]).toEqual([429, '60']);
  return made;
}

/** The team confirms each request while its guest withdraws it. */
async function answerAndWithdraw(visitors: readonly Visitor[], requests: readonly Json[]): Promise<void> {
  const { data: pending } = (await at(visitors, 0).asTeam('GET', '/bookings?status=pending&per_page=100'))
    .body;
  await Promise.all(
    requests.map(async (request, n) => {
      const { id } = pending.find((one: Json) => one.confirmation_code === request.confirmation_code);
      const [confirmed, withdrawn] = await Promise.all([
        at(visitors, n).asTeam('POST', `/bookings/${id}/confirm`),
        at(visitors, (n + 1) % VISITORS).withdraw(request),
      ]);
      expect([confirmed.status, withdrawn.status].sort()).toEqual([200, 422]);
      const { body } = await at(visitors, n).asTeam('GET', `/bookings/${id}`);
      expect(body.data.status).toBe(confirmed.status === 200 ? 'confirmed' : 'cancelled');
      if (confirmed.status === 200) await at(visitors, n).asTeam('POST', `/bookings/${id}/cancel`);
    }),
  );
}

/** Guests agree to one of two prices while the team switches between them. */
async function agreeToPrices(site: Site, visitors: readonly Visitor[], round: number): Promise<Json[]> {
  const switcher = at(visitors, 0);
  const others = visitors.slice(1);
  const path = `/listings/${site.listing.id}/rates`;
  const bodyOf = (n: number) => ({
    ...guest(`p${round}v${n}`),
    ...nights(3_000 + 3 * (round * VISITORS + n)),
    expected_total: total(at(PRICES, n % PRICES.length)),
  });
  const switchTo = async (nightly: number) =>
    expect((await switcher.asTeam('PUT', path, { rates: { nightly } })).status).toBe(200);
  const [, ...answers] = await Promise.all([
    Promise.all(PRICES.toReversed().map(switchTo)),
    ...others.map(({ book }, n) => book(bodyOf(n))),
  ]);
  for (const [n, { status, body }] of answers.entries()) {
    expect([201, 409]).toContain(status);
    const seen = status === 201 ? body.data.grand_total : body.price.grand_total;
    if (status === 201) expect(seen).toBe(bodyOf(n).expected_total);
    else expect(PRICES.map(total)).toContain(seen);
  }
  await switchTo(at(PRICES, 0));
  return madeOf(answers);
}

test('nights, limits, answers and prices hold while many visitors of a booking site book at once', {
  timeout: 600_000,
}, async () => {
  const site = await openSite(world);
  const servers = await openSharedServers(world.url);
  const started = [await servers.start(), await servers.start()];
  const visitors = times(VISITORS, (n) => openVisitor(at(started, n % started.length), n, site));
  let withdrawnOrConfirmed = 0;
  let agreed = 0;
  for (const round of times(ROUNDS, (n) => n)) {
    const first = await raceForNights(visitors, round);
    const requests = [first, ...(await exceedTheLimit(visitors, round))];
    await answerAndWithdraw(visitors, requests);
    withdrawnOrConfirmed += requests.length;
    const priced = await agreeToPrices(site, visitors, round);
    agreed += priced.length;
    await Promise.all(priced.map((request, n) => at(visitors, n).withdraw(request)));
  }
  for (const { close } of visitors) close();
  for (const { child } of started) child.kill('SIGTERM');
  for (const { finished } of started) expect((await finished).code).toBe(0);
  expectAnswered(load);
  await expectCalm(world);
  reportFigures('site-bookings', {
    load: `${VISITORS} visitors of two server processes at once, ${ROUNDS} times: for the same nights, beyond the limit of waiting requests, against the team's confirmation, and while prices change`,
    ...figuresOf(load),
    lost: 0,
    seen: `Each race for nights had one winner. ${withdrawnOrConfirmed} requests were confirmed and withdrawn at once: one of the two succeeded each time. ${agreed} guests booked while the price changed, each at the price that they had agreed to.`,
  });
});
