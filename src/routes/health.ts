import type { FastifyPluginCallback } from 'fastify';
import { identifyRequest } from '../plugins/request-log.ts';
import { SHUTTING_DOWN_MESSAGE } from '../plugins/shutdown.ts';
import type { HealthService, Readiness } from '../services/health.ts';
import type { WriteRefusal } from '../services/writing/write-refusals.ts';

const WRITES_FAIL_MESSAGES = {
  disk_full: 'Writes fail: the disk of the database is full.',
  read_only: 'Writes fail: the database is read-only.',
} satisfies Record<WriteRefusal, string>;

/** For monitoring, without token and rate limit. */
export const healthRoutes: FastifyPluginCallback<{ health: HealthService }> = (app, { health }, done) => {
  const config = { isProbe: true, limit: 'none: a probe that is refused would stop the server' } as const;
  app.get('/livez', { config }, () => ({ status: 'alive' }));

  app.get('/readyz', { config }, async (request, reply) => {
    const readiness = await health.readiness();
    const problem = health.isDraining() ? SHUTTING_DOWN_MESSAGE : findHealthProblem(readiness);
    const checks = { ...readiness, ...(readiness.writes ? { writes: 'failed' } : {}) };
    if (problem === null) return { status: 'ready', checks };
    request.log.warn({ ...identifyRequest(request), checks }, 'not ready');
    return reply.code(503).header('retry-after', '1').send({ message: problem, checks });
  });
  done();
};

function findHealthProblem({ database, migrations, writes }: Readiness): string | null {
  if (database !== 'ok') return 'The database does not answer.';
  if (migrations !== 'ok') return 'It is unknown whether the database has the migrations of this version.';
  return writes ? WRITES_FAIL_MESSAGES[writes] : null;
}
