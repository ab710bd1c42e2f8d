import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { toErrorAnswer } from '../../../plugins/errors.ts';
import { REVALIDATED_ANSWER } from '../../../plugins/etag.ts';
import { publicBaseUrl } from '../../../plugins/paging.ts';
import {
  CACHE_FOR_EVER,
  FILE_ROUTE,
  readStaticFiles,
  type StaticFiles,
  sendStaticFile,
} from '../../../plugins/static-files.ts';
import { FULL_ACCESS } from '../../../services/access/access.ts';
import { findStayOptions, type StayOptions } from '../../../services/availability/stay-options.ts';
import { findSiteListing, listSiteListings } from '../../../services/listings.ts';
import type { Services } from '../../../services/services.ts';
import { readTeam } from '../../../services/team/settings.ts';
import { createTeamScope, type TeamScope } from '../../../services/team-scope.ts';
import type { Team } from '../../../services/tokens/authenticate.ts';
import type { Html } from '../../../web/views/html.ts';
import { type Host, presentHost } from './host.ts';
import { buildListingPreview, buildListPreview, fillInPage, type LinkPreview } from './page.ts';
import { choosePageLanguage, type PageLanguage } from './page-language.ts';
import { findPriceFrom } from './price-from.ts';
import { createSiteScripts } from './scripts.ts';
import { presentSitePlace, readSitePlace } from './site-place.ts';
import { describePlace, describeTeam, type StructuredData } from './structured-data.ts';
import { buildPlainList, buildPlainNotFound, buildPlainPlace, buildPlainTicket } from './without-script.ts';

const FOLDER = new URL('../../../../examples/booking-site/', import.meta.url);
const VERSION_LENGTH = 16;

/**
 * Only the site's own script and style run, and call only this service. Pictures may come from anywhere,
 * because a listing's photos may.
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

/** A guest's own page: the site's page with a code. */
const NOT_FOR_SEARCH_ENGINES = { 'x-robots-tag': 'noindex' };
const isAboutBooking = ({ query }: FastifyRequest): boolean => Object.hasOwn(query as object, 'booking');

/** `plain` is what the page shows without JavaScript. */
type Shown = { preview: LinkPreview; plain: Html; host: Host; data: StructuredData | null };
/** `shown` is null if the booking site does not show the team or the listing. */
type Subject = {
  team: Team | null;
  shown: Shown | null;
  options: StayOptions | null;
  language: PageLanguage;
};

/** The site's script asks the API for the same page. */
const FIRST_PLACES = { page: 1, perPage: 20 };

/**
 * `/site/{team}` shows the team's places and `/site/{team}/{listing}` one of them. The site's script loads
 * everything else from the public API. If the site does not show a team or listing, the status is 404, and
 * the page explains that in its own words.
 */
