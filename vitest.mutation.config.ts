import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { keptThread } from './test/mutations/kept-thread.ts';
import { mutatedFile } from './test/mutations/mutated-file.ts';
import { isSampled } from './test/mutations/sample.ts';

/** What the random runs start from: always the same, so that the same code gives the same figures. */
export const seed = Number(process.env.SEED ?? 20_270_401);

/** Those of random runs alone: what they find, examples often find sooner. */
const LONG = /\/(calendar-agrees|pricing-properties)\.test\.ts$/;

/** First the tests of the file that is mutated, which notice most; the first failure ends the run. */
class OwnTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { activeMutant = '' } = files[0]?.project.getProvidedContext() ?? {};
    if (!isSampled(activeMutant)) return [];
    const own = `/${path.basename(mutatedFile(activeMutant) ?? '', '.ts')}.test.ts`;
    const placeOf = ({ moduleId }: TestSpecification) =>
      moduleId.endsWith(own) ? 0 : LONG.test(moduleId) ? 2 : 1;
    return files.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

/** The tests of src/domain alone, as a mutation run has them a thousand times over: without a database, and brief. */
export default defineConfig({
  plugins: [keptThread],
  test: {
    env: { SEED: String(seed), PROPERTY_RUNS: '200' },
    include: ['test/domain/**/*.test.ts'],
    // Other processes know nothing of a mutation in this one.
    exclude: ['test/domain/time-zones.test.ts'],
    // A mutation that is slow is not noticed yet: how long it may take, stryker.config.json says.
    testTimeout: 120_000,
    setupFiles: ['test/mutations/same-draws.ts', 'test/mutations/activation.ts'],
    isolate: false,
    sequence: { setupFiles: 'list', sequencer: OwnTestsFirst },
  },
});
