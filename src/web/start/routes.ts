import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  buildStaticFile,
  FILE_ROUTE,
  REVALIDATED_FILE,
  type StaticFile,
  sendStaticFile,
} from '../../plugins/static-files.ts';
import type { Services } from '../../services/services.ts';
import { findOnlySite } from '../../services/team/begin.ts';
import { PAGE_HEADERS } from '../headers.ts';
import { findSitesPath } from '../views/navigation.ts';
import { findRoot } from '../visit.ts';
import { startPage } from './page.ts';

/** As browsers send it. Programs accept JSON or anything. */
const WANTS_HTML = /\btext\/html\b(?!\s*;\s*q=0(?:\.0+)?\s*(?:,|$))/i;

type StartOptions = {
  services: Services;
  /** Null if no demo is loaded. */
  demoTeam: string | null;
};

/**
 * With the demo, browsers get a page with links to everything, which needs no database. Without it, they are
 * redirected to the booking site, if there is one and only one team takes bookings, and otherwise to the team's pages. Programs
 * get the 404 of an unknown path.
 */
export async function startRoute(app: FastifyInstance, { services, demoTeam }: StartOptions) {
  const root = findRoot(app);
  if (demoTeam !== null) return serveDemoPage(app, { root, demoTeam });
  app.get('/', { config: { limit: 'address' } }, async (request, reply) => {
    reply.vary('Accept');
    if (!prefersPage(request)) return reply.callNotFound();
    const sites = findSitesPath(app, root);
    const slug = sites === null ? null : await findOnlySite(services);
    reply.header('cache-control', 'no-cache');
    return reply.redirect(slug === null ? root : `${sites}/${slug}`, 302);
  });
}

function serveDemoPage(app: FastifyInstance, { root, demoTeam }: { root: string; demoTeam: string }) {
  let file: StaticFile | null = null;
  app.get('/', FILE_ROUTE, (request, reply) => {
    reply.vary('Accept');
    if (!prefersPage(request)) return reply.callNotFound();
    const sites = findSitesPath(app, root);
    const files = { root, assets: app.assets };
    file ??= buildStaticFile('start.html', Buffer.from(String(startPage({ files, sites, demoTeam }))));
    return sendStaticFile(reply.headers(PAGE_HEADERS), file, REVALIDATED_FILE);
  });
}

const prefersPage = ({ headers }: FastifyRequest): boolean => WANTS_HTML.test(headers.accept ?? '');
