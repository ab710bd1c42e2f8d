/**
 * `npm run bench:calendar`: the team's calendar of 200 units and 31 days, 93 % full. Its time at the server, also
 * against a bare server that sends the same statements; its size compressed; and when a throttled phone paints it.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { addDays } from '../src/domain/dates.ts';
import { hashOfSecret, newSecret } from '../src/services/secret.ts';
import { openRecorder } from './capture.ts';
import { APP_KEY, openDatabases } from './databases.ts';
import { SIZES, teamSlug, today } from './dataset.ts';
import { loadData } from './load-data.ts';
import { median } from './median.ts';
import { runLoad, startScript, startService } from './processes.ts';
import type { Sample } from './routes.ts';

const LISTINGS = 20;
const UNITS_EACH = 10;
const DAYS_AROUND = 100;
const ROUNDS = 3;
const PAGES = [1, 2, 3, 4];
/** A phone on a slow mobile network, with a processor four times as slow as this one. */
const PHONE = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const SLOWER = 4;

const log = (line: string) => void process.stderr.write(`${line}\n`);

/** Team 1 gets a building with 20 unit types of ten units. Each unit has a stay, then sometimes a free night, and so on. */
const FILL = `
  with building as (
    select gen_random_uuid() as id
  ), made_building as (
    insert into listings select made.* from building,
      (select listings from listings where team_id = 1 and kind = 'standalone' limit 1) as one,
      jsonb_populate_record(one.listings, jsonb_build_object('id', building.id, 'slug', 'benched',
        'kind', 'building', 'public_title', 'Benched House')) as made
  ), types as (
    insert into listings select made.* from building,
      (select listings from listings where team_id = 1 and kind = 'standalone' limit 1) as one,
      generate_series(1, ${LISTINGS}) as number,
      jsonb_populate_record(one.listings, jsonb_build_object('id', gen_random_uuid(), 'slug', 'benched-' || number,
        'kind', 'unit_type', 'building_id', building.id, 'public_title', 'Benched type ' || number)) as made
    returning id
  )
  insert into units select made.* from types,
    (select units from units where team_id = 1 limit 1) as one, generate_series(1, ${UNITS_EACH}) as number,
    jsonb_populate_record(one.units, jsonb_build_object('id', gen_random_uuid(), 'listing_id', types.id,
      'name', 'Room ' || number, 'active', true)) as made`;

/** Stays of one to seven nights, about four on average, and a free night after every fourth: 93 % of the nights. */
const STAYS = `
  with recursive stay as (
    select id as unit_id, listing_id, $1::date as check_in, $1::date + 1 + (hashtext(id::text) & 3) as check_out, 1 as n
    from units where team_id = 1 and name like 'Room %' and listing_id in
      (select id from listings where team_id = 1 and slug like 'benched-%')
    union all
    select unit_id, listing_id, check_out + free, check_out + free + 1 + (hashtext(unit_id::text || n) & 3) * 2, n + 1
    from stay, lateral (select case when n % 4 = 0 then 1 else 0 end as free) as gap
    where check_out < $2::date
  ), numbered as (
    select *, gen_random_uuid() as id, row_number() over () as number from stay
  ), made as (
    insert into bookings select row.* from numbered,
      (select bookings from bookings where team_id = 1 and unit_id is not null and status = 'confirmed' limit 1) as one,
      jsonb_populate_record(one.bookings, jsonb_build_object('id', numbered.id, 'listing_id', listing_id,
        'unit_id', unit_id, 'check_in', check_in, 'check_out', check_out, 'preparation_days', 0, 'coupon_key', null,
        'confirmation_code', 'BENCH' || number)) as row
  )
  insert into occupancies (team_id, unit_id, start_date, end_date, booking_id)
  select 1, unit_id, check_in, check_out, id from numbered`;

/** How many of the nights that the calendar shows are taken. */
const FULL = `
  select round(100.0 * sum(upper(taken * shown) - lower(taken * shown)) / (31 * ${LISTINGS * UNITS_EACH}), 1)::text as percent
  from (select daterange(start_date, end_date) as taken, daterange($1, $1::date + 31) as shown
    from occupancies where team_id = 1 and unit_id in (select id from units where team_id = 1 and name like 'Room %'
      and listing_id in (select id from listings where team_id = 1 and slug like 'benched-%'))) as each
  where taken && shown`;

/** A member of team 1 who has signed in, as the cookie of their browser. */
async function signIn(client: pg.Client): Promise<string> {
  const secret = newSecret();
  await client.query(
    `with person as (
      insert into people (id, email, email_key, name, created_at, updated_at)
      values (gen_random_uuid(), 'bench@example.com', 'bench@example.com', 'Bench', now(), now()) returning id
    ), membership as (
      insert into memberships (team_id, person_id, created_at) select 1, id, now() from person
    )
    insert into sessions (id, secret_hash, person_id, created_at, last_seen_at)
    select gen_random_uuid(), $1, id, now(), now() from person`,
    [hashOfSecret(secret)],
  );
  return `innkeep-session=${secret}`;
}

