import type { FastifyRequest } from 'fastify';
import { languages } from '../domain/languages/languages.ts';
import { DEFAULT_PER_PAGE, type PageOfRows, type PageRequest } from '../domain/page.ts';
import { readProtocol } from './security.ts';

const FALLBACK_BASE_URL = 'http://localhost';
const HOST_PATTERN = /^([a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(:[0-9]{1,5})?$/i;

declare module 'fastify' {
  interface FastifyInstance {
    /** As configured, without a slash at the end. If null, the address is taken from each request. */
    publicUrl: string | null;
  }
}

/** `present` also gets the service's address, to build links. */
export async function paginate<Row, Item>(
  request: FastifyRequest,
  present: (row: Row, baseUrl: string) => Item,
  find: (page: PageRequest) => Promise<PageOfRows<Row>>,
) {
  const page = toPageRequest(request.query as Parameters<typeof toPageRequest>[0]);
  return presentPage(request, page, await find(page), present);
}

/** Lists that can be copied have no defaults in their schemas (`buildCopyQuery`). */
export const toPageRequest = ({
  page = 1,
  per_page: perPage = DEFAULT_PER_PAGE,
}: {
  page?: number | undefined;
  per_page?: number | undefined;
}): PageRequest => ({ page, perPage });

/**
 * Links are absolute and keep the request's other parameters. A page after the last one is empty, and its
 * `prev` leads to the last page.
 */
export function presentPage<Row, Item>(
  request: FastifyRequest,
  { page, perPage }: PageRequest,
  { rows, total }: PageOfRows<Row>,
  present: (row: Row, baseUrl: string) => Item,
) {
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const { path, buildPageUrl } = createPageLinks(request);
  const prev = page > 1 ? buildPageUrl(Math.min(page - 1, lastPage)) : null;
  const next = page < lastPage ? buildPageUrl(page + 1) : null;
  const offset = (page - 1) * perPage;
  const labels = languages[findLabelLanguage(request)].pages;
  const baseUrl = publicBaseUrl(request);
  return {
    data: rows.map((row) => present(row, baseUrl)),
    links: { first: buildPageUrl(1), prev, next, last: buildPageUrl(lastPage) },
    meta: {
      current_page: page,
      from: rows.length > 0 ? offset + 1 : null,
      last_page: lastPage,
      links: [
        { url: prev, label: labels.previous, active: false },
        ...listPagesToLink(Math.min(page, lastPage), lastPage).map((shown) =>
          shown === null
            ? { url: null, label: '...', active: false }
            : { url: buildPageUrl(shown), label: String(shown), active: shown === page },
        ),
        { url: next, label: labels.next, active: false },
      ],
      path,
      per_page: perPage,
      to: rows.length > 0 ? offset + rows.length : null,
      total,
    },
  };
}

/** With a token they are in English. */
const findLabelLanguage = ({ languageChoice }: Partial<FastifyRequest>) => languageChoice?.language ?? 'en';

function createPageLinks(request: FastifyRequest) {
  // A proxy may send the whole URL as the request's target.
  const target = new URL(request.url.replace(/^[a-z]+:\/\/[^/?#]*/i, ''), FALLBACK_BASE_URL);
  const path = publicBaseUrl(request) + target.pathname;
  const buildPageUrl = (page: number): string => {
    const query = new URLSearchParams(target.search);
    query.set('page', String(page));
    return `${path}?${query}`;
  };
  return { path, buildPageUrl };
}

/** May itself contain a path. The Host header is checked, because it may be anything, or missing. */
export function publicBaseUrl(request: FastifyRequest): string {
  return request.server.publicUrl ?? readOrigin(request);
}

const readOrigin = (request: FastifyRequest): string =>
  (HOST_PATTERN.test(request.host) && URL.parse(`${readProtocol(request)}://${request.host}`)?.origin) ||
  FALLBACK_BASE_URL;

/** The configured address, and that of the request. */
export const listOwnBaseUrls = (request: FastifyRequest): string[] => [
  ...new Set([publicBaseUrl(request), readOrigin(request)]),
];

/** The first, the last and those around the current one. Null for a gap. */
function listPagesToLink(current: number, last: number): (number | null)[] {
  const around = [-2, -1, 0, 1, 2].map((distance) => current + distance);
  const candidates = new Set([1, 2, ...around, last - 1, last]);
  const pages = [...candidates].filter((page) => page >= 1 && page <= last).sort((a, b) => a - b);
  return pages.flatMap((page, index) => {
    const skipped = page - (pages[index - 1] ?? 0) - 1;
    if (skipped === 0) return [page];
    return [skipped === 1 ? page - 1 : null, page];
  });
}
