/** The routes of an app, as they are registered, and who registers them. */
import path from 'node:path';
import type { FastifyInstance, RouteOptions } from 'fastify';

export type ExistingRoute = {
  /** Such as `GET /v1/me`. */
  name: string;
  options: RouteOptions;
  /** The name of the option whose code registers it, or `core`. */
  owner: string;
  /** Whether it reads no data, and leads from the address of a form to its page, whatever the path names. */
  isFormAddress: boolean;
};

/** Collects routes while they are registered. HEAD follows GET. */
export function collectRoutes(app: FastifyInstance, routes: ExistingRoute[]): void {
  app.addHook('onRoute', (options) => {
    const isFormAddress = options.handler.name === 'leadToForm';
    for (const method of [options.method].flat())
      if (method !== 'HEAD')
        routes.push({ name: `${method} ${options.url}`, options, owner: findOwner(), isFormAddress });
  });
}

const OPTIONS = path.join(import.meta.dirname, '../../src/options/');

/** Plugins run one by one, so the option that registers a route is on the stack. */
function findOwner(): string {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 50;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  const [, after = 'core'] = stack.split(OPTIONS);
  return after.split('/')[0] ?? '';
}
