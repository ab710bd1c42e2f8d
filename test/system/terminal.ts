import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Running, untilSaid } from '../helpers/process.ts';

const HOUSE = fileURLToPath(new URL('../..', import.meta.url));

/** Opens a terminal, runs a command in it, and passes on what is typed and shown. */
const OPEN_TERMINAL =
  'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])) & 255)';
/** What the terminal runs first, to show the number of the process group in front. */
const SHOW_GROUP = ['sh', '-c', 'echo "group $$." && exec "$@"', 'sh'];

export const CTRL_C = '\x03';

/** Whether this machine can open terminals. */
export const hasTerminals =
  process.platform !== 'win32' && spawnSync('python3', ['-c', 'import pty']).status === 0;

export type Terminal = Running & {
  type(keys: string): void;
  /** Closes the terminal, as one closes its window. */
  hangUp(): void;
  /** Whether one of the processes that were started in it is still there. */
  hasProcesses(): boolean;
};

/** Runs npm in a terminal, with only these variables. */
export async function npmInTerminal(args: string[], env: Record<string, string>): Promise<Terminal> {
  const child = spawn('python3', ['-c', OPEN_TERMINAL, ...SHOW_GROUP, 'npm', ...args], {
    cwd: HOUSE,
    env: { PATH: process.env.PATH ?? '', TERM: 'dumb', ...env },
    stdio: 'pipe',
  });
  // It may end before it has read what was typed.
  child.stdin.on('error', () => {});
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text;
    });
  const finished = once(child, 'close').then(([code]) => ({ code, ...said }));
  const running = { child, said, finished };
  const [, group] = await untilSaid(running, /group (\d+)\./);
  return {
    ...running,
    type: (keys) => void child.stdin.write(keys),
    hangUp: () => void child.kill('SIGKILL'),
    hasProcesses: () => hasGroup(Number(group)),
  };
}

function hasGroup(id: number): boolean {
  try {
    process.kill(-id, 0);
    return true;
  } catch {
    return false;
  }
}
