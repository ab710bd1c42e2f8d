import { Counter, Gauge, type Registry } from '@prometheus-io/client';
import type { FeedMeasures } from './services/feeds/reading-loop.ts';
import type { ReadingResult } from './services/feeds/store-reading.ts';

export function createReadingMetrics(registry: Registry): (result: ReadingResult) => void {
  const readings = new Counter({
    name: 'innkeep_calendar_readings_total',
    help: 'Readings of calendar feeds, by what came of them.',
    labelNames: ['result'],
    registers: [registry],
  });
  for (const result of ['ok', 'unchanged', 'suspicious', 'failed']) readings.inc({ result }, 0);
  return (result) => {
    if (result !== 'gone') readings.inc({ result });
  };
}

export function createFeedMetrics(registry: Registry): (measures: FeedMeasures) => void {
  const conflictsGauge = new Gauge({
    name: 'innkeep_calendar_conflicts',
    help: 'Conflicts of all calendar feeds, counted every minute.',
    registers: [registry],
  });
  const oldestReadingGauge = new Gauge({
    name: 'innkeep_calendar_oldest_reading_seconds',
    help: 'How long ago the calendar feed that waits longest was read.',
    registers: [registry],
  });
  return ({ conflicts, oldestReadingSeconds }) => {
    conflictsGauge.set(conflicts);
    oldestReadingGauge.set(oldestReadingSeconds);
  };
}
