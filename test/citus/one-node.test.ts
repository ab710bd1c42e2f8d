/** Every statement of a request goes to one node, once the team is known (docs/operations.md). */
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { searchBookings } from '../../src/services/bookings/read.ts';
import { openSharedApp } from '../helpers/app.ts';
import { openBuilding, openInn } from '../helpers/bookings.ts';
import { openSharedClient } from '../helpers/database.ts';
import { buildTeam, buildToken, day } from '../helpers/factories.ts';
import { listsOf } from '../registers/all.ts';
import { openLivedInTeam } from '../reliability/lived-in-team.ts';
import { NO_NAMES_KNOWN } from '../reliability/route-entries.ts';

type Statement = { text: string; values: unknown[] };
type Plan = {
  'Custom Plan Provider'?: string;
  'Distributed Query'?: { Job: { 'Task Count': number } };
  Plans?: Plan[];
};

/** The service's statements, by their text. */
const made = new Map<string, Statement>();
const { url, client } = await openSharedClient();
const world = await openSharedApp({ url, outbound: NO_NAMES_KNOWN });

beforeAll(async () => {
  const { query } = pg.Client.prototype;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const [{ text }, values] = given as [{ text: string }, unknown[] | undefined];
    const { application_name } = Reflect.get(this, 'connectionParameters');
    if (application_name === 'innkeep-test-app' && values?.length) made.set(text, { text, values });
    return Reflect.apply(query, this, given);
  });
  // A team in which everything has happened once.
  await openLivedInTeam(world, 'everything');
  const team = await buildTeam(world, { slug: 'team-1' });
  const token = await buildToken(world, { teamId: team.id });
  for (const list of listsOf(1)) await world.get(`/v1/${list}`, token);
  // The search of the page of bookings, which the API does not have.
  await searchBookings({ db: world.services.db, teamId: team.id }, { text: 'sea' }, { page: 1, perPage: 25 });
  for (const place of [
    await openInn(world, { units: ['A', 'B'] }),
    await openBuilding(world, { Doubles: ['1', '2'] }),
  ]) {
    const { id } = await place.book();
    await place.change(id, { check_in: day(5), check_out: day(8) });
    await place.cancel(id);
  }
});
afterAll(() => vi.restoreAllMocks());

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
const literalOf = (value: unknown): string => {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.join(',')}}`);
  return pg.escapeLiteral(typeof value === 'object' ? JSON.stringify(value) : String(value));
};

/** The number of tasks that Citus makes of a statement with these values. 0 if the coordinator needs no other node. */
async function countTasks({ text, values }: Statement): Promise<number> {
  await client.query('begin');
  try {
    await client.query(`prepare explained as ${text}`);
    const { rows } = await client.query(
      `explain (format json) execute explained(${values.map(literalOf).join(', ')})`,
    );
    const [{ Plan: plan }] = rows[0]['QUERY PLAN'] as [{ Plan: Plan }];
    const counts = nodesOf(plan).map((node) => node['Distributed Query']?.Job['Task Count'] ?? 0);
    return counts.reduce((sum, count) => sum + count, 0);
  } finally {
    await client.query('rollback; deallocate all');
  }
}

it('the count of Citus tasks finds a statement that does not name the team', async () => {
  const text = 'select status from bookings where confirmation_code = $1';
  expect(await countTasks({ text, values: ['x'] })).toBeGreaterThan(1);
});

it('on a cluster, each statement of a request is one task on one node', async () => {
  // The coordinator takes many rows itself, and hands them to the one node.
  const isBulk = ({ text }: Statement) =>
    /jsonb_(populate_recordset|to_recordset|array_elements)|insert into [^;]* from unnest\(/.test(text);
  // A lock on a number reads no table: the coordinator takes it itself.
  const isLockOnNumber = ({ text }: Statement) => /^select pg_advisory_xact_lock/.test(text);
  const ofRequests = [...made.values()].filter(
    (statement) => !isBulk(statement) && !isLockOnNumber(statement),
  );
  expect(ofRequests.length).toBeGreaterThan(60);
  const wide: string[] = [];
  for (const statement of ofRequests) {
    const tasks = await countTasks(statement).catch((error: Error) => error.message);
    if (tasks !== 1) wide.push(`${tasks}: ${statement.text}`);
  }
  expect(wide).toEqual([]);
});
