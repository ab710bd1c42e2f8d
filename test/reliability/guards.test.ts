/** Every guard is taken out, one at a time, of a copy of the house: the tests that are to notice do. */
import { expect, inject, test } from 'vitest';
import { times } from '../support/bookings.ts';
import { isFull, reportFigures } from './figures.ts';
import { GUARDS, type Guard } from './guard-list.ts';
import { changed, runTests, type TestsRun } from './house-copy.ts';

/** As many runs at once as keep a small machine busy: each of them waits for PostgreSQL now and then. */
const RUNS_AT_ONCE = 2;

const namesOf = (guard: Guard): string[] => Object.values(guard.noticedBy).flat();
/** What vitest looks for in the full names of tests. */
const anyOf = (names: readonly string[]): RegExp =>
  new RegExp(names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'));
const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];

test('every guard stands where it is looked for, once', async () => {
  for (const guard of GUARDS) expect(await changed(guard)).not.toBe('');
  expect(unique(GUARDS.map(({ name }) => name))).toHaveLength(GUARDS.length);
  for (const guard of GUARDS) expect([guard.name, namesOf(guard)]).not.toEqual([guard.name, []]);
});

test.runIf(isFull)(
  'without any one of them tests fail, and with all of them they pass',
  async () => {
    const adminUrl = inject('adminUrl');
    const files = unique(GUARDS.flatMap(({ noticedBy }) => Object.keys(noticedBy)));
    const whole = await runTests(adminUrl, null, files, anyOf(GUARDS.flatMap(namesOf)));
    expect([whole.failed, whole.broken]).toEqual([[], []]);
    const missing = GUARDS.flatMap(namesOf).filter((name) => !whole.passed.some((one) => one.includes(name)));
    expect(missing).toEqual([]);

    const runs = new Map<Guard, TestsRun>();
    const left = GUARDS.values();
    await Promise.all(
      times(RUNS_AT_ONCE, async () => {
        for (const guard of left)
          runs.set(
            guard,
            await runTests(adminUrl, guard, Object.keys(guard.noticedBy), anyOf(namesOf(guard))),
          );
      }),
    );
    const unnoticed = [...runs].flatMap(([guard, { failed, broken }]) => [
      ...namesOf(guard)
        .filter((name) => !failed.some((one) => one.includes(name)))
        .map((name) => `${guard.name}: “${name}” does not notice`),
      ...broken.map((what) => `${guard.name}: ${what}`),
    ]);
    expect(unnoticed).toEqual([]);
    await reportFigures('guards', {
      load: `${GUARDS.length} guards, each taken out of a copy of the source in which the tests that are to notice run`,
      seen: ['Every one is noticed:', '', tableOf(runs)].join('\n'),
    });
  },
  900_000,
);

/** As Markdown. */
function tableOf(runs: ReadonlyMap<Guard, TestsRun>): string {
  const rows = GUARDS.map((guard) => {
    const { name, file } = guard;
    const failed = runs.get(guard)?.failed ?? [];
    const [first = '', ...others] = failed.map((one) => one.replaceAll('|', '\\|'));
    const more = others.length > 0 ? `; and ${others.length} more` : '';
    return `| ${name} | \`${file}\` | ${first}${more} |`;
  });
  return ['| taken out | of | noticed by |', '| --- | --- | --- |', ...rows].join('\n');
}
