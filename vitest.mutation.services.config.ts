import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { keptThread } from './test/mutations/kept-thread.ts';
import { mutatedFile } from './test/mutations/mutated-file.ts';
import { isSampled } from './test/mutations/sample.ts';
import { seed } from './vitest.mutation.config.ts';

/** The tests of what is mutated, those first that notice most in the least time. */
const TESTS: Record<string, string[]> = {
  bookings: [
    'test/http/bookings-events.test.ts',
    'test/http/bookings-list.test.ts',
    'test/http/bookings-life.test.ts',
    'test/http/payments.test.ts',
    'test/http/folio.test.ts',
    'test/http/folio-plan.test.ts',
    'test/http/booking-changes.test.ts',
    'test/http/booking-scope.test.ts',
    'test/http/agreed-price.test.ts',
    'test/http/site-bookings/*.test.ts',
    'test/http/holds.test.ts',
    'test/http/bookings-cancel.test.ts',
    'test/http/cancellation-fees.test.ts',
    'test/http/completion.test.ts',
    'test/http/making-room.test.ts',
    'test/http/events.test.ts',
    'test/http/booking-input.test.ts',
    'test/http/idempotency.test.ts',
    'test/http/if-match.test.ts',
    'test/http/booking-statements.test.ts',
    'test/services/bookings.test.ts',
    'test/http/meanwhile.test.ts',
    'test/http/tried-again.test.ts',
    'test/http/previews.test.ts',
    'test/web/desk/bookings.test.ts',
    'test/metrics.test.ts',
  ],
  search: [
    'test/http/search.test.ts',
    'test/http/alternatives.test.ts',
    'test/http/making-room.test.ts',
    'test/http/making-room-properties.test.ts',
    'test/http/holds.test.ts',
  ],
  feeds: [
    'test/services/calendar-feeds/refreshing.test.ts',
    'test/services/calendar-feeds/parsing.test.ts',
    'test/services/calendar-feeds/parsing-times.test.ts',
    'test/services/calendar-feeds/reading.test.ts',
    'test/http/events.test.ts',
    'test/http/bookings-events.test.ts',
    'test/http/calendar-feeds.test.ts',
    'test/services/calendar-feeds/fetching.test.ts',
    'test/services/calendar-feeds/others.test.ts',
    'test/services/calendar-feeds/moved-nights.test.ts',
    'test/http/completion.test.ts',
    'test/services/calendar-feeds/reader-reports.test.ts',
    'test/services/calendar-feeds/reader.test.ts',
  ],
};
const order = TESTS[process.env.MUTATED ?? 'bookings'] ?? [];

/** The tests of a mutated file, which come first of all: both are parts of a path. */
const OWN: readonly [mutated: RegExp, tests: RegExp][] = [
  [/calendar-feeds\/(parsing|zones)/, /calendar-feeds\/parsing/],
  [/calendar-feeds\/reader/, /calendar-feeds\/reader/],
  [/calendar-feeds\/(feeds|fetching|reading|storing)/, /http\/calendar-feeds|calendar-feeds\/reading/],
  [/bookings\/chang/, /booking-changes/],
  [/bookings\/ending/, /bookings-(life|cancel)/],
  [/bookings\/(holds|locking)/, /http\/(holds|bookings-life)/],
  [/bookings\/(moving|room)/, /making-room|tried-again/],
  [/bookings\/previewing/, /previews/],
  [/bookings\/reporting/, /metrics/],
  [/bookings\/site/, /site-bookings/],
];

/** First the tests of the mutated file, then in the order above; the first failure ends the run. */
class OwnTestsFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const { activeMutant = '' } = specifications[0]?.project.getProvidedContext() ?? {};
    if (!isSampled(activeMutant)) return [];
    const mutated = mutatedFile(activeMutant) ?? '';
    const [, own] = OWN.find(([pattern]) => pattern.test(mutated)) ?? [];
    const placeOf = ({ moduleId }: TestSpecification) => {
      const file = path.relative(this.ctx.config.root, moduleId);
      const place = order.findIndex((pattern) => path.matchesGlob(file, pattern));
      return own?.test(file) ? place - order.length : place;
    };
    return specifications.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

export default defineConfig({
  plugins: [keptThread],
  test: {
    env: { SEED: String(seed), PROPERTY_RUNS: '25' },
    include: order,
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/mutations/same-draws.ts', 'test/mutations/activation.ts'],
    isolate: false,
    // A machine that is busy with other things is no mutation.
    testTimeout: 60_000,
    sequence: { setupFiles: 'list', sequencer: OwnTestsFirst },
  },
});
