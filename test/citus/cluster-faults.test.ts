/** Nodes that are killed, frozen and added while the service works (docs/operations.md). */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { distributeDatabase } from '../../src/db/spreading/distribute.ts';
import { openTestApp } from '../helpers/app.ts';
import { withClient } from '../helpers/database.ts';
import { violationsIn } from '../helpers/invariants.ts';
import { type Ledger, openLedger, type Place, startLoad } from '../reliability/booking-load.ts';
import { callerOf } from '../reliability/caller.ts';
import { reportFigures } from '../reliability/figures.ts';
import { openPlaces } from '../reliability/places.ts';
import { openServers, type Server } from '../reliability/servers.ts';
import {
  createClusterDatabase,
  isToolThere,
  localCitus,
  nodeOfTeam,
  nodesOf,
  startLocalCluster,
} from './cluster.ts';

/** Acknowledged writes must survive a crash of PostgreSQL. A crash of the machine is not tested. */
const CONF = 'fsync=off\nfull_page_writes=off\ncitus.shard_count=8';
const CLIENTS = 6;
const BACK_WITHIN_MS = 10_000;

let directory: string;
let url: string;
let close: () => Promise<void>;
let server: Server;
let places: { place: Place; teamId: number }[];

beforeAll(async () => {
  const cluster = await startLocalCluster(CONF);
  ({ directory } = cluster);
  url = await createClusterDatabase(await nodesOf(cluster.url), 'faults');
  await migrateDatabase(url);
  await distributeDatabase(url, () => {});
  const world = await openTestApp({ url });
  const opened = await openPlaces(world, { teams: 12, units: 3 });
  await world.close();
  places = await withClient(url, async (client) => {
    const { rows } = await client.query('select id, team_id from listings');
    return opened.map((place) => ({
      place,
      teamId: Number(rows.find(({ id }) => id === place.listingId).team_id),
    }));
  });
  const servers = await openServers(url);
  close = servers.close;
  server = await servers.start();
});
/** What each test has seen, by its fault, and the ledgers of all. */
const seen = new Map<string, string>();
const ledgers: Ledger[] = [];
const FAULTS = ['killed', 'frozen', 'added'];

afterAll(async () => {
  if (FAULTS.every((fault) => seen.has(fault))) reportFigures('cluster-faults', figures());
  await close?.();
  await localCitus(directory, 'stop', '--remove');
});

function figures() {
  const sum = (countOf: (ledger: Ledger) => number) =>
    ledgers.reduce((total, one) => total + countOf(one), 0);
  return {
    load: `${CLIENTS} clients of ${places.length} teams for each node, half of their requests read; a coordinator and two workers`,
    faults:
      'a worker is killed and started again, one is frozen and thawed, and one is added, to which teams are moved',
    acknowledged: sum((ledger) => ledger.acknowledged()),
    lost: 0,
    refused: sum((ledger) => ledger.count(422, 503)),
    seen: FAULTS.map((fault) => seen.get(fault)).join(' '),
  };
}

const node = (verb: string, who: string) => localCitus(directory, 'node', verb, who);

const VICTIM = 'worker2';

/** The node of each team. */
const readNodes = () =>
  withClient(url, async (client) => {
    const nodes = new Map<number, string>();
    for (const { teamId } of places) nodes.set(teamId, await nodeOfTeam(client, teamId));
    return nodes;
  });

/** The teams of the node that will fail, and all others. */
async function victims(): Promise<{ of: Place[]; others: Place[] }> {
  const nodes = await readNodes();
  const [, port] = new RegExp(`^${VICTIM} (\\d+)`, 'm').exec(await localCitus(directory, 'status')) ?? [];
  if (!port) throw new Error(`There is no ${VICTIM}.`);
  const { true: of = [], false: others = [] } = Object.groupBy(places, ({ teamId }) =>
    String(nodes.get(teamId) === `127.0.0.1:${port}`),
  );
  const placesOf = (some: typeof places) => some.map(({ place }) => place);
  return { of: placesOf(of), others: placesOf(others) };
}

async function readiness() {
  const caller = callerOf(server.port);
  const { status } = await caller.ask({ method: 'GET', path: '/readyz' });
  caller.close();
  return status;
}

