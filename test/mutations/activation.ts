/** Runs before each test file of a mutation run, after Stryker's own preparation. */
import { globSync } from 'node:fs';
import path from 'node:path';
import { afterAll, inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    globalNamespace: '__stryker__';
    mode: 'dry-run' | 'mutant';
    mutantActivation: 'static' | 'runtime';
    activeMutant: string;
  }
}

type Coverage = Record<string, Record<string, number>>;
type Namespace = {
  activeMutant: string | undefined;
  hitCount: number | undefined;
  currentTestId: string | undefined;
  mutantCoverage?: { perTest: Coverage };
};

const PREPARATION = 'preparation';

const given = globalThis as unknown as Record<string, Namespace>;
const stryker = given[inject('globalNamespace')] as Namespace;
const isMutant = inject('mode') === 'mutant';

// What is left of the last mutation.
delete process.env.__STRYKER_ACTIVE_MUTANT__;
if (!isMutant || inject('mutantActivation') === 'runtime') stryker.activeMutant = undefined;

// All mutated files are loaded before the tests prepare anything. So what runs while a file is loaded can be recognized.
const LOADED = [
  'src/domain/*.ts',
  'src/app.ts',
  'src/services/services.ts',
  'src/metrics.ts',
  'src/services/calendar-feeds/{parsing,reader}.ts',
];
for (const file of LOADED.flatMap((pattern) => globSync(pattern))) await import(path.resolve(file));

if (isMutant) {
  // The tests' preparations are mutated too, and the threads that they start.
  stryker.hitCount = 0;
  stryker.activeMutant = inject('activeMutant');
  process.env.__STRYKER_ACTIVE_MUTANT__ = inject('activeMutant');
} else {
  noteTestsOfPreparations();
}

/**
 * Stryker takes all code that runs outside of a test for code that runs while a file is loaded, and would run every test
 * for it. It is that of the file's preparations: its own tests notice a mutation.
 */
function noteTestsOfPreparations(): void {
  const { perTest: reported = {} } = stryker.mutantCoverage ?? {};
  // Each file reports its own tests: all of them again and again would take longer than the tests.
  for (const id of Object.keys(reported)) delete reported[id];
  const ids = new Set<string>();
  let current = PREPARATION;
  Object.defineProperty(stryker, 'currentTestId', {
    configurable: true,
    get: () => current,
    set: (id: string | undefined) => {
      current = id ?? PREPARATION;
      if (id !== undefined) ids.add(id);
    },
  });
  afterAll(() => {
    const { perTest = {} } = stryker.mutantCoverage ?? {};
    const { [PREPARATION]: prepared = {} } = perTest;
    delete perTest[PREPARATION];
    for (const id of ids) {
      const covered = perTest[id] ?? {};
      perTest[id] = covered;
      for (const [mutant, hits] of Object.entries(prepared)) covered[mutant] = (covered[mutant] ?? 0) + hits;
    }
  });
}
