/** Writes docs/reliability.md from the figures of a reliability run, after all its tests. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import type { Figures } from './figures.ts';
import { ROWS } from './rows.ts';

type Seen = Figures & { seed: number; commit: string; machine: string };

const HOUSE = path.join(import.meta.dirname, '..', '..');
const PAGE = path.join(HOUSE, 'docs', 'reliability.md');

/** What is known of a row. Null: its test has failed. Undefined: it was not run here, so the page keeps what it says. */
type Known = Seen | null | undefined;

/** A run of some files leaves the rows of the others as they are. Each row names the commit that it tested. */
export default function setup(project: TestProject): () => Promise<void> {
  const directory = project.config.env.RELIABILITY_FIGURES ?? '';
  return async () => {
    const seen: Record<string, Known> = {};
    for (const row of Object.keys(ROWS)) seen[row] = await figuresOf(directory, row);
    await writeFile(PAGE, pageOf(seen, await readFile(PAGE, 'utf8')));
  };
}

async function figuresOf(directory: string, row: string): Promise<Known> {
  try {
    return JSON.parse(await readFile(path.join(directory, `${row}.json`), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function pageOf(seen: Readonly<Record<string, Known>>, before: string): string {
  return `# Innkeep under load and faults

\`npm run test:reliability\` tests the promises of Innkeep under load and faults, and writes this page. It sends many requests at
once, kills processes, stops and freezes PostgreSQL, and sends hostile requests. Plain SQL and an independent model check the
outcome; neither shares code with the service. \`npm test\` runs the same tests at a smaller size. The mutations come from
\`npm run test:mutation\`, the cluster from \`npm run test:citus\`. Every random run has a seed: \`SEED=… npm run test:reliability\` repeats it.

"Lost" counts acknowledged writes that are missing afterwards. "Refused" counts refusals that the contract expects:
4xx, and 503 with \`Retry-After\`.

| what was tried | acknowledged | lost | refused | p99 ms | slowest ms |
| --- | --: | --: | --: | --: | --: |
${Object.entries(ROWS)
  .map(([row, { title }]) => lineOf(title, seen[row], before))
  .join('\n')}

${Object.entries(ROWS)
  .map(([row, { title, toReach }]) => sectionOf(title, toReach, seen[row], before))
  .join('\n\n')}
`;
}

function lineOf(title: string, figures: Known, before: string): string {
  const old = before.split('\n').find((line) => line.startsWith(`| [${title}](`));
  if (figures === undefined && old) return old;
  const { acknowledged, lost, refused, p99Ms, slowestMs }: Partial<Seen> = figures ?? {};
  const cells = [acknowledged, lost, refused, rounded(p99Ms), rounded(slowestMs)];
  const link = `[${title}](#${title
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-')})`;
  return `| ${link} | ${cells.map((cell) => cell?.toLocaleString('en') ?? '').join(' | ')} |`;
}

function sectionOf(title: string, toReach: string, figures: Known, before: string): string {
  const old = before.split('\n## ').find((section) => section.startsWith(`${title}\n`));
  if (figures === undefined && old) return `## ${old.trimEnd()}`;
  const head = `## ${title}\n\nTo reach: ${toReach}\n\n`;
  if (!figures) return `${head}**Not reached**: the last run of its test failed, or has not been made yet.`;
  const faults = figures.faults ? `\nFaults: ${figures.faults}\n` : '';
  return `${head}Load: ${figures.load}\n${faults}\n${figures.seen}\n\n(commit ${figures.commit}, seed ${figures.seed}; ${figures.machine})`;
}

const rounded = (ms: number | undefined) => (ms === undefined ? undefined : Math.round(ms));
