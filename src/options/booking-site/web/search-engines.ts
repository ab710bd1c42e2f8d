import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { toInstantText } from '../../../domain/formats.ts';
import type { LanguageCode } from '../../../domain/languages/languages.ts';
import { REVALIDATED_ANSWER } from '../../../plugins/etag.ts';
import { publicBaseUrl } from '../../../plugins/paging.ts';
import { FULL_ACCESS } from '../../../services/access/access.ts';
import { listSitePlaces } from '../../../services/listings.ts';
import type { Services } from '../../../services/services.ts';
import { findOnlySite } from '../../../services/team/begin.ts';
import { createTeamScope } from '../../../services/team-scope.ts';
import { escapeHtml } from '../../../web/views/html.ts';
import { listAlternates } from './page-language.ts';

const OPTIONS = { config: { keeping: REVALIDATED_ANSWER, limit: 'address' } } as const;

/** The script of a site reads the public API, which search engines that run it must reach. */
const buildRobots = (baseUrl: string): string => `User-agent: *
Disallow: /app
Disallow: /docs
Disallow: /v1/
Allow: /v1/public/

Sitemap: ${baseUrl}/sitemap.xml
`;

type Page = { address: string; updatedAt: Date | null };

function buildSitemap(pages: readonly Page[], languages: readonly LanguageCode[]): string {
  const urls = pages.map(({ updatedAt, ...page }) => {
    const address = escapeHtml(page.address);
    const alternates = listAlternates(languages, address).map(
      (one) => `<xhtml:link rel="alternate" hreflang="${one.language}" href="${one.address}"/>`,
    );
    const changed = updatedAt === null ? '' : `<lastmod>${toInstantText(updatedAt)}</lastmod>`;
    return `<url><loc>${address}</loc>${changed}${alternates.join('')}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
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
    const site = `${publicBaseUrl(request)}/site/${team.slug}`;
    const places = (await listSitePlaces(scope)).map(({ slug, updatedAt }) => ({
      address: `${site}/${slug}`,
      updatedAt,
    }));
    return buildSitemap([{ address: site, updatedAt: null }, ...places], team.languages);
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
