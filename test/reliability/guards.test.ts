/** Removes every guard, one at a time, from a copy of the repository. The tests that should notice must then fail. */
import { afterAll, describe, expect, inject, test } from 'vitest';
import { reportFigures } from './figures.ts';
import { GUARDS, type Guard, testsOf } from './guard-list.ts';
import { runTests } from './house-copy.ts';

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];
/** The tests that failed without each guard, for the page. */
const failedWithout = new Map<Guard, string[]>();

/** Without `guard`, runs the tests that should notice. With null, runs those of every guard on the unchanged code. */
async function runWithout(guard: Guard | null) {
  const guards = guard ? [guard] : GUARDS;
  const names = guards.flatMap(testsOf).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const files = unique(guards.flatMap(({ noticedBy }) => Object.keys(noticedBy)));
  const run = await runTests(inject('adminUrl'), guard, files, new RegExp(names.join('|')));
  const missedIn = (seen: readonly string[]) =>
    guards.flatMap(testsOf).filter((name) => !seen.some((one) => one.includes(name)));
  return { ...run, missedIn };
}

// vitest.reliability.config.ts sets how many run at once, because each run sometimes waits for PostgreSQL.
describe.concurrent('the tests that are to notice', () => {
  test('pass on the code as it is', async () => {
    const { passed, failed, broken, missedIn } = await runWithout(null);
    expect({ failed, broken, missing: missedIn(passed) }).toEqual({ failed: [], broken: [], missing: [] });
  });

  test.each(GUARDS.map((guard) => [guard.name, guard] as const))('fail without: %s', async (_, guard) => {
    const { failed, broken, missedIn } = await runWithout(guard);
    expect({ broken, unnoticedBy: missedIn(failed) }).toEqual({ broken: [], unnoticedBy: [] });
    failedWithout.set(guard, failed);
  });
});

afterAll(async () => {
  if (failedWithout.size < GUARDS.length) return;
  await reportFigures('guards', {
    load: `${GUARDS.length} guards, each taken out of a copy of the source in which the tests that are to notice run`,
    seen: ['Every one is noticed:', '', ...tableLines()].join('\n'),
  });
});

/** As Markdown. */
const tableLines = (): string[] => [
  '| taken out | of | noticed by |',
  '| --- | --- | --- |',
  ...GUARDS.map((guard) => {
    const [first = '', ...others] = (failedWithout.get(guard) ?? []).map((name) =>
      name.replaceAll('|', '\\|'),
    );
    const more = others.length > 0 ? `; and ${others.length} more` : '';
    return `| ${guard.name} | \`${guard.file}\` | ${first}${more} |`;
  }),
];
