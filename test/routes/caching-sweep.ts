/** Whether answers may be kept, over the routes of the whole service. */
import { expect } from 'vitest';
import { openSharedApp } from '../helpers/app.ts';
import { buildCoupon, buildDiscount, buildFee, buildTax } from '../helpers/factories.ts';
import { buildMember } from '../helpers/pages.ts';
import { seed } from '../helpers/random.ts';
import { openSite as openBookedSite, type Site } from '../helpers/site.ts';
import { KEPT_AS, REGISTERS } from '../registers/all.ts';

const keptAs = (url: string) => KEPT_AS[`GET ${url}`] ?? 'no-store';

/** The query parameters that a route needs for a success. */
const QUERIES: Record<string, string> = {
  months: '?from=2031-05&to=2031-06',
  availability: '?check_in=2031-06-01&check_out=2031-06-04',
  ':listing': '?check_in=2031-06-01&check_out=2031-06-04',
  calendar: '?start_date=2031-06-01&end_date=2031-06-10',
  calendars: '?start_date=2031-06-01&end_date=2031-06-10',
  search: '?check_in=2031-06-01&check_out=2031-06-04',
  occupancies: '?from=2031-06-01&to=2031-06-04',
  days: '?start_date=2031-06-01&end_date=2031-06-10',
};

type Route = { method: 'GET' | 'HEAD' | 'PUT'; url: string };
type IsTaken = (route: Route, index: number) => boolean;
const isRead = ({ method }: Route) => method === 'GET' || method === 'HEAD';

export async function openCachingSweep() {
  /** Resources with a tag, among them those that nobody may keep, whose version a write may require. */
  const TAGGED: string[] = [];
  const routes: Route[] = [];

  const world = await openSharedApp({
    extend: (app) => {
      app.addHook('onRoute', ({ method, url, config }) => {
        if (config?.etag && [method].flat().includes('GET')) TAGGED.push(url);
        for (const one of [method].flat()) routes.push({ method: one as 'PUT', url });
      });
    },
  });
  await world.app.ready();

  /** An address at which a route of `inn` answers with a success. */
  async function addressesOf(inn: Site) {
    const { data: account } = (await inn.send('GET', '/me')).body;
    const booking = await inn.book();
    const folio = await inn.folio(booking.id);
    const { body: blocked } = await inn.send('POST', '/blocks', {
      listing_id: inn.listing.id,
      start_date: '2032-01-01',
      end_date: '2032-01-02',
    });
    // Before there are charges, so that the agreed total is right.
    const made = await inn.requested({ check_in: '2033-01-01', check_out: '2033-01-05' });
    const code = 'any';
    for (const build of [buildFee, buildTax, buildDiscount, buildCoupon])
      await build(world, { teamId: inn.teamId, code });
    // A guest sees documents that are issued.
    const [requested] = await inn.read(`/bookings?confirmation_code=${made.confirmation_code}`);
    await inn.data(inn.confirm(requested.id));
    const [{ id: document }] = (await inn.folio(requested.id)).invoices;
    const path = `/bookings/${requested.id}/invoices/${document}`;
    await inn.data(inn.send('PUT', path, { status: 'issued' }));
    await buildMember(world, { teamId: inn.teamId });
    // Only a role lets a token read members.
    const [member] = (await inn.send('GET', '/members')).body.data ?? [];
    const values: Record<string, string> = {
      member: member?.id ?? 'none',
      confirmation_code: made.confirmation_code,
      code,
      teamSlug: account.team.slug,
      listingSlug: inn.listing.slug,
      listing: inn.listing.id,
      unit: inn.units[0]?.id ?? '',
      booking: booking.id,
      guest: booking.guest_id,
      payment: folio.payments[0].id,
      invoice: folio.invoices[0].id,
      block: blocked.data[0].id,
      document,
    };
    for (const { makeThings } of REGISTERS) Object.assign(values, await makeThings?.(world, inn));
    const files: Record<string, string> = {};
    for (const { findFiles } of REGISTERS) Object.assign(files, await findFiles?.(world, inn));
    const addressOf = (url: string) => {
      const query = /\/:(unit|feed)\/calendar$/.test(url) ? '' : (QUERIES[url.split('/').at(-1) ?? ''] ?? '');
      const path = (files[`GET ${url}`] ?? url)
        .replace(/^\/docs\/static\/(\*|:file)$/, '/docs/static/swagger-ui.css')
        .replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? 'none');
      return path + (url.endsWith(':listing') && !url.includes('availability') ? '' : query);
    };
    return { addressOf, bookingKey: made.key as string };
  }

  /** Answers to a token must not be cached, and public answers only as they declare. */
  async function sweepReads(isTaken: IsTaken = () => true) {
    const inn = await openBookedSite(world, { role: 'owner' });
    const terms = { name: 'Free', tiers: [{ days_before: 0, refund_percent: 100 }] };
    await inn.data(inn.send('PUT', '/team', { site_cancellation: 'by_terms', cancellation_policy: terms }));
    const { addressOf, bookingKey } = await addressesOf(inn);
    const reads = routes.filter(isRead);
    expect(reads.length).toBeGreaterThan(40);
    for (const { method, url } of reads.filter(isTaken)) {
      const answer = await world.app.inject({
        method,
        url: addressOf(url),
        headers: {
          authorization: `Bearer ${inn.token}`,
          accept: 'text/html',
          'booking-key': bookingKey,
        },
      });
      const { 'cache-control': caching, etag } = answer.headers;
      const expected = keptAs(url);
      // The team's pages require a sign-in. test/web covers them.
      const isFine = answer.statusCode < 400 || url.startsWith('/app');
      expect([method, url, isFine, caching]).toEqual([method, url, true, expected]);
      // A tag on an answer that must not be kept is for the `If-Match` of a write.
      const isRedirect = answer.statusCode >= 300;
      const isTagged = (expected !== 'no-store' && !isRedirect) || TAGGED.includes(url);
      expect([url, etag !== undefined]).toEqual([url, isTagged]);
    }
  }

  /** Answers to writes, and refusals, must not be cached. */
  async function sweepRefusals(isTaken: IsTaken = () => true) {
    const inn = await openBookedSite(world, { role: 'owner' });
    const { addressOf } = await addressesOf(inn);
    /** What anybody may read, which refuses nobody. */
    const open = new Set<string>();
    for (const route of routes.filter(isTaken)) {
      const { method, url } = route;
      for (const headers of [{}, { authorization: `Bearer ${inn.token}`, 'if-none-match': '*' }]) {
        if (isRead(route) && open.has(url)) break;
        // For resources that do not exist, and for callers without access.
        const address = isRead(route) ? url.replaceAll(/:\w+/g, 'none') : addressOf(url);
        const answer = await world.app.inject({ method, url: address, headers });
        if (isRead(route) && answer.statusCode < 400) {
          if (!('authorization' in headers)) open.add(url);
          continue;
        }
        const { 'cache-control': caching, etag } = answer.headers;
        expect([method, url, caching, etag]).toEqual([method, url, 'no-store', undefined]);
        expect(answer.statusCode).not.toBe(304);
      }
    }
  }

  return { world, sweepReads, sweepRefusals };
}

/** A third of the routes, which the seed draws. */
export const isOfPart: IsTaken = (_route, index) => (seed + index) % 3 === 0;
