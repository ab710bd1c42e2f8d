import type { FastifyInstance } from 'fastify';
import { buildStaticFile, FILE_ROUTE, REVALIDATED_FILE, sendStaticFile } from '../../plugins/static-files.ts';
import { PAGE_HEADERS } from '../headers.ts';
import { findRoot } from '../visit.ts';
import { startPage } from './page.ts';

/** Browsers accept text/html by name. Programs ask for JSON or for anything. */
const WANTS_HTML = /\btext\/html\b(?!\s*;\s*q=0(?:\.0+)?\s*(?:,|$))/i;

/**
 * `/` in a browser is a page with links to everything. All other callers get the 404 of an unknown path. The page needs
 * no database. `demoTeam` is the slug of the demo's team, or null without a demo.
 */
export async function startRoute(app: FastifyInstance, { demoTeam }: { demoTeam: string | null }) {
  const page = buildStaticFile('start.html', Buffer.from(String(startPage(findRoot(app), demoTeam))));
  app.get('/', FILE_ROUTE, (request, reply) => {
    if (!WANTS_HTML.test(request.headers.accept ?? '')) return reply.callNotFound();
    reply.vary('Accept');
    return sendStaticFile(reply.headers(PAGE_HEADERS), page, REVALIDATED_FILE);
  });
}
