/**
 * `npm run bench:cost`: the processor time of the dearest request of each route whose cost a caller chooses, as a multiple
 * of `GET /livez`. The team has 500 more listings than the small set, each with a price of its own for each of the next
 * 100 days.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { addDays } from '../src/domain/dates.ts';
import { APP_KEY, openDatabases } from './databases.ts';
import { idOf, SIZES, teamSlug, today, tokenOf } from './dataset.ts';
import { signIn } from './large-team/teams.ts';
import { loadData } from './load-data.ts';
import { startService } from './processes.ts';
import { postmasterOf, secondsOf } from './processor-time.ts';

const LISTINGS = 500;
const DAYS = 100;
const YARDSTICK_REQUESTS = 4_000;
/** Processor time is counted in hundredths of a second, so each row takes at least this long. */
const LEAST_SECONDS = 1;
const MOST_REQUESTS = 2_000;
const WARM_UP = 3;

const log = (line: string) => void process.stderr.write(`${line}\n`);
const print = (line: string) => void process.stdout.write(`${line}\n`);
const date = (days: number) => addDays(today(), days);

/** Places at which no stay can begin tomorrow, but on the days after it. */
const PLACES = [
  `insert into listings select made.* from
    (select listings from listings where team_id = 1 and kind = 'standalone' limit 1) as one,
    generate_series(1, ${LISTINGS}) as number,
    jsonb_populate_record(one.listings, jsonb_build_object('id', gen_random_uuid(), 'slug', 'dear-' || number,
      'status', 'active', 'listed_on_site', true,
      'min_stay', 1, 'max_stay', null, 'advance_notice_days', null, 'booking_window_days', null)) as made`,
  `insert into units (id, team_id, listing_id, name, active)
    select gen_random_uuid(), 1, id, 'Unit', true from listings where slug like 'dear-%'`,
  `insert into day_overrides (team_id, listing_id, date, nightly_cents, closed_for_arrival, closed_for_departure, closed)
    select 1, id, current_date + n, 10000 + n, n <= 2, false, false
    from listings, generate_series(0, ${DAYS}) as n where slug like 'dear-%'`,
];

type Row = {
  name: string;
  method?: 'POST' | 'PUT';
  path: string;
  body?: (round: number) => object;
  headers?: Record<string, string>;
};

function rowsFor(ids: readonly string[], cookie: string): Row[] {
  const [id = ''] = ids;
  const slug = teamSlug(1);
  const site = `/v1/public/${slug}`;
  const year = `check_in=${date(1)}&check_out=${date(366)}`;
  const all = 'available=all&alternatives=10&per_page=100';
  const window = `from=${date(-365)}&to=${date(365)}`;
  const range = (days: number, round: number) => ({
    start_date: date(1_000),
    end_date: date(999 + days),
    min_stay: 1 + (round % 2),
  });
  const booking = { listing_id: id, number_of_guests: 2, guest: { name: 'B', email: 'b@bench.example' } };
  return [
    { name: 'public search, a year, all, 10 other dates', path: `${site}/search?${year}&${all}` },
    { name: 'the same of the team', path: `/v1/search?${year}&${all}` },
    {
      name: 'public search, a year, available',
      path: `${site}/search?check_in=${date(10)}&check_out=${date(375)}`,
    },
    {
      name: 'public search, a week, available',
      path: `${site}/search?check_in=${date(10)}&check_out=${date(17)}`,
    },
    {
      name: '`GET /v1/calendars`, 100 of 93 days',
      path: `/v1/calendars?start_date=${date(0)}&end_date=${date(92)}&per_page=100`,
    },
    {
      name: '`GET …/calendar`, 731 days',
      path: `/v1/listings/${id}/calendar?start_date=${date(0)}&end_date=${date(730)}`,
    },
    {
      name: '`GET …/availability`, a year, 10 other dates',
      path: `/v1/availability/${id}?${year}&alternatives=10`,
    },
    { name: '`GET /v1/occupancies`, 730 nights, 100', path: `/v1/occupancies?${window}&per_page=100` },
    { name: '`GET /v1/public/{team}/listings`, 100', path: `${site}/listings?per_page=100` },
    { name: '`GET /v1/listings`, 100', path: '/v1/listings?per_page=100' },
    { name: '`GET /v1/bookings`, 100', path: '/v1/bookings?per_page=100' },
    { name: '`GET /v1/guests?search=`, 100', path: '/v1/guests?search=Guest&per_page=100' },
    { name: '`GET /v1/events`, 500', path: '/v1/events?limit=500' },
    { name: '`GET /v1/guests/{id}/export`', path: `/v1/guests/${idOf('guest', 1, 0)}/export` },
    {
      name: '`POST /v1/bookings/preview`, a year',
      method: 'POST',
      path: '/v1/bookings/preview',
      body: () => ({ ...booking, check_in: date(10), check_out: date(375) }),
    },
    {
      name: '`PUT …/days`, 2,500 days',
      method: 'PUT',
      path: `/v1/listings/${id}/days`,
      body: (round) => ({ ranges: [range(2_500, round)] }),
    },
    {
      name: '`POST /v1/days`, 20,000 days',
      method: 'POST',
      path: '/v1/days',
      body: (round) => ({
        updates: ids.slice(1, 9).map((listing_id) => ({ listing_id, ranges: [range(2_500, round)] })),
      }),
    },
    { name: 'the page Today', path: `/app/teams/${slug}/today`, headers: { cookie } },
    { name: 'the page Calendar, 62 days', path: `/app/teams/${slug}/calendar?days=62`, headers: { cookie } },
  ];
}

