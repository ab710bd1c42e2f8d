/** A client of the service as an integrator would write it, and teams with something to book. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { TokenAccess } from '../../src/domain/vocabulary.ts';
import { openTestApp, type TestApp } from './app.ts';
import { buildListing, buildTeam, buildToken, buildUnit, day } from './factories.ts';
import { INCIDENTAL_TABLES } from './incidental-tables.ts';
import { deadlocksIn, violationsIn } from './invariants.ts';
import { verifyAll } from './verify.ts';

/** Tests read answers of all kinds. */
// biome-ignore lint/suspicious/noExplicitAny: parsed JSON
export type Json = any;
export type Answer = { status: number; body: Json; headers: LightMyRequestResponse['headers']; text: string };
type Body = object | string | undefined;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type Client = ReturnType<typeof clientOf>;

/** How often a patient client repeats a request while the service is busy. */
const PATIENCE = 10;

/**
 * Sends requests to a test app with a token. A text is sent unchanged as the body. A patient client repeats a request
 * after a 503, as every client should: on a busy machine, fifty at once may exceed their deadline.
 */
export function clientOf(world: Pick<TestApp, 'app'>, token: string, patience = 0) {
  async function send(
    method: Method,
    path: string,
    body?: Body,
    headers: Record<string, string> = {},
    attemptsLeft = patience,
  ): Promise<Answer> {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await world.app.inject({
      method,
      url: `/v1${path}`,
      headers: { authorization: `Bearer ${token}`, ...json, ...headers },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    if (answer.statusCode === 503 && attemptsLeft > 0) {
      await sleep(1_000);
      return send(method, path, body, headers, attemptsLeft - 1);
    }
    const text = answer.body;
    return { status: answer.statusCode, body: text && JSON.parse(text), headers: answer.headers, text };
  }

  /** The data of an answer that must be a success. */
  async function data(answer: Promise<Answer>, status = 200): Promise<Json> {
    const { status: got, body } = await answer;
    expect({ status: got, body }).toMatchObject({ status });
    return body.data;
  }

  return {
    send,
    data,
    read: (path: string) => data(send('GET', path)),
    quote: (listingId: string, query: Record<string, string | number>) =>
      send('GET', `/availability/${listingId}?${new URLSearchParams(query as Record<string, string>)}`),
    folio: (id: string) => data(send('GET', `/bookings/${id}/folio`)),
    events: (id: string) => data(send('GET', `/bookings/${id}/events?per_page=100`)),
    change: (id: string, body: Body, headers?: Record<string, string>) =>
      send('PUT', `/bookings/${id}`, body, headers),
    confirm: (id: string) => send('POST', `/bookings/${id}/confirm`),
    cancel: (id: string, body?: Body) => send('POST', `/bookings/${id}/cancel`, body),
  };
}

type TeamOptions = {
  team?: Parameters<typeof buildTeam>[1];
  listing?: Parameters<typeof buildListing>[1];
  units?: readonly string[];
  access?: TokenAccess;
  /** Of the token, in place of its access. */
  role?: string;
};

export type Inn = Awaited<ReturnType<typeof openInn>>;

/** A team with a token and one standalone listing at 100.00 a night, and how to book it. */
export async function openInn(world: TestApp, options: TeamOptions = {}) {
  const { id: teamId } = await buildTeam(world, options.team);
  const token = await buildToken(world, {
    teamId,
    name: 'Back office',
    ...(options.access ? { access: options.access } : {}),
    ...(options.role ? { role: options.role } : {}),
  });
  const listing = await buildListing(world, { teamId, ...options.listing });
  const units = [];
  for (const name of options.units ?? ['A']) {
    units.push(await buildUnit(world, { teamId, listingId: listing.id, name }));
  }
  const client = clientOf(world, token);
  /** A stay of four nights for two, unless overridden. Undefined leaves a field out. */
  const newBooking = (overrides: Record<string, unknown> = {}) => ({
    listing_id: listing.id,
    check_in: day(0),
    check_out: day(4),
    number_of_guests: 2,
    guest: { name: 'Bea Lind' },
    ...overrides,
  });
  const tryBook = (overrides?: Record<string, unknown>, headers?: Record<string, string>) =>
    client.send('POST', '/bookings', newBooking(overrides), headers);
  const book = (overrides?: Record<string, unknown>) => client.data(tryBook(overrides), 201);
  return { ...client, teamId, token, listing, units, newBooking, tryBook, book };
}

/** A building that can be booked as a whole, with unit types of the given units. */
export async function openBuilding(world: TestApp, types: Record<string, readonly string[]>) {
  const inn = await openInn(world, { listing: { kind: 'building', wholeBuildingBookable: true }, units: [] });
  const unitTypes = [];
  for (const [publicTitle, names] of Object.entries(types)) {
    const type = await buildListing(world, {
      teamId: inn.teamId,
      kind: 'unit_type',
      buildingId: inn.listing.id,
      publicTitle,
    });
    for (const name of names) await buildUnit(world, { teamId: inn.teamId, listingId: type.id, name });
    unitTypes.push(type);
  }
  return { ...inn, unitTypes };
}

/** The id at an index of a list that must have it. */
export function at<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new Error(`There is no item ${index}.`);
  return item;
}

/** How often each status was answered. */
export function tally(answers: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** The number of rows in each table that bookings use, which a refused write does not change. */
export async function rowCounts({ db }: Pick<TestApp, 'db'>): Promise<unknown> {
  const { rows: tables } = await db.execute<{ name: string }>(`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> all (array['${INCIDENTAL_TABLES.join("','")}'])`);
  const { rows } = await db.execute(
    `select ${tables.map(({ name }) => `(select count(*)::int from ${name}) as ${name}`).join(', ')}`,
  );
  return rows[0];
}

/** Neither the independent checker nor our own finds a violation. */
export async function expectSound(world: TestApp, acknowledged: readonly string[] = []): Promise<void> {
  expect(await violationsIn(world.url, acknowledged)).toEqual([]);
  const verified = await verifyAll(world);
  expect(verified.length).toBeGreaterThan(10);
  expect(verified.filter(({ violations }) => violations > 0)).toEqual([]);
}

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/**
 * Runs `work` on a server with many connections over the database of `world`, which has one itself. Then every
 * invariant holds and there was no deadlock.
 */
export async function storm<Result>(
  world: TestApp,
  token: string,
  work: (client: Client, server: TestApp) => Promise<Result>,
): Promise<Result> {
  const server = await openTestApp({ url: world.url, poolMax: 16 });
  const result = await work(clientOf(server, token, PATIENCE), server).finally(() => server.close());
  await expectCalm(world);
  return result;
}

/**
 * After a storm whose servers are closed, over the database of `world`, which has one connection itself: every
 * invariant holds, acknowledged writes are stored, and there was no deadlock.
 */
export async function expectCalm(world: TestApp, acknowledged: readonly string[] = []): Promise<void> {
  await connectionsEnded(world);
  expect(await deadlocksIn(world.url)).toBe(0);
  await expectSound(world, acknowledged);
}

/** A connection's counts are reported when it ends, so this waits until the test’s own is the last. */
async function connectionsEnded(world: TestApp): Promise<void> {
  for (;;) {
    const { rows } = await world.db.execute<{ others: number }>(
      `select count(*)::int as others from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and backend_type = 'client backend' and application_name not like 'citus%'`,
    );
    if (rows[0]?.others === 0) return;
    await sleep(20);
  }
}

/** The events of a team, apart from its bookings' and its tests' tokens, in the order in which they were written. */
export async function eventsOf({ db }: Pick<TestApp, 'db'>, teamId: number) {
  const { rows } = await db.execute<{
    type: string;
    actor_type: string;
    actor_name: string | null;
    data: Json;
  }>(
    `select type, actor_type, actor_name, data from team_events where team_id = ${teamId}
      and booking_id is null and type <> 'token.created' order by id`,
  );
  return rows.map(({ type, actor_type, actor_name, data }) => ({
    type,
    actor: [actor_type, actor_name],
    data,
  }));
}

/** Expects a 422 whose errors name exactly these fields, with a message that counts them. */
export function expectRefusal({ status, body }: Answer, fields: readonly string[]): void {
  expect({ status, fields: Object.keys(body.errors ?? {}).sort() }).toEqual({
    status: 422,
    fields: [...fields].sort(),
  });
  const messages = Object.values<string[]>(body.errors).flat();
  for (const message of messages) expect(message).toMatch(/^[A-Z].*\.$/);
  const more = messages.length - 1;
  const rest = more > 0 ? ` (and ${more} more error${more > 1 ? 's' : ''})` : '';
  const { existing: _, ...others } = body;
  expect(others).toEqual({ message: messages[0] + rest, errors: body.errors, codes: expect.anything() });
}
