import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { toErrorAnswer } from '../../plugins/errors.ts';
import { REVALIDATED_ANSWER } from '../../plugins/etag.ts';
import { publicBaseUrl } from '../../plugins/paging.ts';
import {
  CACHE_FOR_EVER,
  FILE_ROUTE,
  readStaticFiles,
  type StaticFiles,
  sendStaticFile,
} from '../../plugins/static-files.ts';
import { findStayOptions, type StayOptions } from '../../services/availability/stay-options.ts';
import { findSiteListing, listSiteListings } from '../../services/listings.ts';
import type { Services } from '../../services/services.ts';
import { readTeam } from '../../services/team/settings.ts';
import { createTeamScope, type TeamScope } from '../../services/team-scope.ts';
import type { Team } from '../../services/tokens/authenticate.ts';
import { buildScriptBundle } from '../script-bundle.ts';
import type { Html } from '../views/html.ts';
import { buildListingPreview, buildListPreview, fillInPage, type LinkPreview } from './page.ts';
import { buildPlainList, buildPlainPlace } from './without-script.ts';

const FOLDER = new URL('../../../examples/booking-site/', import.meta.url);
const SCRIPT = 'booking-site.js';
const VERSION_LENGTH = 16;

/**
 * The booking page runs its own script and style and calls only this service. A listing's photos may come
 * from anywhere on the web.
 */
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

type Params = { teamSlug: string; listingSlug?: string };
/** The preview of the page, and its content without JavaScript. */
type Shown = { preview: LinkPreview; plain: Html };
/** The subject of the booking page. `shown` is null if the team or the listing is not shown on the site. */
type Subject = { team: Team | null; shown: Shown | null; options: StayOptions | null };

/** The places of the first page of a site, and of the list that the script asks for. */
const FIRST_PLACES = { page: 1, perPage: 20 };

/**
 * The example booking site, for every team: `/site/{team}` shows its places and `/site/{team}/{listing}` one
 * of them. The booking page itself calls the public endpoints. The server fills in the booking page's name,
 * its addresses and the preview for shared links. A team or listing that is not shown gets the same page as a
 * 404, which explains that in its own words.
 */
export const bookingSiteRoutes: FastifyPluginCallback<Services> = (app, services, done) => {
  const page = readIndexHtml();
  // An installation without the example has no booking page to serve.
  if (page === null) return done();
  const files = new Map([
    ...readStaticFiles(FOLDER, /^[a-z-]+\.(?:css|svg)$/),
    [SCRIPT, buildScriptBundle(readStaticFiles(FOLDER, /^[a-z-]+\.js$/), SCRIPT)],
  ]);
  // The booking page's style refers to the drawing by its plain name, so the folder's name identifies all
  // contents. No team has the slug "-", because it is not a DNS label.
  const filesFolder = computeFilesVersion(files);
  app.get<{ Params: { version: string; file: string } }>(
    '/site/-/:version/:file',
    FILE_ROUTE,
    (request, reply) => {
      const file = request.params.version === filesFolder ? files.get(request.params.file) : undefined;
      return file ? sendStaticFile(reply, file, CACHE_FOR_EVER) : reply.callNotFound();
    },
  );

  const send = (reply: FastifyReply, status: number, { team, shown, options }: Subject) => {
    const { teamSlug, listingSlug } = reply.request.params as Params;
    return reply
      .code(status)
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': CONTENT_SECURITY_POLICY,
      })
      .send(
        fillInPage(page, {
          teamName: team?.name ?? null,
          teamSlug,
          listingSlug,
          preview: shown?.preview ?? null,
          plain: shown?.plain ?? null,
          options,
          sendsLinks: services.mail.isSending,
          filesFolder,
        }),
      );
  };
  const findShown = async (
    scope: TeamScope,
    { listingSlug, baseUrl }: { listingSlug: string | undefined; baseUrl: string },
  ): Promise<Shown | null> => {
    const host = await readTeam(scope);
    if (!listingSlug) {
      const places = await listSiteListings(scope, FIRST_PLACES);
      return {
        preview: buildListPreview(host.name, places, baseUrl),
        plain: buildPlainList(host, places),
      };
    }
    const listing = await findSiteListing(scope, listingSlug);
    return (
      listing && {
        preview: buildListingPreview(host.name, listing, baseUrl),
        plain: buildPlainPlace(host, listing),
      }
    );
  };
  const answer = async (request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) => {
    const { teamSlug, listingSlug } = request.params;
    const team = await services.account.findSite(teamSlug);
    request.ofTeam = team?.id ?? null;
    const scope = team && createTeamScope(services, { team, actor: { type: 'site', name: null } });
    const shown = scope && (await findShown(scope, { listingSlug, baseUrl: publicBaseUrl(request) }));
    const options =
      scope && shown && listingSlug ? await findStayOptions(scope, { slug: listingSlug }) : null;
    return send(reply, shown ? 200 : 404, { team, shown, options });
  };
  const options = {
    config: { keeping: REVALIDATED_ANSWER, limit: 'address' } as const,
    // If the server cannot fill the page, the page calls the API itself, and explains in its own words if
    // that fails too.
    errorHandler: (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      const { status, headers = {} } = toErrorAnswer(error, request);
      send(reply.headers(headers), status, { team: null, shown: null, options: null });
    },
  };
  app.get<{ Params: Params }>('/site/:teamSlug', options, answer);
  app.get<{ Params: Params }>('/site/:teamSlug/:listingSlug', options, answer);
  // An address with a slash at its end redirects to the one without, from which the page's relative addresses are
  // right.
  app.get<{ Params: Params }>('/site/:teamSlug/', options, (request, reply) =>
    reply.redirect(`../${encodeURIComponent(request.params.teamSlug)}`, 308),
  );
  done();
};

function computeFilesVersion(files: StaticFiles): string {
  const hash = createHash('sha256');
  for (const { hash: content } of files.values()) hash.update(content);
  return hash.digest('hex').slice(0, VERSION_LENGTH);
}

/** The booking page's HTML, or null if the file does not exist. */
function readIndexHtml(): string | null {
  try {
    return readFileSync(new URL('index.html', FOLDER), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
