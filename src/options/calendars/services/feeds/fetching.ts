import { MAX_CALENDAR_FEED_BYTES } from '../../../../domain/limits.ts';
import { explainRequestError, type OutboundClient } from '../../../../services/outbound/client.ts';
import type { OutboundGuard } from '../../../../services/outbound/guard.ts';

/** Redirects included. */
const WITHIN_MS = 20_000;
const MAX_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const MAX_VALIDATOR_LENGTH = 500;

export type CalendarVersion = { etag: string | null; lastModified: string | null };

type Fetched =
  | { kind: 'failed'; problem: string }
  | { kind: 'unchanged' }
  | { kind: 'fetched'; body: Uint8Array; version: CalendarVersion };

export type FetchDependencies = { outboundClient: OutboundClient; outbound: OutboundGuard };

/** Addresses may write `webcal` for `https`. */
export const toHttpsUrl = (url: string): string => url.replace(/^webcals?:\/\//i, 'https://');

/**
 * Or learns that the calendar is unchanged since the version `known`. An address to which the server redirects
 * is checked like the feed's own.
 */
export async function fetchCalendar(
  { outboundClient, outbound }: FetchDependencies,
  url: string,
  known: CalendarVersion | null,
  within = WITHIN_MS,
): Promise<Fetched> {
  const endsAt = performance.now() + within;
  let next = url;
  try {
    for (let redirects = 0; ; redirects += 1) {
      const problem = await outbound.findProblem(next);
      if (problem !== null) return buildFailure(`The address ${problem}`);
      const withinMs = Math.max(1, Math.ceil(endsAt - performance.now()));
      const headers = buildHeaders(known);
      const answer = await outboundClient.send({
        method: 'GET',
        url: next,
        headers,
        withinMs,
        maxBytes: MAX_CALENDAR_FEED_BYTES,
      });
      const { location, etag, 'last-modified': lastModified } = answer.headers;
      if (REDIRECTS.has(answer.status)) {
        const target = typeof location === 'string' ? URL.parse(location, next) : null;
        if (!target) return buildFailure('The answer is a redirect to nowhere.');
        if (redirects === MAX_REDIRECTS)
          return buildFailure(`There are more than ${MAX_REDIRECTS} redirects.`);
        next = toHttpsUrl(target.href);
        continue;
      }
      if (answer.status === 304 && known) return { kind: 'unchanged' };
      if (answer.status !== 200) return buildFailure(`The server answered ${answer.status}.`);
      if (!answer.isWhole)
        return buildFailure(
          answer.body.length >= MAX_CALENDAR_FEED_BYTES
            ? `The calendar is larger than ${MAX_CALENDAR_FEED_BYTES / 1_000_000} MB.`
            : 'The answer was cut off.',
        );
      return {
        kind: 'fetched',
        body: answer.body,
        version: { etag: readVersionHeader(etag), lastModified: readVersionHeader(lastModified) },
      };
    }
  } catch (error) {
    return buildFailure(explainRequestError(error, within));
  }
}

const buildFailure = (problem: string): Fetched => ({ kind: 'failed', problem });

const buildHeaders = (known: CalendarVersion | null): Record<string, string> => ({
  accept: 'text/calendar, */*;q=0.5',
  'accept-encoding': 'identity',
  'user-agent': 'Innkeep',
  ...(known?.etag ? { 'if-none-match': known.etag } : {}),
  ...(known?.lastModified ? { 'if-modified-since': known.lastModified } : {}),
});

/** Null if it could not be sent back in a request as it is. */
const readVersionHeader = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && header.length <= MAX_VALIDATOR_LENGTH && /^[\x20-\x7e]+$/.test(header)
    ? header
    : null;
