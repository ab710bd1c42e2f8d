import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMetrics } from '../../src/metrics.ts';
import { type MetricsServer, serveMetrics } from '../../src/metrics-server.ts';
import { openSharedApp } from '../helpers/app.ts';
import { openInn, times } from '../helpers/bookings.ts';
import { day } from '../helpers/factories.ts';
import { freePort } from '../helpers/process.ts';
import { openSite } from '../helpers/site.ts';
import { openSocket, speak } from '../helpers/socket.ts';

const DURATION = 'innkeep_http_request_duration_seconds';

const SLOW_MS = 120;

const metrics = createMetrics();
const world = await openSharedApp({
  metrics,
  poolMax: 4,
  extend: (app) => app.get('/slow', () => sleep(SLOW_MS, {})),
});
const inn = await openInn(world);

/** Every sample by its name and labels. */
async function samples(): Promise<Record<string, number>> {
  const lines = (await metrics.text()).split('\n').filter((line) => line && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const blank = line.lastIndexOf(' ');
      return [line.slice(0, blank), Number(line.slice(blank + 1))];
    }),
  );
}

/** How much the samples of one metric grow while `work` runs. */
async function growth(prefix: string, work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await samples();
  await work();
  const after = Object.entries(await samples()).filter(([name]) => name.startsWith(prefix));
  const grown = after.map(([name, value]) => [name.slice(prefix.length), value - (before[name] ?? 0)]);
  return Object.fromEntries(grown.filter(([, value]) => value !== 0));
}

describe('metrics of requests', () => {
  const requests = (work: () => Promise<unknown>) => growth(`${DURATION}_count`, work);

  test('metrics count requests by method, route pattern and status', async () => {
    const counted = await requests(async () => {
      await inn.send('GET', '/me');
      await inn.send('GET', '/me');
      await world.get('/v1/me');
      await inn.send('GET', `/listings/${inn.listing.id}`);
      await inn.send('GET', '/listings/nobody');
      await world.app.inject({ method: 'HEAD', url: '/livez' });
    });
    expect(counted).toEqual({
      '{method="GET",route="/v1/me",status="200"}': 2,
      '{method="GET",route="/v1/me",status="401"}': 1,
      '{method="GET",route="/v1/listings/:listing",status="200"}': 1,
      '{method="GET",route="/v1/listings/:listing",status="404"}': 1,
      '{method="HEAD",route="/livez",status="200"}': 1,
    });
  });

  test('metrics count requests for unknown paths under one label', async () => {
    const counted = await requests(async () => {
      for (const n of times(50, String)) {
        await world.get(`/nothing/${n}`);
        await world.get(`/%z${n}`);
        await world.app.inject({ method: 'PROPFIND' as 'GET', url: `/v1/${n}` });
      }
    });
    expect(counted).toEqual({
      '{method="GET",route="none",status="404"}': 50,
      '{method="GET",route="none",status="400"}': 50,
      '{method="other",route="none",status="404"}': 50,
    });
  });

  test('metrics count requests that are not valid HTTP', async () => {
    const port = await world.listen();
    expect(await requests(() => speak(port, 'noise\r\n\r\n'))).toEqual({
      '{method="other",route="none",status="400"}': 1,
    });
  });

  test('metrics have the duration of requests', async () => {
    const startedAt = performance.now();
    const grown = await growth(DURATION, () => world.get('/slow'));
    const tookSeconds = (performance.now() - startedAt) / 1_000;
    const labels = 'method="GET",route="/slow",status="200"';
    expect(grown[`_sum{${labels}}`]).toBeGreaterThanOrEqual(SLOW_MS / 1_000);
    expect(grown[`_sum{${labels}}`]).toBeLessThanOrEqual(tookSeconds);
    const buckets = Object.keys(grown).flatMap((key) => /^_bucket{le="([^"]+)"/.exec(key)?.[1] ?? []);
    expect(buckets).toEqual(expect.arrayContaining(['10', '+Inf']));
    expect(buckets).not.toContain('0.1');
  });
});

