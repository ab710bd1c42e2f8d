import { isIP } from 'node:net';
import { Agent, buildConnector, errors } from 'undici';
import { ForbiddenAddress, type OutboundGuard } from './guard.ts';
import { type OutboundAnswer, type OutboundRequest, sendRequest } from './request.ts';

const CONNECT_MS = 10_000;

export type OutboundClient = ReturnType<typeof createOutboundClient>;

/**
 * For addresses that a team has entered, without following redirects. Every connection is checked: host names
 * by the look-up, IP addresses before the connection, and both by the address that the socket has reached.
 */
export function createOutboundClient(guard: OutboundGuard) {
  const connect = buildConnector({ lookup: guard.lookUp, timeout: CONNECT_MS });
  const agent = new Agent({
    pipelining: 1,
    connect(options, callback) {
      const { protocol, hostname, port } = options;
      const host = hostname.replace(/^\[|\]$/g, '');
      if (isIP(host) !== 0 && !guard.mayConnect(host, host)) return callback(new ForbiddenAddress(), null);
      const begin = () =>
        connect(options, (error, socket) => {
          if (error) return callback(error, null);
          if (guard.mayConnect(host, socket.remoteAddress ?? '')) return callback(null, socket);
          socket.destroy();
          return callback(new ForbiddenAddress(), null);
        });
      if (guard.isOrdinary({ protocol, port })) return begin();
      // The operator may have changed the permitted addresses since this one was saved.
      guard.findProblem(`${protocol}//${hostname}:${port}`).then(
        (problem) => (problem === null ? begin() : callback(new ForbiddenAddress(problem), null)),
        (error) => callback(error, null),
      );
    },
  });

  return {
    send: (request: OutboundRequest): Promise<OutboundAnswer> => sendRequest(agent, request),

    close: (): Promise<void> => agent.destroy(),
  };
}

const MESSAGES: Record<string, string> = {
  ENOTFOUND: 'The name does not resolve.',
  EAI_AGAIN: 'The name does not resolve.',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed.',
  EPIPE: 'The connection was closed.',
  UND_ERR_SOCKET: 'The connection was closed.',
  UND_ERR_CONNECT_TIMEOUT: 'The connection took too long.',
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is not trusted.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is not trusted.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate is not trusted.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another name.',
};

/** In one sentence that reveals nothing about this machine. */
export function explainRequestError(error: unknown, withinMs: number): string {
  if (error instanceof ForbiddenAddress) return error.message;
  if (error instanceof Error && error.name === 'TimeoutError')
    return `There was no answer within ${withinMs / 1_000} seconds.`;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof errors.HTTPParserError) return 'The answer is not HTTP.';
  return MESSAGES[code] ?? 'The connection failed.';
}
