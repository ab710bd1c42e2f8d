import type { IncomingMessage } from 'node:http';
import { newId } from '../services/new-id.ts';

/** The caller's id for its request if it is a plain word, else a new one (contract, section 3). */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : newRequestId();
}

export const newRequestId = (): string => newId();
