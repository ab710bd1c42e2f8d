/** A client of a server process: one connection that is kept, and the outcome of each request. */
import { Agent, type IncomingHttpHeaders, request as send } from 'node:http';
import { text as textOf } from 'node:stream/consumers';

export type Request = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Including `/v1`. */
  path: string;
  token?: string | undefined;
  /** The idempotency key. */
  key?: string | undefined;
  body?: object | undefined;
  /** The key with which a guest opens a booking of the booking site. */
  bookingKey?: string | undefined;
};

export type Heard = {
  /** `unreachable` if nobody accepted the connection, `unanswered` if the outcome is unknown. */
  status: number | 'unreachable' | 'unanswered';
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: parsed JSON
  body: any;
  ms: number;
};

export type Caller = { ask(request: Request): Promise<Heard>; close(): void };

/** Much longer than any deadline of the service. A request that takes longer counts as waiting for ever. */
const PATIENCE_MS = 60_000;

/** Talks to the process that listens on the port at that time, from an address of this machine. */
export function callerOf(port: number | (() => number), localAddress = '127.0.0.1'): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress });
  const ask = (request: Request): Promise<Heard> => {
    const startedAt = performance.now();
    const heard = (status: Heard['status'], headers: IncomingHttpHeaders = {}, text = ''): Heard => ({
      status,
      headers,
      ms: performance.now() - startedAt,
      body: text === '' ? null : JSON.parse(text),
    });
    return new Promise((resolve, reject) => {
      const { method, path, body } = request;
      const text = body === undefined ? undefined : JSON.stringify(body);
      const headers = {
        ...(request.token === undefined ? {} : { authorization: `Bearer ${request.token}` }),
        ...(request.key === undefined ? {} : { 'idempotency-key': request.key }),
        ...(request.bookingKey === undefined ? {} : { 'booking-key': request.bookingKey }),
        ...(text === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      };
      const to = { host: '127.0.0.1', port: typeof port === 'number' ? port : port(), agent };
      const asking = send({ ...to, method, path, headers, timeout: PATIENCE_MS }, (answer) => {
        textOf(answer).then(
          (said) => resolve(heard(answer.statusCode ?? 0, answer.headers, said)),
          () => resolve(heard('unanswered')),
        );
      });
      asking.on('timeout', () => reject(new Error(`${method} ${path} was not answered for a minute.`)));
      asking.on('error', (error: NodeJS.ErrnoException) =>
        resolve(heard(error.code === 'ECONNREFUSED' ? 'unreachable' : 'unanswered')),
      );
      asking.end(text);
    });
  };
  return { ask, close: () => agent.destroy() };
}
