import { Counter, Gauge, type Registry } from '@prometheus-io/client';
import type { DeliveryResult } from './services/deliver.ts';

/** Of all teams, from the database. */
type EventFigures = { numbered: number; unnumbered: number; oldestUndeliveredSeconds: number };

const FIGURES: Record<keyof EventFigures, { name: string; help: string }> = {
  numbered: {
    name: 'innkeep_events_numbered',
    help: 'Events of all teams that have a position in their feed.',
  },
  unnumbered: { name: 'innkeep_events_unnumbered', help: 'Events that have none yet, at most 100,000.' },
  oldestUndeliveredSeconds: {
    name: 'innkeep_webhook_oldest_undelivered_seconds',
    help: 'The age of the oldest event that an active webhook has not delivered yet, 0 if there is none.',
  },
};

export function createDeliveryMetrics(registry: Registry): (result: DeliveryResult) => void {
  const deliveries = new Counter({
    name: 'innkeep_webhook_deliveries_total',
    help: 'Tries to deliver an event to a webhook, by what came of them.',
    labelNames: ['result'],
    registers: [registry],
  });
  for (const result of ['delivered', 'retried', 'failed']) deliveries.inc({ result }, 0);
  return (result) => deliveries.inc({ result });
}

/**
 * Read once for each request for metrics. If the database does not answer, these are NaN, and the others are still
 * reported.
 */
export function watchEventFigures(registry: Registry, read: () => Promise<EventFigures>): void {
  let reading: Promise<EventFigures | null> | null = null;
  const readOnce = () => {
    reading ??= read()
      .catch(() => null)
      .finally(() => {
        reading = null;
      });
    return reading;
  };
  for (const [figure, { name, help }] of Object.entries(FIGURES))
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const figures = await readOnce();
        this.set(figures?.[figure as keyof EventFigures] ?? Number.NaN);
      },
    });
}
