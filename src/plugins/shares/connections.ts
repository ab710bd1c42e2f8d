import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { Overloaded } from '../../services/errors.ts';
import type { Shares } from '../../services/sharing/shares.ts';
import { groupAddress, readClientAddress } from '../rate-limit.ts';

type HttpHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** The route sets a shorter time limit for the body. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 130_000;
const DEADLINE_CHECK_INTERVAL_MS = 1_000;
/** Without a byte in either direction: longer than any answer takes. */
const IDLE_SOCKET_TIMEOUT_MS = 60_000;
/**
 * Load balancers must close idle connections earlier, so that they never send a request on a connection that
 * is being closed.
 */
const KEEP_ALIVE_MS = 72_000;

type IsProxy = (address: string) => boolean;

/** The proxies are those that `TRUST_PROXY` names. */
export function findProxies(trustProxy: boolean | string): IsProxy {
  if (typeof trustProxy === 'boolean') return () => trustProxy;
  const isTrusted = proxyAddr.compile(trustProxy.split(',').map((part) => part.trim()));
  return (address) => isTrusted(address, 0);
}

/**
 * No connection can stall for ever, because every phase of a request has a time limit. A connection beyond
 * its address's share is closed. A proxy has no share: its connections belong to many callers.
 */
export function createHttpServer(handler: HttpHandler, connections: Shares, isProxy: IsProxy): Server {
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: DEADLINE_CHECK_INTERVAL_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // A hook refuses a missing Host header with our own message.
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

/** By the address for which a proxy forwards a request, because each keeps a connection. */
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
 * A proxy seems to be in front of the service and is not named: all of its visitors then share the limits of
 * one address.
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
