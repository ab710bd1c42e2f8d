import { readFileSync } from 'node:fs';
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { html } from 'ghtml';
import type { AccountService, Team } from '../../services/account.ts';
import type { ListingService } from '../../services/listings.ts';
import { ASKED_EVERY_TIME } from '../caching.ts';
import { answerFor } from '../errors.ts';
import { ASKED_FOR_EACH_USE, readStaticFiles, serveStaticFiles } from '../static-files.ts';

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

type Params = { teamSlug: string; listingSlug?: string };

/**
 * The example booking site, for every team: `/site/{team}` shows its places and `/site/{team}/{listing}` one of them.
 * The page itself asks the public endpoints; only its name and where it stands are filled in here. A team or listing
 * that is not shown gets the same page as a 404, which then says so in its own words.
 */
export const bookingSiteRoutes: FastifyPluginCallback<SiteServices> = (app, { account, listings }, done) => {
  const page = readPage();
  // An installation without the example has no page to serve.
  if (page === null) return done();
  serveStaticFiles(app, {
    prefix: FILES_PREFIX,
    files: readStaticFiles(FOLDER, /^[a-z-]+\.(?:js|css)$/),
    keeping: ASKED_FOR_EACH_USE,
  });

  const send = (reply: FastifyReply, status: number, team: Team | null) =>
    reply
      .code(status)
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': CONTENT_SECURITY_POLICY,
      })
      .send(fillIn(page, { ...(reply.request.params as Params), team }));
  const answer = async (request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) => {
    const { teamSlug, listingSlug } = request.params;
    const team = await account.findSite(teamSlug);
    request.ofTeam = team?.id ?? null;
    const isThere =
      team !== null && (!listingSlug || (await listings.findSiteListing(team.id, listingSlug)) !== null);
    return send(reply, isThere ? 200 : 404, team);
  };
  const options = {
    config: { keeping: ASKED_EVERY_TIME, limit: 'address' } as const,
    // The page asks for itself what could not be told here, and says in its own words where that fails as well.
    errorHandler: (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      const { status, headers = {} } = answerFor(error, request);
      send(reply.headers(headers), status, null);
    },
  };
  app.get<{ Params: Params }>('/site/:teamSlug', options, answer);
  app.get<{ Params: Params }>('/site/:teamSlug/:listingSlug', options, answer);
  // Relative addresses would lead elsewhere from here.
  app.get<{ Params: Params }>('/site/:teamSlug/', options, (request, reply) =>
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
function fillIn(page: string, { team, teamSlug, listingSlug }: Params & { team: Team | null }): string {
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
        () => html`<meta name="innkeep-${name}" content="${value}">`,
      ),
    page,
  );
  return withMeta.replaceAll(/(href|src)="booking-site\./g, `$1="${up}-/booking-site.`);
}
