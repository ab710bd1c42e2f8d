import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type HttpHandler = (request: IncomingMessage, response: ServerResponse) => void;

type ConnectionQueue = { isBusy: boolean; waiting: [IncomingMessage, ServerResponse][] };

/** How long a request's headers, and the whole request, may take to arrive. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
/** How often Node.js looks for requests past these deadlines. */
const DEADLINE_CHECK_INTERVAL_MS = 1_000;
/** The maximum time without a byte in either direction: longer than any answer takes. */
const IDLE_SOCKET_TIMEOUT_MS = 60_000;
/** How long a connection is kept for its next request. Load balancers keep theirs for less. */
const KEEP_ALIVE_MS = 72_000;
/** Each connection takes a file descriptor, and the database needs some as well. */
const MAX_CONNECTIONS = 10_000;
/** How many requests, over all connections, may wait for an earlier one on their connection. Each takes a few KiB. */
const MAX_WAITING_REQUESTS = 10_000;

/** Creates the HTTP server. Its connections can neither stall for ever nor send more than is being answered. */
export function createHttpServer(handler: HttpHandler): Server {
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: DEADLINE_CHECK_INTERVAL_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Our own hook refuses a missing Host header, in our own words.
      requireHostHeader: false,
    },
    queuePipelinedRequests(handler),
  );
  server.setTimeout(IDLE_SOCKET_TIMEOUT_MS);
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}

/**
 * Answers the requests of one connection one after the other. Node.js parses all that has arrived, some two thousand
 * pipelined requests at once, and would answer them all while the client reads nothing. Here each request begins after
 * the previous answer has been sent, and nothing more is read while any request waits.
 */
function queuePipelinedRequests(handler: HttpHandler): HttpHandler {
  const queueBySocket = new WeakMap<Socket, ConnectionQueue>();
  let waitingCount = 0;

  function findOrCreateQueue(socket: Socket): ConnectionQueue {
    const known = queueBySocket.get(socket);
    if (known) return known;
    const queue: ConnectionQueue = { isBusy: false, waiting: [] };
    queueBySocket.set(socket, queue);
    // Reading a body resumes the socket, and so does Node.js after an answer has drained.
    socket.on('resume', () => {
      if (queue.waiting.length > 0) socket.pause();
    });
    socket.once('close', () => {
      waitingCount -= queue.waiting.length;
      queue.waiting = [];
    });
    return queue;
  }

  function beginRequest(queue: ConnectionQueue, request: IncomingMessage, response: ServerResponse): void {
    queue.isBusy = true;
    response.once('close', () => {
      queue.isBusy = false;
      const { socket } = request;
      // After an answer that ends the connection, or if the client has left, no request waits any more.
      const next = socket.writable ? queue.waiting.shift() : undefined;
      if (!next) return;
      waitingCount -= 1;
      if (queue.waiting.length === 0) socket.resume();
      beginRequest(queue, ...next);
    });
    handler(request, response);
  }

  return (request, response) => {
    const { socket } = request;
    const queue = findOrCreateQueue(socket);
    if (!queue.isBusy) return beginRequest(queue, request, response);
    if (waitingCount >= MAX_WAITING_REQUESTS) return void socket.destroy();
    waitingCount += 1;
    queue.waiting.push([request, response]);
    socket.pause();
  };
}
