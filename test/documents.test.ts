/** What the documents name exists. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');
const DOCUMENTS = globSync(['*.md', 'docs/*.md', 'examples/**/*.md', 'src/**/*.md'], { cwd: ROOT });

/** Without what is code in a fence. */
const readText = (file: string): string =>
  readFileSync(path.join(ROOT, file), 'utf8').replace(/^ *```[\s\S]*?^ *```/gm, '');

/** As GitHub names headings. */
const listAnchors = (file: string): string[] =>
  Array.from(readText(file).matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );

function leadsSomewhere(file: string, link: string): boolean {
  const [name = '', anchor] = link.split('#');
  const target = name === '' ? file : path.join(path.dirname(file), decodeURI(name));
  if (!existsSync(path.join(ROOT, target))) return false;
  return anchor === undefined || listAnchors(target).includes(anchor);
}

test('every link within the documents leads to a file and a heading', () => {
  const links = DOCUMENTS.flatMap((file) =>
    Array.from(readText(file).matchAll(/\]\((?!https?:|\/)([^)\s]+)\)/g), ([, link = '']) => ({
      file,
      link,
    })),
  );
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter(({ file, link }) => !leadsSomewhere(file, link))).toEqual([]);
});

/** What the examples of docs/contributing.md would make. */
const ONLY_IN_EXAMPLES = /^(src\/|test\/)?options\/tasks\/|\/nl\.js$/;

test('every file that docs/contributing.md names exists, below the root or src', () => {
  const named = Array.from(
    readText('docs/contributing.md').matchAll(/`([\w./-]+\/[\w./-]+\.\w+)`/g),
    ([, name = '']) => name,
  );
  expect(named.length).toBeGreaterThan(80);
  const isMissing = (name: string) =>
    !ONLY_IN_EXAMPLES.test(name) && !['', 'src'].some((folder) => existsSync(path.join(ROOT, folder, name)));
  expect(named.filter(isMissing)).toEqual([]);
});
