import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { notReady } from '../plugins/errors.ts';
import type { HealthService } from '../services/health.ts';

const checksSchema = z.object({
  database: z.string(),
  migrations: z.string(),
});

/** For monitoring: whether the process is alive, and whether it can work. Needs no token and has no limit. */
export const healthRoutes: FastifyPluginCallbackZod<{ health: HealthService }> = (app, { health }, done) => {
  const config = { isProbe: true, limit: 'none: a probe that is refused would stop the server' } as const;
  app.get('/livez', { config, schema: { response: { 200: z.object({ status: z.string() }) } } }, () => ({
    status: 'alive',
  }));

  app.get(
    '/readyz',
    {
      config,
      schema: { response: { 200: z.object({ status: z.string(), checks: checksSchema }) } },
    },
    async (request) => {
      const checks = await health.readiness();
      const isReady = checks.database === 'ok' && checks.migrations === 'ok' && checks.writes !== 'failed';
      if (isReady) return { status: 'ready', checks };
      request.log.warn({ reqId: request.id, checks }, 'not ready');
      throw notReady(checks);
    },
  );
  done();
};
