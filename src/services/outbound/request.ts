/** Limits the time and the size of the answer. */
import type { Agent, Dispatcher } from 'undici';

export type OutboundRequest = {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string | null;
  /** Altogether. */
  withinMs: number;
  /** A longer body is cut off. */
  maxBytes: number;
};

export type OutboundAnswer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  /** Not too long, and in time. */
  isWhole: boolean;
};

/** A server can send its answer byte by byte. The largest calendar can still come in chunks of 50 bytes. */
const MAX_CHUNKS = 100_000;

/**
 * Rejects if there is no answer. If the status has arrived but the body does not end in time, the body is cut
 * off. undici's events are used directly, because a stream and an abort signal would cost more than the
 * request itself.
 */
export function sendRequest(
  agent: Agent,
  { url, withinMs, maxBytes, body: sent = null, ...request }: OutboundRequest,
) {
  const { origin, pathname, search } = new URL(url);
  return new Promise<OutboundAnswer>((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null;
    let answer: Pick<OutboundAnswer, 'status' | 'headers'> | null = null;
    let hasEnded = false;
    const body = createBody(maxBytes);
    let chunks = 0;

    /** Once, and aborts the request after an error. */
    function end(error: Error | null): void {
      if (hasEnded) return;
      hasEnded = true;
      clearTimeout(timer);
      if (answer) resolve({ ...answer, body: body.bytes(), isWhole: error === null });
      else reject(error ?? new Error('The request ended without an answer.'));
      if (error) controller?.abort(error);
    }
    const timer = setTimeout(() => end(new DOMException('It takes too long.', 'TimeoutError')), withinMs);

    function countChunk(): void {
      chunks += 1;
      if (chunks > MAX_CHUNKS) end(new Error('The answer comes in too many pieces.'));
    }

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started;
        if (hasEnded) started.abort(new Error('The request has ended.'));
      },
      onResponseStart(_controller, status, headers) {
        // A server may send any number of interim answers (status 1xx).
        if (status >= 200) answer = { status, headers };
        else countChunk();
      },
      onResponseData(_controller, chunk) {
        countChunk();
        if (!hasEnded && !body.add(chunk)) end(new Error('The answer is too long.'));
      },
      onResponseEnd: () => end(null),
      onResponseError: (_controller, error) => end(error),
    };
    agent.dispatch({ ...request, origin, path: pathname + search, body: sent }, handler);
  });
}

/**
 * Up to a maximum size. Chunks are copied into one buffer, because each that is kept takes some hundred bytes
 * more.
 */
function createBody(maxBytes: number) {
  let held = Buffer.alloc(0);
  let length = 0;
  return {
    /** Returns whether there was room for all of it. */
    add(chunk: Buffer): boolean {
      const more = Math.min(chunk.length, maxBytes - length);
      if (length + more > held.length) {
        const larger = Buffer.allocUnsafe(Math.min(maxBytes, Math.max(2 * held.length, length + more)));
        held.copy(larger, 0, 0, length);
        held = larger;
      }
      chunk.copy(held, length, 0, more);
      length += more;
      return more === chunk.length;
    },

    bytes: (): Buffer => held.subarray(0, length),
  };
}
