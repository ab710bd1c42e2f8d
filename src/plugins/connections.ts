import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

type HttpHandler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * How long a request's headers, and the whole request, may take to arrive. Bodies of requests have deadlines
 * of their own, which are shorter.
 */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 130_000;
/** How often Node.js looks for requests that are past their deadlines. */
const DEADLINE_CHECK_INTERVAL_MS = 1_000;
/**
 * The maximum time for which a connection may be without a byte in either direction: longer than any answer
 * takes.
 */
const IDLE_SOCKET_TIMEOUT_MS = 60_000;
/**
 * How long a connection is kept for its next request. Load balancers keep their connections for less than
 * this time.
 */
const KEEP_ALIVE_MS = 72_000;
/**
 * The maximum number of connections. A connection may send a body of 64 KiB before anything else limits it. A
 * proxy in front of the service holds the connections beyond the maximum.
 */
const MAX_CONNECTIONS = 2_000;

/** Creates the HTTP server. Connections of the created server cannot stall for ever. */
export function createHttpServer(handler: HttpHandler): Server {
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: DEADLINE_CHECK_INTERVAL_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Our own hook refuses a missing Host header, with our own message.
      requireHostHeader: false,
    },
    handler,
  );
  server.setTimeout(IDLE_SOCKET_TIMEOUT_MS);
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}
