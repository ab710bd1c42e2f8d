/** The imports among the files of `src`, types counted, and where each file stands. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const SRC = path.join(import.meta.dirname, '../src');

/** Folders of the core and of each option, from below. Files in none of them are the process: server, commands, doors. */
export const FLOORS = [
  'domain',
  'db',
  'services',
  'schemas',
  'plugins',
  'file',
  'routes',
  'web',
  'commands',
  'process',
] as const;
export type Floor = (typeof FLOORS)[number];

/** `from` is a file below the same folder, or the name of a package. */
export type Import = { file: string; from: string; isType: boolean };

const isFloor = (name: string): name is Floor => (FLOORS as readonly string[]).includes(name);

/** The option and the floor of a file: `options/mail/db/queries/mails.ts` is on the floor `db` of `mail`. */
export function locate(file: string): { option: string | null; floor: Floor } {
  const parts = file.split('/');
  const option = parts[0] === 'options' && parts.length > 2 ? (parts[1] ?? null) : null;
  const folder = (option ? parts[2] : parts[0]) ?? '';
  return { option, floor: isFloor(folder) ? folder : 'process' };
}

const IMPORT_PATTERN =
  /(?:^(?:import|export)\s+([^'"]*?\sfrom\s+)?|\bimport\(\s*|\bnew URL\(\s*)['"]([^'"]+)['"]/gm;

export const listFiles = (): string[] =>
  readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));

/** By default of a file of `src`. */
export const listImports = (file: string, root = SRC): Import[] =>
  [...readFileSync(path.join(root, file), 'utf8').matchAll(IMPORT_PATTERN)].map(
    ([, names = '', from = '']) => ({
      file,
      from: from.startsWith('.') ? path.join(path.dirname(file), from) : from,
      isType: /^type\s|^\{(\s*type\s[^,}]*,?)+\s*\}/.test(names),
    }),
  );
