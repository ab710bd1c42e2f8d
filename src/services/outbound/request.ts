/** One HTTP request with limits on its time and on the size of the answer. */
import type { Agent, Dispatcher } from 'undici';

export type OutboundRequest = {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string | null;
  /** How long the HTTP request may take altogether. */
  withinMs: number;
  /** The maximum size of an answer's body, in bytes. The body of an answer that is longer is cut off. */
  maxBytes: number;
};

export type OutboundAnswer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  /** Whether the whole answer was read: it was not too long, and it ended in time. */
  isWhole: boolean;
};

/**
 * How many chunks an answer may have, because a server can send it byte by byte. The largest calendar can still
 * come in chunks of 50 bytes.
 */
const MAX_CHUNKS = 100_000;

/**
 * The promise rejects if the request gets no answer. If the status has arrived but the body does not end in
 * time, the body is cut off and the request still counts as answered. The request uses undici's events
 * directly, because a stream and an abort signal for each request would cost more than the request itself.
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

    /** Ends a request: resolves or rejects its promise once, and aborts the request after an error. */
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
        // A server may send any number of interim answers (status 1xx) before its answer, so they are counted
        // as chunks.
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
 * The bytes of an answer's body that have arrived, up to a maximum size. Chunks are copied into one buffer,
 * because each chunk that is kept takes some hundred bytes more.
 */
function createBody(maxBytes: number) {
  let held = Buffer.alloc(0);
  let length = 0;
  return {
    /** Returns whether the buffer has room for all of the chunk. */
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
