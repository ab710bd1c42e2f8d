/**
 * A thread that runs the tests for one mutation after the other. Vitest begins a new one for each run, which loads the
 * whole app again: that takes longer than the tests that notice the mutation.
 */
import {
  type PoolOptions,
  type PoolWorker,
  ThreadsPoolWorker,
  type Vite,
  type WorkerRequest,
} from 'vitest/node';
import { mutatedFile } from './mutated-file.ts';

const NAME = 'kept-thread';
/** What a broken test leaves open is gone with its thread. */
const MOST_RUNS = 40;
/** These keep what they have computed, so that one mutation of them would change what the next one does. */
const WITH_CACHES: ReadonlySet<string | undefined> = new Set([
  'src/domain/stay.ts',
  'src/services/calendar-feeds/zones.ts',
]);

type Thread = { worker: ThreadsPoolWorker; runs: number };
type Listener = (...args: unknown[]) => void;

let kept: Thread | null = null;

async function endKept(): Promise<void> {
  const ended = kept;
  kept = null;
  await ended?.worker.stop();
}

/** Whether this mutation decides what a file does while it is loaded, or what it keeps. */
function needsOwnThread({ project }: PoolOptions): boolean {
  const { mode, mutantActivation, activeMutant } = project.getProvidedContext();
  if (mode !== 'mutant') return false;
  return mutantActivation === 'static' || WITH_CACHES.has(mutatedFile(activeMutant));
}

function createPoolWorker(options: PoolOptions): PoolWorker {
  const listeners: [event: string, listener: Listener][] = [];
  const isAlone = needsOwnThread(options);
  let thread: Thread;
  let config: unknown;
  const answer = (type: 'started' | 'stopped') => {
    for (const [event, listener] of [...listeners])
      if (event === 'message') listener({ type, __vitest_worker_response__: true });
  };
  const off = (event: string, listener: Listener) => {
    const index = listeners.findIndex(([name, known]) => name === event && known === listener);
    if (index === -1) return;
    listeners.splice(index, 1);
    thread.worker.off(event, listener);
  };
  return {
    name: 'threads',
    deserialize: (data) => data,
    async start() {
      if (isAlone || (kept && kept.runs >= MOST_RUNS)) await endKept();
      if (!kept) {
        kept = { worker: new ThreadsPoolWorker(options), runs: 0 };
        await kept.worker.start();
      }
      thread = kept;
    },
    on(event, listener) {
      listeners.push([event, listener]);
      thread.worker.on(event, listener);
    },
    off,
    send(message: WorkerRequest) {
      if (message.type === 'start') {
        config = message.context.config;
        if (thread.runs > 0) return answer('started');
      }
      // What it holds is needed for the next run.
      if (message.type === 'stop') return answer('stopped');
      if (message.type !== 'run') return thread.worker.send(message);
      thread.runs += 1;
      // Which tests are to run is in the configuration of the run, and the thread knows that of its first one.
      thread.worker.send({ ...message, context: { ...message.context, config } } as WorkerRequest);
    },
    async stop() {
      for (const [event, listener] of [...listeners]) off(event, listener);
      if (isAlone && kept === thread) await endKept();
    },
  };
}

/** Runs the tests of a configuration in such a thread, whatever pool the command asks for. */
export const keptThread: Vite.Plugin = {
  name: NAME,
  configureVitest({ vitest, project }) {
    Object.assign(project.config, { pool: NAME, poolRunner: { name: NAME, createPoolWorker } });
    vitest.onClose(endKept);
  },
};