export const bookingSiteRoutes: FastifyPluginCallback<Services> = (app, services, done) => {
  const page = readIndexHtml();
  // An installation may leave out the example booking site.
  if (page === null) return done();
  const files = readStaticFiles(FOLDER, /^[a-z-]+\.(?:css|svg)$/);
  const scripts = createSiteScripts(readStaticFiles(FOLDER, /^[a-z-]+\.js$/));
  // A hash of all files, because the style sheet refers to the drawing by a name without a hash. In place of
  // a team's slug the path has "-", which no team can have: it is not a DNS label.
  const filesFolder = computeFilesVersion(files, scripts.hashes);
  app.get<{ Params: { version: string; file: string } }>(
    '/site/-/:version/:file',
    FILE_ROUTE,
    (request, reply) => {
      const { version, file: name } = request.params;
      const file = version === filesFolder ? (files.get(name) ?? scripts.find(name)) : undefined;
      return file ? sendStaticFile(reply, file, CACHE_FOR_EVER) : reply.callNotFound();
    },
  );

  const send = (reply: FastifyReply, status: number, { team, shown, options, language }: Subject) => {
    const { teamSlug, listingSlug } = reply.request.params as Params;
    const isOwnPage = isAboutBooking(reply.request);
    const listAddress = team && `../${encodeURIComponent(teamSlug)}`;
    if (language.isNegotiated) reply.vary('Accept-Language');
    return reply
      .code(status)
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': CONTENT_SECURITY_POLICY,
        'content-language': language.code,
        ...(isOwnPage ? NOT_FOR_SEARCH_ENGINES : {}),
      })
      .send(
        fillInPage(page, {
          teamName: team?.name ?? null,
          teamSlug,
          listingSlug,
          preview: shown?.preview ?? null,
          plain: shown?.plain ?? (status === 404 ? buildPlainNotFound(listAddress, language) : null),
          options,
          siteSentence: shown?.host.siteSentence ?? null,
          look: shown?.host ?? null,
          data: shown?.data ?? null,
          sendsLinks: services.personMailer !== null,
          filesFolder,
          language,
          address: isOwnPage ? null : buildPageAddress(reply.request, listingSlug),
        }),
      );
  };
  const findShown = async (
    scope: TeamScope,
    {
      listingSlug,
      language,
      baseUrl,
      isOwnPage,
    }: { listingSlug: string | undefined; language: PageLanguage; baseUrl: string; isOwnPage: boolean },
  ): Promise<Shown | null> => {
    const host = presentHost(await readTeam(scope), language.choice);
    if (!listingSlug) {
      const { rows, total } = await listSiteListings(scope, FIRST_PLACES);
      const places = { rows: rows.map((row) => presentSitePlace(row, language.choice)), total };
      return {
        preview: buildListPreview(host, places, { language, baseUrl }),
        plain: isOwnPage
          ? buildPlainTicket(host, language)
          : buildPlainList(host, places, { language, baseUrl }),
        host,
        data: isOwnPage ? null : describeTeam(host, baseUrl),
      };
    }
    const listing = await findSiteListing(scope, listingSlug);
    if (!listing) return null;
    const place = await readSitePlace(scope, listing, language.choice);
    return {
      preview: buildListingPreview(host.name, place, baseUrl),
      plain: buildPlainPlace(host, place, {
        language,
        baseUrl,
        priceFrom: await findPriceFrom(scope, listing, language.locale),
      }),
      host,
      data: describePlace(host, place, baseUrl),
    };
  };
  const answer = async (request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) => {
    const { teamSlug, listingSlug } = request.params;
    const team = await services.account.findSite(teamSlug);
    request.ofTeam = team?.id ?? null;
    const scope =
      team && createTeamScope(services, { team, actor: { type: 'site', name: null }, access: FULL_ACCESS });
    const baseUrl = publicBaseUrl(request);
    const isOwnPage = isAboutBooking(request);
    const language = choosePageLanguage(request, team?.languages);
    const shown = scope && (await findShown(scope, { listingSlug, language, baseUrl, isOwnPage }));
    const options =
      scope && shown && listingSlug ? await findStayOptions(scope, { slug: listingSlug }) : null;
    return send(reply, shown ? 200 : 404, { team, shown, options, language });
  };
  const options = {
    config: { keeping: REVALIDATED_ANSWER, limit: 'address' } as const,
    // If the server cannot fill in the page, its script calls the API, and explains if that fails, too.
    errorHandler: (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      const { status, headers = {} } = toErrorAnswer(error, request);
      const language = choosePageLanguage(request, undefined);
      send(reply.headers(headers), status, { team: null, shown: null, options: null, language });
    },
  };
  app.get<{ Params: Params }>('/site/:teamSlug', options, answer);
  app.get<{ Params: Params }>('/site/:teamSlug/:listingSlug', options, answer);
  // The page's relative addresses only work without a slash at the end.
  app.get<{ Params: Params }>('/site/:teamSlug/', options, ({ params, url }, reply) => {
    const [, query] = url.split(/(?=\?)/);
    return reply.redirect(`../${encodeURIComponent(params.teamSlug)}${query ?? ''}`, 308);
  });
  done();
};

const buildPageAddress = (request: FastifyRequest, listingSlug: string | undefined): string => {
  const { teamSlug } = request.params as Params;
  const path = [teamSlug, ...(listingSlug ? [listingSlug] : [])].map(encodeURIComponent).join('/');
  return `${publicBaseUrl(request)}/site/${path}`;
};

function computeFilesVersion(files: StaticFiles, scripts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const { hash: content } of files.values()) hash.update(content);
  for (const content of scripts) hash.update(content);
  return hash.digest('hex').slice(0, VERSION_LENGTH);
}

/** Null if the installation does not have it. */
function readIndexHtml(): string | null {
  try {
    return readFileSync(new URL('index.html', FOLDER), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
