import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { OnRequestAnswered } from './plugins/request-log.ts';
import type { ProcessShares } from './plugins/shares/process-shares.ts';
import type { OnBookingOutcome } from './services/bookings/outcomes.ts';

/** Named as in node-postgres. */
type PoolConnectionCounts = { totalCount: number; idleCount: number; waitingCount: number };

export type Metrics = {
  /** Options add what they count. */
  registry: Registry;
  onAnswered: OnRequestAnswered;
  onBookingOutcome: OnBookingOutcome;
  watchPool(pool: PoolConnectionCounts, maxCount: number): void;
  /** How much of what is limited for the process is used. */
  watchShares(shares: ProcessShares): void;
  contentType: string;
  /** In Prometheus's format. */
  text(): Promise<string>;
};

const BUCKET_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** All other methods are counted as one. */
const COUNTED_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** For unknown paths. */
const NO_ROUTE_LABEL = 'none';

/** Labels never contain text that a caller sent, so that callers cannot create any number of metrics. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const createdCounter = new Counter({
    name: 'innkeep_bookings_created_total',
    help: 'Bookings that were made.',
    registers,
  });
  const cancelledCounter = new Counter({
    name: 'innkeep_bookings_cancelled_total',
    help: 'Bookings that were cancelled.',
    registers,
  });
  const refusedCounter = new Counter({
    name: 'innkeep_bookings_refused_total',
    help: 'Bookings that were refused, by the first field in the answer’s errors.',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of ['availability', 'number_of_guests', 'coupon_code', 'other'])
    refusedCounter.inc({ reason }, 0);
  return {
    registry,
    onAnswered: createRequestMetrics(registry),
    onBookingOutcome(outcome) {
      if (outcome.kind === 'created') createdCounter.inc();
      else if (outcome.kind === 'cancelled') cancelledCounter.inc();
      else refusedCounter.inc({ reason: outcome.reason });
    },
    watchPool: (pool, maxCount) => createPoolMetrics(registry, pool, maxCount),
    watchShares: (shares) => createShareMetrics(registry, shares),
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}

function createRequestMetrics(registry: Registry): OnRequestAnswered {
  const durationHistogram = new Histogram({
    name: 'innkeep_http_request_duration_seconds',
    help: 'Answered requests and how long they took, by method, route pattern and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKET_SECONDS,
    registers: [registry],
  });
  // Remembered by their labels, because finding one costs more than counting in it.
  const histogramByLabels = new Map<string, Histogram.Internal<string>>();
  return ({ method: name, route, status, seconds }) => {
    const method = COUNTED_METHODS.has(name) ? name : 'other';
    const key = `${method} ${status} ${route}`;
    let labelledHistogram = histogramByLabels.get(key);
    if (!labelledHistogram) {
      labelledHistogram = durationHistogram.labels(method, route ?? NO_ROUTE_LABEL, String(status));
      histogramByLabels.set(key, labelledHistogram);
    }
    labelledHistogram.observe(seconds);
  };
}

function createPoolMetrics(registry: Registry, pool: PoolConnectionCounts, maxCount: number): void {
  const createGauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `innkeep_database_pool_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  createGauge('connections', 'Connections to the database, busy and idle.', () => pool.totalCount);
  createGauge('idle_connections', 'Idle connections.', () => pool.idleCount);
  createGauge('waiting_requests', 'Requests that wait for a connection.', () => pool.waitingCount);
  createGauge('max_connections', 'The maximum number of connections (DATABASE_POOL_MAX).', () => maxCount);
}

function createShareMetrics(registry: Registry, shares: ProcessShares): void {
  const registers = [registry];
  const labelNames = ['of'];
  const entries = Object.entries(shares).map(([name, { readFigures }]) => ({
    of: name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    readFigures,
  }));
  new Gauge({
    name: 'innkeep_limited_open',
    help: 'What is open of things that are limited for the process, those that wait included.',
    labelNames,
    registers,
    collect() {
      for (const { of, readFigures } of entries) this.set({ of }, readFigures().open);
    },
  });
  new Gauge({
    name: 'innkeep_limited_waiting',
    help: 'What waits for its turn.',
    labelNames,
    registers,
    collect() {
      for (const { of, readFigures } of entries) this.set({ of }, readFigures().waiting);
    },
  });
  new Counter({
    name: 'innkeep_limited_refused_total',
    help: 'What was refused because the process, a team or a caller had its share, or no turn came in time.',
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const { of, readFigures } of entries) this.inc({ of }, readFigures().refused);
    },
  });
}
