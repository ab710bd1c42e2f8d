/** A team with a booking site, and a visitor who books there. */
import type { TestApp } from './app.ts';
import { type Answer, type Json, openInn } from './bookings.ts';
import { day } from './factories.ts';

type Options = Parameters<typeof openInn>[1];
type Headers = Record<string, string>;
type Visit = {
  body?: unknown;
  headers?: Headers;
  app?: TestApp['app'];
  /** The address of the visitor. */
  from?: string;
};
export type Site = Awaited<ReturnType<typeof openSite>>;

/** Another address for each request, so that only tests of it meet the limit of one address. */
let visitors = 0;
function nextAddress(): string {
  visitors += 1;
  return `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`;
}

/** An inn whose site takes requests unless `options` say otherwise. */
export async function openSite(world: TestApp, options: Options = {}) {
  const inn = await openInn(world, { ...options, team: { siteBookings: 'request', ...options?.team } });
  const { slug } = (await inn.read('/team')) as { slug: string };
  const at = `/v1/public/${slug}`;

  async function visit(
    method: 'GET' | 'POST',
    path: string,
    { body, headers = {}, app = world.app, from = nextAddress() }: Visit = {},
  ): Promise<Answer> {
    const answer = await app.inject({
      method,
      url: at + path,
      remoteAddress: from,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = answer.body;
    return { status: answer.statusCode, body: text && JSON.parse(text), headers: answer.headers, text };
  }

  /** Four nights for two at 100.00, unless overridden. Undefined leaves a field out. */
  const wish = (overrides: Record<string, unknown> = {}) => ({
    listing: inn.listing.slug,
    check_in: day(0),
    check_out: day(4),
    number_of_guests: 2,
    guest: { name: 'Bea Lind', email: 'bea@example.com' },
    expected_total: 40_000,
    ...overrides,
  });
  const request = (
    overrides?: Record<string, unknown>,
    headers?: Headers,
    app?: TestApp['app'],
    from?: string,
  ) =>
    visit('POST', '/bookings', {
      body: wish(overrides),
      ...(headers ? { headers } : {}),
      ...(app ? { app } : {}),
      ...(from === undefined ? {} : { from }),
    });
  /** Requests a booking, which must succeed. */
  async function requested(overrides?: Record<string, unknown>): Promise<Json> {
    const { status, body } = await request(overrides);
    if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
    return body.data;
  }
  const look = (code: string, key?: string) =>
    visit('GET', `/bookings/${code}`, { headers: key === undefined ? {} : { 'booking-key': key } });
  const withdraw = (code: string, key?: string, headers: Headers = {}, body?: unknown) =>
    visit('POST', `/bookings/${code}/cancel`, {
      headers: { ...headers, ...(key === undefined ? {} : { 'booking-key': key }) },
      body,
    });
  return { ...inn, slug, at, visit, wish, request, requested, look, withdraw };
}
