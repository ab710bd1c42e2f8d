import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** The requests of one connection. */
type Line = { isBusy: boolean; waiting: [IncomingMessage, ServerResponse][] };

/** How long a request's headers, and the whole of it, may take to arrive. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
/** How often Node.js looks for requests past these deadlines. */
const DEADLINE_CHECK_MS = 1_000;
/** How long a connection may neither send nor take a byte. Longer than any answer takes: it ends callers who do not read. */
const IDLE_TIMEOUT_MS = 60_000;
/** How long a connection is kept for its next request: longer than load balancers keep theirs, so that none uses a closed one. */
const KEEP_ALIVE_MS = 72_000;
/** Each connection takes a descriptor, and the database needs some as well. */
const MAX_CONNECTIONS = 10_000;
/** How many requests may wait for an earlier one of their connection, over all connections: each takes a few KiB. */
const MAX_WAITING = 10_000;

/** Makes the HTTP server, whose connections may neither stall for ever nor bring more than is being answered. */
export function openServer(handler: Handler): Server {
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: DEADLINE_CHECK_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // A missing Host header is refused by our own hook, in our own words.
      requireHostHeader: false,
    },
    inTurn(handler),
  );
  server.setTimeout(IDLE_TIMEOUT_MS);
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}

/**
 * Answers the requests of one connection one after the other. Node.js hands over all that it finds in what has arrived,
 * some two thousand pipelined requests at once, and would answer them all while the caller reads nothing. Here the next
 * one begins when the answer before it has left, and nothing more is read while any waits.
 */
function inTurn(handler: Handler): Handler {
  const lines = new WeakMap<Socket, Line>();
  let waitingCount = 0;

  function lineOf(socket: Socket): Line {
    const known = lines.get(socket);
    if (known) return known;
    const line: Line = { isBusy: false, waiting: [] };
    lines.set(socket, line);
    // Reading a body resumes the socket, and so does Node.js once an answer has drained.
    socket.on('resume', () => {
      if (line.waiting.length > 0) socket.pause();
    });
    socket.once('close', () => {
      waitingCount -= line.waiting.length;
      line.waiting = [];
    });
    return line;
  }

  function begin(line: Line, request: IncomingMessage, response: ServerResponse): void {
    line.isBusy = true;
    response.once('close', () => {
      line.isBusy = false;
      const { socket } = request;
      // After an answer that ends the connection, or if the caller has left, nobody waits any more.
      const next = socket.writable ? line.waiting.shift() : undefined;
      if (!next) return;
      waitingCount -= 1;
      if (line.waiting.length === 0) socket.resume();
      begin(line, ...next);
    });
    handler(request, response);
  }

  return (request, response) => {
    const { socket } = request;
    const line = lineOf(socket);
    if (!line.isBusy) return begin(line, request, response);
    if (waitingCount >= MAX_WAITING) return void socket.destroy();
    waitingCount += 1;
    line.waiting.push([request, response]);
    socket.pause();
  };
}