async function measureTimes(url: string, service: string, samples: readonly Sample[]): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'innkeep-bench-'));
  const [samplesFile, recordingsFile] = ['samples.json', 'recordings.json'].map((name) =>
    path.join(folder, name),
  );
  const recorder = openRecorder(url, APP_KEY);
  const recordings = [];
  // The first request also opens connections.
  for (const sample of samples) await recorder.record(sample);
  for (const sample of samples) recordings.push(await recorder.record(sample));
  await recorder.close();
  writeFileSync(samplesFile ?? '', JSON.stringify(samples));
  writeFileSync(recordingsFile ?? '', JSON.stringify({ calendar: recordings }));
  const statements = recordings[0]?.steps.flat().length ?? 0;
  const yardstick = await startScript('bench/yardstick.ts', url, recordingsFile ?? '');
  const order = { route: 'calendar', samplesFile: samplesFile ?? '', seconds: 5 };
  for (const connections of [1, 8]) {
    const seen = {
      service: [] as number[],
      yardstick: [] as number[],
      rate: [] as number[],
      bare: [] as number[],
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      const ours = await runLoad({ ...order, url: service, connections });
      const bare = await runLoad({ ...order, url: yardstick.url, connections });
      if (ours.failures + bare.failures > 0) throw new Error(`${ours.failures} and ${bare.failures} failed.`);
      seen.service.push(ours.p50Ms);
      seen.yardstick.push(bare.p50Ms);
      seen.rate.push(ours.requestsPerSecond);
      seen.bare.push(bare.requestsPerSecond);
    }
    const ratio = median(seen.rate) / median(seen.bare);
    log(
      `${connections} at a time: ${median(seen.service).toFixed(1)} ms, its ${statements} statements alone ${median(seen.yardstick).toFixed(1)} ms; ${Math.round(median(seen.rate))} against ${Math.round(median(seen.bare))} a second, ratio ${ratio.toFixed(2)}`,
    );
  }
  await yardstick.stop();
  rmSync(folder, { recursive: true });
}

async function measureSize(url: string, { path: page, headers }: Sample): Promise<void> {
  const sizes = [];
  for (const encoding of ['identity', 'gzip', 'br']) {
    const answer = await fetch(url + page, { headers: { ...headers, 'accept-encoding': encoding } });
    await answer.text();
    sizes.push(`${encoding} ${answer.headers.get('content-length') ?? 'unknown'}`);
  }
  log(`bytes of a page: ${sizes.join(', ')}`);
}

/** When a phone paints the calendar: without any of the pages' files, and then with those that it has kept. */
async function measurePaint(url: string, { path: page, headers }: Sample): Promise<void> {
  const { hasChromium, launchChromium } = await import('../test/browser/chromium.ts');
  if (!hasChromium) return log('no Chromium here: the first paint is not measured');
  const browser = await launchChromium();
  const paints = { first: [] as number[], later: [] as number[] };
  for (let round = 0; round < 2 * ROUNDS + 1; round += 1) {
    const context = await browser.newContext({
      viewport: { width: 375, height: 740 },
      deviceScaleFactor: 2,
      isMobile: true,
      extraHTTPHeaders: { cookie: headers.cookie ?? '' },
    });
    const tab = await context.newPage();
    const devtools = await context.newCDPSession(tab);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...PHONE });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    for (const visit of ['first', 'later'] as const) {
      await tab.goto(url + page, { waitUntil: 'load' });
      paints[visit].push(Number(await tab.evaluate(FIRST_PAINT)));
      await tab.goto('about:blank');
    }
    await context.close();
  }
  await browser.close();
  for (const [visit, times] of Object.entries(paints))
    log(
      `paint on a throttled phone, ${visit} visit: ${times.map(Math.round).join(', ')} ms, median ${Math.round(median(times))}`,
    );
}

const FIRST_PAINT = `new Promise((resolve) => new PerformanceObserver((list) => {
  const found = list.getEntriesByName('first-contentful-paint')[0];
  if (found) resolve(found.startTime);
}).observe({ type: 'paint', buffered: true }))`;

async function main(): Promise<void> {
  const databases = await openDatabases(log);
  const url = await databases.openEmpty('calendar');
  await loadData(url, SIZES.small, APP_KEY, log);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const from = addDays(today(), -3);
  await client.query(FILL);
  await client.query(STAYS, [addDays(from, -DAYS_AROUND), addDays(from, DAYS_AROUND)]);
  await client.query('vacuum analyze');
  const { rows } = await client.query(FULL, [from]);
  const cookie = await signIn(client);
  const service = await startService(url, APP_KEY, { PUBLIC_URL: '' });
  try {
    const samples = PAGES.map(
      (page): Sample => ({
        method: 'GET',
        path: `/app/teams/${teamSlug(1)}/calendar?from=${from}&q=benched&page=${page}`,
        headers: { cookie },
      }),
    );
    log(`${LISTINGS * UNITS_EACH} units, 31 days, ${rows[0]?.percent} % of the nights taken`);
    const [first] = samples;
    if (!first) return;
    await measureTimes(url, service.url, samples);
    await measureSize(service.url, first);
    await measurePaint(service.url, first);
  } finally {
    await service.stop();
    await client.end();
    await databases.close();
  }
}

await main();
