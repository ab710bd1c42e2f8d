import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { OnAnswered } from './http/request-log.ts';
import type { OnBookingOutcome } from './services/bookings/reporting.ts';

/** What of a pool of connections is counted, as node-postgres has it. */
export type PoolCounts = { totalCount: number; idleCount: number; waitingCount: number };

export type Metrics = {
  onAnswered: OnAnswered;
  onBookingOutcome: OnBookingOutcome;
  watchPool(pool: PoolCounts, maxCount: number): void;
  contentType: string;
  /** All of it, as Prometheus reads it. */
  text(): Promise<string>;
};

const BUCKET_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Whatever else a caller may call its method counts as one. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** The route of what asks for nothing that is there. */
const NO_ROUTE = 'none';

/** Counts what the process does, from now on. Labels come from the code alone, so that nobody can make new ones. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const created = new Counter({
    name: 'innkeep_bookings_created_total',
    help: 'Bookings that were made.',
    registers,
  });
  const cancelled = new Counter({
    name: 'innkeep_bookings_cancelled_total',
    help: 'Bookings that were cancelled.',
    registers,
  });
  const refused = new Counter({
    name: 'innkeep_bookings_refused_total',
    help: 'Bookings that were not made, by the field that the caller was told first.',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of ['availability', 'number_of_guests', 'coupon_code', 'other'])
    refused.inc({ reason }, 0);
  return {
    onAnswered: countRequests(registry),
    onBookingOutcome(outcome) {
      if (outcome.kind === 'created') created.inc();
      else if (outcome.kind === 'cancelled') cancelled.inc();
      else refused.inc({ reason: outcome.reason });
    },
    watchPool: (pool, maxCount) => watchPool(registry, pool, maxCount),
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}

function countRequests(registry: Registry): OnAnswered {
  const histogram = new Histogram({
    name: 'innkeep_http_request_duration_seconds',
    help: 'Answered requests and how long they took, by method, route pattern and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKET_SECONDS,
    registers: [registry],
  });
  // Finding a histogram by its labels costs more than counting in it.
  const known = new Map<string, Histogram.Internal<string>>();
  return ({ method: given, route, status, seconds }) => {
    const method = METHODS.has(given) ? given : 'other';
    const key = `${method} ${status} ${route}`;
    let counted = known.get(key);
    if (!counted) {
      counted = histogram.labels(method, route ?? NO_ROUTE, String(status));
      known.set(key, counted);
    }
    counted.observe(seconds);
  };
}

function watchPool(registry: Registry, pool: PoolCounts, maxCount: number): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `innkeep_database_pool_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge('connections', 'Connections to the database, busy and idle.', () => pool.totalCount);
  gauge('idle_connections', 'Connections that nobody uses.', () => pool.idleCount);
  gauge('waiting_requests', 'Who waits for a connection.', () => pool.waitingCount);
  gauge('max_connections', 'Connections that there may be (DATABASE_POOL_MAX).', () => maxCount);
}
