import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { Overloaded } from '../../services/errors.ts';
import type { Shares } from '../../services/sharing/shares.ts';
import { groupAddress, readClientAddress } from '../rate-limit.ts';

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

type IsProxy = (address: string) => boolean;

/** Makes the function that says whether an address is one of the proxies that `TRUST_PROXY` names. */
export function findProxies(trustProxy: boolean | string): IsProxy {
  if (typeof trustProxy === 'boolean') return () => trustProxy;
  const isTrusted = proxyAddr.compile(trustProxy.split(',').map((part) => part.trim()));
  return (address) => isTrusted(address, 0);
}

/**
 * Creates the HTTP server. No connection of the server can stall for ever, because every phase of a request
 * has a time limit. A connection beyond its address's share is closed. A proxy has no share: its connections
 * belong to many callers.
 */
export function createHttpServer(handler: HttpHandler, connections: Shares, isProxy: IsProxy): Server {
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
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const leave = connections.take({ team: null, caller: isProxy(address) ? null : groupAddress(address) });
    if (leave) socket.once('close', leave);
    else socket.destroy();
  });
  return server;
}

type ForwardedOptions = { requests: Shares; isProxy: IsProxy; trustProxy: boolean | string };

/**
 * Counts the requests under way that proxies forward, by the address for which they forward them, because each
 * keeps a connection.
 */
export const forwardedRequests = fp<ForwardedOptions>(async (app, { requests, isProxy, trustProxy }) => {
  if (trustProxy === false) return warnOfUnnamedProxy(app);
  app.addHook('onRequest', (request, reply, done) => {
    if (!isProxy(request.raw.socket.remoteAddress ?? '')) return done();
    const leave = requests.take({ team: null, caller: readClientAddress(request) });
    if (!leave) return done(new Overloaded('Too many requests of one address are under way.'));
    reply.raw.once('close', leave);
    done();
  });
});

/**
 * Says once in the log that a proxy seems to be in front of the service and is not named, because all of its
 * visitors then share the limits of one address.
 */
function warnOfUnnamedProxy(app: FastifyInstance): void {
  let isSaid = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isSaid && request.headers['x-forwarded-for'] !== undefined) {
      isSaid = true;
      request.log.warn(
        'A request has X-Forwarded-For, but TRUST_PROXY is not set: all visitors behind a proxy share the limits of one address',
      );
    }
    done();
  });
}