async function main(): Promise<void> {
  const databases = await openDatabases(log);
  const url = await databases.openEmpty('cost');
  await loadData(url, SIZES.small, APP_KEY, log);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const text of PLACES) await client.query(text);
  await client.query('analyze');
  const { rows } = await client.query(`select id from listings where slug like 'dear-%' order by id`);
  const service = await startService(url, APP_KEY);
  const leaders = { service: service.pid, postgres: await postmasterOf(url) };

  const send = async (row: Row, round: number, tries = 20): Promise<number> => {
    const { method = 'GET', path, body, headers = {} } = row;
    const answer = await fetch(service.url + path, {
      method,
      headers: {
        ...(path.startsWith('/v1/public') ? {} : { authorization: `Bearer ${tokenOf(1, 0)}` }),
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body(round)) } : {}),
      redirect: 'error',
    });
    const text = await answer.text();
    // A statement may miss its deadline on a busy machine.
    if (answer.status === 503 && tries > 0) return sleep(500).then(() => send(row, round, tries - 1));
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
    return text.length;
  };

  /** The milliseconds of processor time of one request: of the service, and of PostgreSQL. */
  const measure = async (row: Row, least = 0) => {
    for (let round = 0; round < WARM_UP; round += 1) await send(row, round);
    const before = secondsOf(leaders);
    const spent = () => {
      const now = secondsOf(leaders);
      return { service: now.service - before.service, postgres: now.postgres - before.postgres };
    };
    let count = 0;
    let bytes = 0;
    do {
      bytes = await send(row, count);
      count += 1;
    } while (count < least || (count < MOST_REQUESTS && spent().service < LEAST_SECONDS));
    const { service: ofService, postgres } = spent();
    return { serviceMs: (1_000 * ofService) / count, postgresMs: (1_000 * postgres) / count, bytes };
  };

  try {
    const livez = await measure({ name: '`GET /livez`', path: '/livez' }, YARDSTICK_REQUESTS);
    print(`\`GET /livez\`: ${livez.serviceMs.toFixed(3)} ms of processor time.`);
    print('');
    print('| request | kB | ms of the service | ms of PostgreSQL | together, as a multiple of `/livez` |');
    print('|---|--:|--:|--:|--:|');
    for (const row of rowsFor(
      rows.map(({ id }) => id),
      await signIn(client, 1),
    )) {
      const { serviceMs, postgresMs, bytes } = await measure(row);
      const multiple = Math.round((serviceMs + postgresMs) / livez.serviceMs);
      print(
        `| ${row.name} | ${Math.ceil(bytes / 1_000)} | ${serviceMs.toFixed(1)} | ${postgresMs.toFixed(1)} | ${multiple.toLocaleString('en')} |`,
      );
    }
  } finally {
    await service.stop();
    await client.end();
    await databases.close();
  }
}

await main();
