/** Non-blank lines by floor, the folders with the most files, and the largest files, of what Git tracks. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const FLOORS = ['src', 'test', 'bench', 'examples'];
const MOST = 10;

const files = execFileSync('git', ['ls-files', ...FLOORS], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(ts|js|css|json)$/.test(file))
  .map((file) => ({ file, lines: readFileSync(file, 'utf8').match(/^.*\S.*$/gm)?.length ?? 0 }));

/** `depth` is the number of folders that a sum's name has. */
function sums(depth: number, amountOf: (lines: number) => number) {
  const byFolder = new Map<string, number>();
  for (const { file, lines } of files) {
    const folder = path.dirname(file).split('/').slice(0, depth).join('/');
    byFolder.set(folder, (byFolder.get(folder) ?? 0) + amountOf(lines));
  }
  return [...byFolder];
}

function print(title: string, rows: readonly (readonly [string, number])[]) {
  const lines = rows.map(([name, amount]) => `${String(amount).padStart(7)}  ${name}`);
  process.stdout.write(`${title}\n${lines.join('\n')}\n\n`);
}

const largest = (rows: [string, number][]) => rows.toSorted((a, b) => b[1] - a[1]).slice(0, MOST);

print('Non-blank lines by floor', [...sums(1, (lines) => lines), ...sums(2, (lines) => lines)]);
print('Files in a folder', largest(sums(Number.POSITIVE_INFINITY, () => 1)));
print('Largest files', largest(files.map(({ file, lines }) => [file, lines])));