/** Loads both, and breaks a part of the cluster meanwhile. */
async function underLoad(ledgers: Ledger[], work: () => Promise<void>): Promise<void> {
  const loads = ledgers.map((ledger) =>
    startLoad({ ledger, port: server.port, clients: CLIENTS, reads: 0.5 }),
  );
  try {
    for (const ledger of ledgers) await ledger.untilServed(5 * CLIENTS);
    await work();
  } finally {
    await Promise.all(loads.map((load) => load.stop()));
  }
}

/** What the server has logged as errors. They say why an answer was a 500. */
const loggedErrors = () => server.said.stdout.split('\n').filter((line) => /"level":[56]0/.test(line));

/** Every answer was an ordinary one or a 503 with `Retry-After`, and every acknowledged write is stored. */
async function expectNothingLost(ledgers: Ledger[]): Promise<void> {
  for (const ledger of ledgers) {
    if (ledger.surprises.length > 0)
      expect({ surprises: ledger.surprises, logged: loggedErrors() }).toBeNull();
    expect(ledger.count('unanswered', 'unreachable')).toBe(0);
    expect(await ledger.lostIn(url)).toEqual([]);
    await ledger.settle(server.port);
    expect(await ledger.differencesIn(url)).toEqual([]);
  }
  expect(await violationsIn(url)).toEqual([]);
}

it.skipIf(!isToolThere).each([
  {
    fault: 'killed',
    breaks: 'kill',
    mends: 'start',
    holdsMs: 3_000,
    slowestOtherMs: 1_000,
    refusesOthers: false,
  },
  // A statement waits for a connection first, and then for a node that hangs until its deadline.
  {
    fault: 'frozen',
    breaks: 'pause',
    mends: 'resume',
    holdsMs: 14_000,
    slowestOtherMs: 9_000,
    refusesOthers: true,
  },
])(
  'the teams of a worker that is $fault get 503s, all others are served, and so are they soon after its return',
  async (how) => {
    const { of, others } = await victims();
    const own = openLedger(of);
    const rest = openLedger(others);
    let backMs = 0;
    await underLoad([own, rest], async () => {
      await node(how.breaks, VICTIM);
      await expect.poll(() => own.count(503), { timeout: 20_000, interval: 20 }).toBeGreaterThan(0);
      await rest.untilServed(10 * CLIENTS);
      await sleep(how.holdsMs);
      await rest.untilServed(10 * CLIENTS);
      await node(how.mends, VICTIM);
      const mendedAt = performance.now();
      await own.untilServed(1);
      backMs = performance.now() - mendedAt;
      expect(backMs).toBeLessThan(BACK_WITHIN_MS);
      await own.untilServed(5 * CLIENTS);
      await expect.poll(readiness, { timeout: 20_000 }).toBe(200);
    });
    await expectNothingLost([own, rest]);
    if (!how.refusesOthers) expect(rest.count(503)).toBe(0);
    const { slowestMs } = rest.waits();
    expect(slowestMs).toBeLessThan(how.slowestOtherMs);
    ledgers.push(own, rest);
    seen.set(
      how.fault,
      `While a worker was ${how.fault}, its teams got ${own.count(503)} refusals, and they were served again ${(backMs / 1_000).toFixed(1)} s after its return; the others got ${rest.count(503)}, and none waited longer than ${Math.round(slowestMs)} ms.`,
    );
  },
  180_000,
);

it.skipIf(!isToolThere)(
  'when a Citus worker is added, teams move to it and no write is lost',
  async () => {
    const ledger = openLedger(places.map(({ place }) => place));
    const before = await readNodes();
    await underLoad([ledger], async () => {
      await localCitus(directory, 'worker');
      await withClient(url, async (client) => {
        await client.query(`set lock_timeout to 0`);
        await client.query('select replicate_reference_tables()');
        const { rows } = await client.query(`select * from get_rebalance_table_shards_plan()`);
        for (const { shardid, sourcename, sourceport, targetname, targetport } of rows)
          await client.query('select citus_move_shard_placement($1, $2, $3, $4, $5)', [
            shardid,
            sourcename,
            sourceport,
            targetname,
            targetport,
          ]);
      });
      await ledger.untilServed(5 * CLIENTS);
    });
    const after = await readNodes();
    const moved = places.filter(({ teamId }) => before.get(teamId) !== after.get(teamId));
    expect(moved.length).toBeGreaterThan(0);
    await expectNothingLost([ledger]);
    ledgers.push(ledger);
    seen.set(
      'added',
      `${moved.length} teams were moved to a worker that was added, while they were writing.`,
    );
  },
  240_000,
);
