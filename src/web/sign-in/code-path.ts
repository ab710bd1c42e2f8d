import type { FastifyRequest } from 'fastify';

/** The page for the code of a second factor. `next` is the path to which the session then leads. */
export function codePath({ visit: { root } }: FastifyRequest, next: string): string {
  return `${root}/sign-in/code?next=${encodeURIComponent(next.slice(root.length))}`;
}
