import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** `docs/rules.md, 3.12 and 3.19`, and in the documents `[rules 27.10 to 27.19](rules.md)` and `[rules.md](rules.md), 27`. */
const CITATION = /\brules?(?:\.md\)?,)? (?<numbers>\d+(?:\.\d+)?(?:(?:, | and | to )\d+\.\d+)*)/g;
/** A rule that cites another: `(24.11)`. */
const CITATION_BESIDE = /\((?<numbers>\d+\.\d+)(?=[),;])/g;
/** So that a citation may go over the end of a line. */
const LINE_BREAK = /\n[ \t]*(?:\*|\/\/)?[ \t]*/g;

const rules = read('docs/rules.md');
const existing = new Set([
  ...Array.from(rules.matchAll(/^## (\d+)\. /gm), ([, section]) => section),
  ...Array.from(rules.matchAll(/^- \*\*(\d+\.\d+)\*\* /gm), ([, rule]) => rule),
]);

function listCited(file: string): string[] {
  const text = read(file).replaceAll(LINE_BREAK, ' ');
  const citations = [
    ...text.matchAll(CITATION),
    ...(file === 'docs/rules.md' ? text.matchAll(CITATION_BESIDE) : []),
  ];
  return citations.flatMap(({ groups }) => groups?.numbers?.split(/, | and | to /) ?? []);
}

test('every rule that is cited exists', () => {
  expect(existing.size).toBeGreaterThan(300);
  const files = globSync('{src,test,docs,examples}/**/*.{ts,js,md}', { cwd: ROOT });
  const cited = files.flatMap((file) => listCited(file).map((number) => ({ file, number })));
  expect(cited.length).toBeGreaterThan(400);
  expect(cited.filter(({ number }) => !existing.has(number))).toEqual([]);
});
