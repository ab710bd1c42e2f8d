import type { FastifyInstance } from 'fastify';

/** Requests to `/held/<team>/<nights>`, each of which holds so many nights of a team until all are released. */
export function createHeldRequests() {
  const waiting: (() => void)[] = [];
  return {
    extend(app: FastifyInstance): void {
      app.get<{ Params: { team: string; nights: string } }>('/held/:team/:nights', (request) => {
        const { team, nights } = request.params;
        request.ofTeam = Number(team);
        request.cost.hold(Number(nights));
        return new Promise((resolve) => {
          waiting.push(() => resolve({}));
        });
      });
    },
    count: () => waiting.length,
    release(): void {
      for (const end of waiting.splice(0)) end();
    },
  };
}
