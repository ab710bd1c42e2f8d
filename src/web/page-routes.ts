/** What each page of a team needs (docs/rules.md, 27.2), by its path below the team's, such as `/bookings/:booking`. */
import { findObstacle, type RouteNeeds } from '../plugins/permissions.ts';
import type { Access } from '../services/access/access.ts';

type PageRoute = { method: string; parts: readonly string[]; needs: RouteNeeds };

declare module 'fastify' {
  interface FastifyInstance {
    teamPageRoutes: PageRoutes;
  }
}

type PageRoutes = ReturnType<typeof createPageRoutes>;

const toParts = (path: string): string[] => path.split('/');
const isParameter = (part: string): boolean => part.startsWith(':');

export function createPageRoutes() {
  const routes: PageRoute[] = [];

  function findRoute(method: string, path: string): PageRoute | undefined {
    const sent = toParts(path);
    const fits = routes.filter(
      (route) =>
        route.method === method &&
        route.parts.length === sent.length &&
        route.parts.every((part, index) => isParameter(part) || part === sent[index]),
    );
    // As in routing, a fixed part comes before a parameter.
    const rank = ({ parts }: PageRoute) => parts.map((part) => (isParameter(part) ? '1' : '0')).join('');
    return fits.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))[0];
  }

  return {
    add(method: string, path: string, needs: RouteNeeds): void {
      routes.push({ method, parts: toParts(path), needs });
    },
    /** Nothing if the path is no page of a team. */
    findNeeds: (method: string, path: string): RouteNeeds => findRoute(method, path)?.needs ?? {},
  };
}

export const mayOpen = (
  routes: PageRoutes,
  access: Pick<Access, 'permissions' | 'listings'>,
  path: string,
  method = 'GET',
): boolean => findObstacle(routes.findNeeds(method, path), access) === null;
