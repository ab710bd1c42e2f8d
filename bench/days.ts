/**
 * `npm run bench:days`: changes 365 days of 200 listings in one request, as a pricing tool does each night, compared
 * with a bare statement that stores the same 73,000 rows.
 */
import pg from 'pg';
import { addDays } from '../src/domain/dates.ts';
import { APP_KEY, openDatabases } from './databases.ts';
import { SIZES, tokenOf } from './dataset.ts';
import { loadData } from './load-data.ts';
import { median } from './median.ts';
import { startService } from './processes.ts';

const LISTINGS = 200;
const DAYS = 365;
const FIRST_DAY = '2031-01-01';
const ROUNDS = 5;

const log = (line: string) => void process.stderr.write(`${line}\n`);
const headers = { authorization: `Bearer ${tokenOf(1, 0)}`, 'content-type': 'application/json' };

const MORE_LISTINGS = `
  insert into listings select made.* from
    (select listings from listings where team_id = 1 and kind = 'standalone' limit 1) as one,
    generate_series(1, ${LISTINGS}) as number,
    jsonb_populate_record(one.listings,
      jsonb_build_object('id', gen_random_uuid(), 'slug', 'priced-' || number)) as made`;

const BARE = `
  insert into day_overrides (team_id, listing_id, date, nightly_cents, closed_for_arrival, closed_for_departure, closed)
  select 1, listing_id, date, nightly, false, false, false
  from unnest($1::uuid[], $2::date[], $3::bigint[]) as given (listing_id, date, nightly)
  on conflict (team_id, listing_id, date) do update set nightly_cents = excluded.nightly_cents`;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function main(): Promise<void> {
  const databases = await openDatabases(log);
  const url = await databases.openEmpty('days');
  await loadData(url, SIZES.small, APP_KEY, log);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const service = await startService(url, APP_KEY);
  try {
    await client.query(MORE_LISTINGS);
    const { rows } = await client.query(`select id from listings where slug like 'priced-%'`);
    const ids: string[] = rows.map(({ id }) => id);
    const days = Array.from({ length: DAYS }, (_, offset) => addDays(FIRST_DAY, offset));
    const rates = (round: number) =>
      ids.flatMap((id, number) =>
        days.map((date, day) => [id, date, 10_000 + number + day + round] as const),
      );

    const store = async (round: number) => {
      const all = rates(round);
      return timed(() =>
        client.query(
          BARE,
          [0, 1, 2].map((column) => all.map((one) => one[column as 0])),
        ),
      );
    };
    const ask = async (round: number) => {
      const all = Map.groupBy(rates(round), ([id]) => id);
      const updates = [...all].map(([listing_id, some]) => ({
        listing_id,
        ranges: some.map(([, date, nightly]) => ({ start_date: date, end_date: date, nightly })),
      }));
      const body = JSON.stringify({ updates });
      return timed(async () => {
        const answer = await fetch(`${service.url}/v1/days`, { method: 'POST', headers, body });
        const text = await answer.text();
        if (answer.status !== 200) throw new Error(`${answer.status} ${text.slice(0, 300)}`);
      });
    };
    // New and changed rows in turn, each side equally often.
    for (const [name, clean] of [
      ['new', true],
      ['changed', false],
    ] as const) {
      const times = { bare: [] as number[], service: [] as number[] };
      for (let round = 1; round <= ROUNDS; round += 1) {
        for (const side of ['bare', 'service'] as const) {
          if (clean) await client.query('truncate day_overrides');
          else await client.query('vacuum day_overrides');
          times[side].push(await (side === 'bare' ? store : ask)(round * 10 + (side === 'bare' ? 0 : 5)));
        }
      }
      const [bare, whole] = [median(times.bare), median(times.service)];
      log(
        `${name}: ${ids.length * DAYS} days in ${Math.round(whole)} ms, the bare statement in ${Math.round(bare)} ms, ratio ${(bare / whole).toFixed(2)}`,
      );
    }
  } finally {
    await service.stop();
    await client.end();
    await databases.close();
  }
}

await main();
