import type { FastifyRequest } from 'fastify';

/** How the caller reached the service. A trusted proxy's word counts only if it is one of the two. */
export const protocolOf = ({ protocol }: FastifyRequest): 'http' | 'https' =>
  /^https$/i.test(protocol) ? 'https' : 'http';
