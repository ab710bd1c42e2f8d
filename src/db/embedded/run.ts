import { spawn } from 'node:child_process';
import { EmbeddedError, hasCode, systemReason } from './error.ts';

/** The user that runs PostgreSQL's programs. If undefined, it is the user that runs Innkeep. */
export type Account = { uid: number; gid: number } | undefined;

export type Outcome = { code: number | null; output: string };

const MAX_OUTPUT_CHARS = 20_000;

// PostgreSQL's programs outlive this process, so they get the variables that they need and none of Innkeep's own.
// PGDATA, PGPORT, LANG and the like would configure them unnoticed.
const INHERITED_NAMES = [
  'PATH',
  'LD_LIBRARY_PATH',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SystemRoot',
  'ComSpec',
  'USERPROFILE',
];

function environment(): Record<string, string> {
  // biome-ignore lint/style/noProcessEnv: this is the operating system's environment for a child, not configuration.
  const own = process.env;
  const inherited = INHERITED_NAMES.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]]]));
  return { ...Object.fromEntries(inherited), LC_ALL: 'C' };
}

/** Runs a program to its end, and returns its exit code and the end of its output. */
export function run(program: string, args: string[], account: Account, timeoutMs: number): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = start(program, args, account, timeoutMs);
    let output = '';
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-MAX_OUTPUT_CHARS);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => reject(cannotRun(program, account, error)));
    child.on('close', (code) => resolve({ code, output }));
  });
}

function start(program: string, args: string[], account: Account, timeoutMs: number) {
  try {
    return spawn(program, args, {
      ...account,
      // A directory that every user may enter, because PostgreSQL's programs look at their working directory.
      cwd: process.platform === 'win32' ? undefined : '/',
      env: environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      windowsHide: true,
    });
  } catch (error) {
    // If root may not become another user, spawn throws here. Other failures arrive as an event.
    throw cannotRun(program, account, error);
  }
}

function cannotRun(program: string, account: Account, error: unknown): EmbeddedError {
  const as = account ? ` as uid ${account.uid}` : '';
  const hint = hasCode(error, 'ENOENT') ? '(on Linux it needs glibc, which Alpine does not have)' : '';
  return new EmbeddedError(`Cannot run ${program}${as}${hint}: ${systemReason(error)}.`, { cause: error });
}

/**
 * The line of a program's output or of PostgreSQL's log that says what went wrong: the last fatal one, else the last.
 */
export function lastMeaningfulLine(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const fatal = lines.findLast((line) => /\b(FATAL|PANIC|fatal|error):/.test(line));
  // Removes the time and process id at the beginning of a log line.
  return (fatal ?? lines.at(-1) ?? '').replace(/^.*?\b(?:FATAL|PANIC):\s+/, '').trim();
}
