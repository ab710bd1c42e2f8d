import { spawn } from 'node:child_process';
import { EmbeddedError, hasCode, systemReason } from './error.ts';

/** The user that PostgreSQL's programs run as; undefined: the user that runs Innkeep. */
export type Account = { uid: number; gid: number } | undefined;

export type Outcome = { code: number | null; output: string };

const MAX_OUTPUT_CHARS = 20_000;

// PostgreSQL's programs outlive this process, so they get what they need to run and none of Innkeep's own
// settings; PGDATA, PGPORT, LANG and the like would configure them behind our back.
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

/** Runs a program to its end and returns its exit code with the last part of what it printed. */
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
      // One that every user may enter: PostgreSQL's programs look at theirs.
      cwd: process.platform === 'win32' ? undefined : '/',
      env: environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      windowsHide: true,
    });
  } catch (error) {
    // A root without the right to become another user is refused here, other trouble comes as an event.
    throw cannotRun(program, account, error);
  }
}

function cannotRun(program: string, account: Account, error: unknown): EmbeddedError {
  const as = account ? ` as uid ${account.uid}` : '';
  const hint = hasCode(error, 'ENOENT') ? ' (on Linux it needs glibc, which Alpine has not)' : '';
  return new EmbeddedError(`Cannot run ${program}${as}${hint}: ${systemReason(error)}.`, { cause: error });
}

/** The line of a program's output or PostgreSQL's log that says what went wrong: the last fatal one, else the last. */
export function lastMeaningfulLine(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const fatal = lines.findLast((line) => /\b(FATAL|PANIC|fatal|error):/.test(line));
  // The time and process in front of a line of the log help nobody here.
  return (fatal ?? lines.at(-1) ?? '').replace(/^.*?\b(?:FATAL|PANIC):\s+/, '').trim();
}
