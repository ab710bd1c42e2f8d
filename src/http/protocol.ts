import type { FastifyRequest } from 'fastify';

/** How the caller reached the service. What a trusted proxy says counts only where it is one of the two. */
export const protocolOf = ({ protocol }: FastifyRequest): 'http' | 'https' =>
  /^https$/i.test(protocol) ? 'https' : 'http';
