/**
 * Converts pictures in processes of their own. Converter processes start with the first picture, and end when
 * there is nothing to convert.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { Interrupted } from '../errors.ts';
import type { PictureSizes } from './convert.ts';
import type { Conversion, ConversionResult } from './converter-process.ts';
import { UnusablePicture } from './judge.ts';

/** How long a picture may take to convert, which is longer than any ordinary picture takes. */
const MAX_MS = 60_000;
const TOO_SLOW = 'must be a picture that can be made smaller within a minute';
const ENDED = 'The process that makes pictures has ended before this one was made. Please send it again.';
/** After this time without work, a converter process ends, which gives its memory back. */
const IDLE_MS = 5_000;

/**
 * Decoding a large picture takes hundreds of megabytes. Converter processes keep that memory out of the
 * service, and a process that fails at a picture ends alone. There are as many converter processes as pictures
 * that are converted at once.
 */
export function createConverters({ maxMs = MAX_MS, idleMs = IDLE_MS } = {}) {
  const running = new Set<ChildProcess>();
  const idle = new Map<ChildProcess, NodeJS.Timeout>();

  function forget(child: ChildProcess): void {
    clearTimeout(idle.get(child));
    idle.delete(child);
    running.delete(child);
  }

  function start(): ChildProcess {
    const child = startProcess();
    running.add(child);
    child.once('exit', () => forget(child));
    // An error event of a converter process is ignored, because the caller that waits hears of it anyway. Node
    // would end the service on an error event without a listener.
    child.on('error', () => forget(child));
    return child;
  }

  function wake(): ChildProcess {
    const child = [...idle.keys()].at(-1) ?? start();
    clearTimeout(idle.get(child));
    idle.delete(child);
    return child;
  }

  function rest(child: ChildProcess): void {
    const end = () => {
      idle.delete(child);
      child.kill('SIGKILL');
    };
    idle.set(child, setTimeout(end, idleMs));
  }

  return {
    /**
     * Throws an `UnusablePicture` if the picture cannot be taken, and an `Interrupted` if the converter
     * process has ended.
     */
    async convert(conversion: Conversion): Promise<PictureSizes> {
      const child = wake();
      const result = await ask(child, conversion, maxMs);
      rest(child);
      if ('problem' in result) throw new UnusablePicture(result.problem);
      if ('error' in result) throw new Error(`A picture could not be made: ${result.error}`);
      return result.sizes;
    },

    /** Ends all converter processes, even those that are making a picture. */
    close(): void {
      for (const child of running) child.kill('SIGKILL');
    },
  };
}

/** A converter process needs none of the service's settings and keys, and its output belongs to no log. */
const startProcess = (): ChildProcess =>
  fork(new URL('./converter-process.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=64'],
    // By default, glibc would keep the memory of pictures apart for each thread, and give little of it back.
    env: { TMPDIR: tmpdir(), MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });

async function ask(child: ChildProcess, conversion: Conversion, maxMs: number): Promise<ConversionResult> {
  const answered = new AbortController();
  const { signal } = answered;
  const deadline = setTimeout(() => answered.abort(), maxMs);
  try {
    child.send(conversion);
    const ended = once(child, 'exit', { signal }).then((how) => Promise.reject(new Error(how.join(' '))));
    const [result] = await Promise.race([once(child, 'message', { signal }), ended]);
    return result;
  } catch (cause) {
    child.kill('SIGKILL');
    throw signal.aborted ? new UnusablePicture(TOO_SLOW, { cause }) : new Interrupted(ENDED, { cause });
  } finally {
    clearTimeout(deadline);
    answered.abort();
  }
}
