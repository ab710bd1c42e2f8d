import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { AccountService, Team } from '../../services/account.ts';
import type { ListingService } from '../../services/listings.ts';
import { ASKED_EVERY_TIME } from '../caching.ts';
import { UNDOCUMENTED } from '../reference/operation.ts';

const FOLDER = new URL('../../../examples/booking-site/', import.meta.url);
/** No team has this slug: it is no DNS label. */
const FILES_PREFIX = '/site/-/';

/** The page runs its own script and style and speaks to this service alone; a listing's photos may be anywhere. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src http: https: data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

type SiteServices = { account: AccountService; listings: ListingService };

const params = z.object({ teamSlug: z.string(), listingSlug: z.string().optional() });

/**
 * The example booking site, for every team: `/site/{team}` shows its places and `/site/{team}/{listing}` one of them.
 * The page itself asks the public endpoints; only its name and where it stands are filled in here. A team or listing
 * that is not shown gets the same page as a 404, which then says so in its own words.
 */
export const bookingSiteRoutes: FastifyPluginCallbackZod<SiteServices> = (
  app,
  { account, listings },
  done,
) => {
  const page = readPage();
  // An installation without the example has no page to serve.
  if (page === null) return done();
  app.register(fastifyStatic, {
    root: fileURLToPath(FOLDER),
    prefix: FILES_PREFIX,
    index: false,
    decorateReply: false,
    allowedPath: (path) => /^\/[a-z-]+\.(?:js|css)$/.test(path),
    cacheControl: false,
    setHeaders: (response) => {
      response.headers({ 'cache-control': 'no-cache' });
    },
  });

  const answer = async (request: FastifyRequest<{ Params: z.infer<typeof params> }>, reply: FastifyReply) => {
    const { teamSlug, listingSlug } = request.params;
    const team = await account.findSite(teamSlug);
    request.ofTeam = team?.id ?? null;
    const isThere =
      team !== null && (!listingSlug || (await listings.findSiteListing(team.id, listingSlug)) !== null);
    return reply
      .code(isThere ? 200 : 404)
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': CONTENT_SECURITY_POLICY,
      })
      .send(fillIn(page, { team, teamSlug, listingSlug }));
  };
  const options = {
    config: ASKED_EVERY_TIME,
    onRequest: (request: FastifyRequest, reply: FastifyReply) => app.limits.ofAddress(request, reply),
    schema: { ...UNDOCUMENTED, params },
  };
  app.get('/site/:teamSlug', options, answer);
  app.get('/site/:teamSlug/:listingSlug', options, answer);
  // Relative addresses would lead elsewhere from here.
  app.get('/site/:teamSlug/', options, (request, reply) =>
    reply.redirect(`../${encodeURIComponent(request.params.teamSlug)}`, 308),
  );
  done();
};

/** Null where there is none. */
function readPage(): string | null {
  try {
    return readFileSync(new URL('index.html', FOLDER), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** All addresses are relative, so that the page works behind a proxy that serves it under a path of its own. */
function fillIn(
  page: string,
  { team, teamSlug, listingSlug }: { team: Team | null; teamSlug: string; listingSlug: string | undefined },
): string {
  const up = listingSlug ? '../' : '';
  const slug = encodeURIComponent(teamSlug);
  const values: Record<string, string> = {
    api: `${up}..`,
    team: teamSlug,
    name: team?.name ?? '',
    base: `${up}${slug}`,
  };
  const withMeta = Object.entries(values).reduce(
    (text, [name, value]) =>
      text.replace(
        `<meta name="innkeep-${name}" content="">`,
        () => `<meta name="innkeep-${name}" content="${escapeAttribute(value)}">`,
      ),
    page,
  );
  return withMeta.replaceAll(/(href|src)="booking-site\./g, `$1="${up}-/booking-site.`);
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
const escapeAttribute = (text: string) => text.replaceAll(/[&"<>]/g, (sign) => ESCAPES[sign] ?? sign);
