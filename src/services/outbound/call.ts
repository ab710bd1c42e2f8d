/** One request over HTTP, within a time and up to a size. */
import type { Agent, Dispatcher } from 'undici';

export type Call = {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string | null;
  /** How long the call may take altogether. */
  withinMs: number;
  /** How much of the answer is read. */
  maxBytes: number;
};

export type Answered = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  /** Whether the whole answer was read: it was not too long, and it ended in time. */
  isWhole: boolean;
};

/**
 * Rejects if there is no answer. Once its status is known, a body that does not end is cut off. This takes undici's
 * events as they are, because a stream and an abort signal for each request would cost more than the request itself.
 */
export function callOnce(agent: Agent, { url, withinMs, maxBytes, body = null, ...call }: Call) {
  const { origin, pathname, search } = new URL(url);
  return new Promise<Answered>((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null;
    let answer: Pick<Answered, 'status' | 'headers'> | null = null;
    let hasEnded = false;
    const chunks: Buffer[] = [];
    let length = 0;

    /** Settles once. With an error, the request is also aborted if it is still under way. */
    function end(error: Error | null): void {
      if (hasEnded) return;
      hasEnded = true;
      clearTimeout(timer);
      if (answer) resolve({ ...answer, body: Buffer.concat(chunks), isWhole: error === null });
      else reject(error ?? new Error('The request ended without an answer.'));
      if (error) controller?.abort(error);
    }
    const timer = setTimeout(() => end(new DOMException('It takes too long.', 'TimeoutError')), withinMs);

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started;
        if (hasEnded) started.abort(new Error('The call has ended.'));
      },
      onResponseStart(_controller, status, headers) {
        if (status >= 200) answer = { status, headers };
      },
      onResponseData(_controller, chunk) {
        if (hasEnded) return;
        chunks.push(chunk.subarray(0, maxBytes - length));
        length += chunk.length;
        if (length > maxBytes) end(new Error('The answer is too long.'));
      },
      onResponseEnd: () => end(null),
      onResponseError: (_controller, error) => end(error),
    };
    agent.dispatch({ ...call, origin, path: pathname + search, body }, handler);
  });
}
