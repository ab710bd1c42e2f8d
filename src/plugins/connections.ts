import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

type HttpHandler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * How long the headers of a request may take to arrive, and how long the whole request. The body of a request
 * has a shorter time limit of its own, set by its route.
 */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 130_000;
/** How often Node.js checks whether requests have exceeded their time limits. */
const DEADLINE_CHECK_INTERVAL_MS = 1_000;
/** How long a connection may stay without a byte in either direction: longer than any answer takes. */
const IDLE_SOCKET_TIMEOUT_MS = 60_000;
/**
 * How long an idle connection stays open for the client's next request. Load balancers must close idle
 * connections earlier, so that they never send a request on a connection that is being closed.
 */
const KEEP_ALIVE_MS = 72_000;
/**
 * The maximum number of open connections. Each connection may hold a request body of 64 KiB in memory before
 * another limit applies. Further connections wait in the proxy in front of the service.
 */
const MAX_CONNECTIONS = 2_000;

/**
 * Creates the HTTP server. No connection of the server can stall for ever, because every phase of a request
 * has a time limit.
 */
export function createHttpServer(handler: HttpHandler): Server {
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: DEADLINE_CHECK_INTERVAL_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Node.js does not check the Host header, because a hook refuses a missing one with our own message.
      requireHostHeader: false,
    },
    handler,
  );
  server.setTimeout(IDLE_SOCKET_TIMEOUT_MS);
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}
