import type { FastifyRequest } from 'fastify';

/** How the caller reached the service. The word of a trusted proxy counts only if it is one of the two. */
export const protocolOf = ({ protocol }: FastifyRequest): 'http' | 'https' =>
  /^https$/i.test(protocol) ? 'https' : 'http';
