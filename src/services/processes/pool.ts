/** Processes start with the first task and end when there is nothing to do. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';

/** The process ended before its task was done. */
export class TaskEnded extends Error {
  override name = 'TaskEnded';
  readonly reason: 'time' | 'memory' | 'other';

  constructor(reason: TaskEnded['reason'], cause: unknown) {
    super(`The process of a task has ended: ${reason}.`, { cause });
    this.reason = reason;
  }
}

type Limits = {
  maxMs: number;
  /** A process without a task ends then, which gives its memory back. */
  idleMs: number;
};

type ProcessPool<Task, Result> = {
  /** Throws a `TaskEnded` if the task takes too long, or its process ends. */
  run(task: Task): Promise<Result>;
  /** Even those at work. */
  close(): void;
};

/**
 * As many processes as tasks run at once. Each runs the module, which answers by `serveTasks`. The memory of
 * tasks stays out of the service, and a process that fails ends alone. tinypool never settles a task whose process
 * ends while it starts, although the upload must be a 503 (docs/rules.md, 5.9), and does not say whether memory ran
 * out.
 */
export function createProcessPool<Task extends object, Result>(
  module: URL,
  { maxMs, idleMs }: Limits,
): ProcessPool<Task, Result> {
  const running = new Set<ChildProcess>();
  const idle = new Map<ChildProcess, NodeJS.Timeout>();

  function forget(child: ChildProcess): void {
    clearTimeout(idle.get(child));
    idle.delete(child);
    running.delete(child);
  }

  function start(): ChildProcess {
    const child = startProcess(module);
    running.add(child);
    child.once('exit', () => forget(child));
    // The caller hears of an error anyway. Without a listener, Node would end the service.
    child.on('error', () => forget(child));
    return child;
  }

  function wake(): ChildProcess {
    const child = [...idle.keys()].at(-1) ?? start();
    clearTimeout(idle.get(child));
    idle.delete(child);
    child.ref();
    child.channel?.ref();
    return child;
  }

  /** A resting process does not keep a command from ending. */
  function rest(child: ChildProcess): void {
    const end = () => {
      idle.delete(child);
      child.kill('SIGKILL');
    };
    idle.set(child, setTimeout(end, idleMs).unref());
    child.unref();
    child.channel?.unref();
  }

  return {
    async run(task) {
      const child = wake();
      const result = await ask<Result>(child, task, maxMs);
      rest(child);
      return result;
    },

    close() {
      for (const child of running) child.kill('SIGKILL');
    },
  };
}

/** The process needs none of the service's settings and keys, and its output belongs to no log. */
const startProcess = (module: URL): ChildProcess =>
  fork(module, {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=64'],
    // By default, glibc would keep memory apart for each thread, and give little of it back.
    env: { TMPDIR: tmpdir(), MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });

async function ask<Result>(child: ChildProcess, task: object, maxMs: number): Promise<Result> {
  const answered = new AbortController();
  const { signal } = answered;
  const deadline = setTimeout(() => answered.abort(), maxMs);
  try {
    child.send(task);
    const ended = once(child, 'exit', { signal }).then((how) => Promise.reject(new Error(how.join(' '))));
    const [result] = await Promise.race([once(child, 'message', { signal }), ended]);
    return result;
  } catch (cause) {
    const isOutOfMemory = child.signalCode === 'SIGABRT';
    child.kill('SIGKILL');
    throw new TaskEnded(signal.aborted ? 'time' : isOutOfMemory ? 'memory' : 'other', cause);
  } finally {
    clearTimeout(deadline);
    answered.abort();
  }
}
