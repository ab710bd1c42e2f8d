import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { toInstantText } from '../../../domain/formats.ts';
import { REVALIDATED_ANSWER } from '../../../plugins/etag.ts';
import { publicBaseUrl } from '../../../plugins/paging.ts';
import { FULL_ACCESS } from '../../../services/access/access.ts';
import { listSitePlaces } from '../../../services/listings.ts';
import type { Services } from '../../../services/services.ts';
import { findOnlySite } from '../../../services/team/begin.ts';
import { createTeamScope } from '../../../services/team-scope.ts';
import { escapeHtml } from '../../../web/views/html.ts';

const OPTIONS = { config: { keeping: REVALIDATED_ANSWER, limit: 'address' } } as const;

/** The script of a site reads the public API, which search engines that run it must reach. */
const buildRobots = (baseUrl: string): string => `User-agent: *
Disallow: /app
Disallow: /docs
Disallow: /v1/
Allow: /v1/public/

Sitemap: ${baseUrl}/sitemap.xml
`;

type Place = { slug: string; updatedAt: Date };

function buildSitemap(site: string, places: readonly Place[]): string {
  const urls = [
    `<url><loc>${escapeHtml(site)}</loc></url>`,
    ...places.map(
      ({ slug, updatedAt }) =>
        `<url><loc>${escapeHtml(`${site}/${slug}`)}</loc><lastmod>${toInstantText(updatedAt)}</lastmod></url>`,
    ),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
}

/**
 * What search engines ask for (docs/rules.md, 15.17). A site has a map of its own. That of the whole service is the one of
 * the only team that takes bookings: with several, nobody learns from it who else is here.
 */
export const searchEngineRoutes: FastifyPluginCallback<Services> = (app, services, done) => {
  /** Null for a team that takes no bookings. */
  async function findSitemap(request: FastifyRequest, slug: string): Promise<string | null> {
    const team = await services.account.findSite(slug);
    if (!team || team.siteBookings === 'off') return null;
    request.ofTeam = team.id;
    const scope = createTeamScope(services, {
      team,
      actor: { type: 'site', name: null },
      access: FULL_ACCESS,
    });
    return buildSitemap(`${publicBaseUrl(request)}/site/${team.slug}`, await listSitePlaces(scope));
  }

  async function answer(reply: FastifyReply, slug: string | null) {
    const sitemap = slug === null ? null : await findSitemap(reply.request, slug);
    return sitemap === null
      ? reply.callNotFound()
      : reply.type('application/xml; charset=utf-8').send(sitemap);
  }

  app.get('/robots.txt', OPTIONS, (request, reply) =>
    reply.type('text/plain; charset=utf-8').send(buildRobots(publicBaseUrl(request))),
  );
  app.get('/sitemap.xml', OPTIONS, async (_request, reply) => answer(reply, await findOnlySite(services)));
  app.get<{ Params: { teamSlug: string } }>('/site/:teamSlug/sitemap.xml', OPTIONS, (request, reply) =>
    answer(reply, request.params.teamSlug),
  );
  done();
};