describe('metrics of bookings', () => {
  const bookings = (work: () => Promise<unknown>) => growth('innkeep_bookings_', work);

  test('metrics count bookings that are made and cancelled, once each', async () => {
    const counted = await bookings(async () => {
      const headers = { 'idempotency-key': 'once' };
      const made = await inn.tryBook({}, headers);
      expect((await inn.tryBook({}, headers)).headers['idempotent-replay']).toBe('true');
      const { id } = made.body.data;
      expect((await inn.tryBook({ notes: 'x' }, headers)).status).toBe(409);
      await inn.send('POST', `/bookings/${id}/cancel`, {}, headers);
      await inn.send('POST', `/bookings/${id}/cancel`, {}, { 'idempotency-key': 'twice' });
      await inn.cancel(id);
    });
    // The booking's key was used for another request, so the cancellation succeeded only with the second attempt.
    expect(counted).toEqual({ created_total: 1, cancelled_total: 1 });
  });

  test('metrics count bookings that visitors of a site make, withdraw and are refused', async () => {
    const site = await openSite(world);
    const counted = await bookings(async () => {
      const made = await site.requested();
      await site.request({ number_of_guests: 900 });
      for (let twice = 0; twice < 2; twice += 1) await site.withdraw(made.confirmation_code, made.key);
    });
    expect(counted).toEqual({
      created_total: 1,
      cancelled_total: 1,
      'refused_total{reason="availability"}': 1,
    });
    // So that none of this team's events waits for its number.
    await site.send('GET', '/events');
  });

  test('metrics count refused bookings by the field of the refusal', async () => {
    const { id } = await inn.book({ check_in: day(20), check_out: day(24) });
    const counted = await bookings(async () => {
      await inn.tryBook({ check_in: day(21), check_out: day(22) });
      await inn.tryBook({ check_in: day(21), check_out: day(22), number_of_guests: 999 });
      await inn.tryBook({ check_in: day(30), check_out: day(31), number_of_guests: 999 });
      await inn.tryBook({ check_in: day(30), check_out: day(31), coupon_code: 'NONE' });
      // An invalid date is a refused request, not a refused booking.
      await inn.tryBook({ check_in: 'x' });
      await inn.change(id, { check_in: 'x' });
    });
    expect(counted).toEqual({
      'refused_total{reason="availability"}': 2,
      'refused_total{reason="number_of_guests"}': 1,
      'refused_total{reason="coupon_code"}': 1,
    });
  });
});

test('metrics have the state of the connection pool and of the process', async () => {
  // The use of a token is stored after its answer, and connections that nobody uses are closed after a while.
  const inUse = async () => {
    const found = await samples();
    return (
      Number(found.innkeep_database_pool_connections) - Number(found.innkeep_database_pool_idle_connections)
    );
  };
  await inn.send('GET', '/me');
  await expect.poll(inUse).toBe(0);
  const found = await samples();
  expect(found.innkeep_database_pool_max_connections).toBe(4);
  expect(found.innkeep_database_pool_connections).toBeGreaterThan(0);
  expect(found.innkeep_database_pool_waiting_requests).toBe(0);
  for (const name of [
    'nodejs_eventloop_lag_p99_seconds',
    'process_resident_memory_bytes',
    'process_cpu_seconds_total',
  ])
    expect(found[name]).toBeGreaterThanOrEqual(0);
  await world.db.transaction(async (tx) => {
    await tx.execute('select 1');
    await expect.poll(inUse).toBe(1);
  });
});

describe('the metrics port', () => {
  let server: MetricsServer;
  let port: number;
  beforeAll(async () => {
    port = await freePort();
    server = await serveMetrics(metrics, { host: '127.0.0.1', port });
  });
  afterAll(() => server.close());

  test('the metrics port serves metrics and nothing else', async () => {
    const address = `http://127.0.0.1:${port}`;
    const answer = await fetch(`${address}/metrics`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, metrics.contentType]);
    expect(await answer.text()).toContain(`# TYPE ${DURATION} histogram`);
    for (const [method, path] of [
      ['GET', '/'],
      ['GET', '/v1/me'],
      ['GET', '/metrics/x'],
      ['POST', '/metrics'],
    ] as const) {
      const refused = await fetch(address + path, { method });
      expect([refused.status, await refused.json()]).toEqual([
        404,
        { message: 'There is nothing at this path and method.' },
      ]);
    }
  });

  test('the API’s own port does not serve metrics', async () => {
    expect((await world.get('/metrics')).statusCode).toBe(404);
  });

  test('a reader of metrics who does not read the answer holds nothing up', async () => {
    let isAsked = false;
    const text = async () => {
      isAsked = true;
      return 'x'.repeat(50_000_000);
    };
    const slowPort = await freePort();
    const other = await serveMetrics(
      { contentType: 'text/plain', text },
      { host: '127.0.0.1', port: slowPort },
    );
    const socket = openSocket(slowPort);
    socket.pause();
    socket.write('GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => isAsked).toBe(true);
    const startedAt = Date.now();
    await other.close();
    expect(Date.now() - startedAt).toBeLessThan(20_000);
    socket.destroy();
  });
});
