/** The two teams of `bench/large-team`, each with a token, a member who is signed in, and what the requests name. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { addDays } from '../../src/domain/dates.ts';
import { hashOfSecret, newSecret } from '../../src/services/secret.ts';
import { firstFreeDay, idOf, listingsOf, type Size, sizeOfTeam, teamSlug, tokenOf } from '../dataset.ts';
import { listsOf } from '../lists.ts';
import type { Call, Json, Team } from './requests.ts';

/** A team whose requests can be sent. */
export type OpenTeam = Team & { send(call: Call): Promise<Json>; tidy(): Promise<void> };

export async function openTeam(
  app: FastifyInstance,
  admin: pg.Client,
  ofAll: Size,
  number: number,
): Promise<OpenTeam> {
  const size = sizeOfTeam(ofAll, number);
  const listings = listingsOf(number, size.scale);
  const token = { authorization: `Bearer ${tokenOf(number, 0)}` };
  const cookie = { cookie: await signIn(admin, number) };
  const send = async ({ method, path, body, headers = {} }: Call, tries = 20): Promise<Json> => {
    const answer = await app.inject({
      method,
      url: path,
      headers: { ...(path.startsWith('/app') ? cookie : token), ...headers },
      ...(body ? { payload: body } : {}),
    });
    // A busy machine may take too long to open a connection. Nothing was written then.
    if (answer.statusCode === 503 && tries > 0)
      return sleep(500).then(() => send({ method, path, ...(body ? { body } : {}), headers }, tries - 1));
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${answer.body}`);
    return answer.headers['content-type']?.includes('json') ? answer.json() : {};
  };
  const made = async (path: string, body: object) => (await send({ method: 'POST', path, body })).data;
  const site = `/v1/public/${teamSlug(number)}`;
  const places = listings.filter(({ units }) => units.length > 0);
  const unit = idOf('unit', number, 0);

  await send({ method: 'PUT', path: '/v1/team', body: { site_bookings: 'request' } });
  await made(`/v1/units/${unit}/calendar`, {});
  const feed = await made('/v1/calendar-feeds', {
    ...{ unit_id: unit, name: 'Bench', url: 'https://calendars.example/unit.ics', paused: true },
  });
  const webhook = await made('/v1/webhooks', { url: 'https://hooks.example/innkeep' });
  await send({ method: 'PUT', path: `/v1/webhooks/${webhook.id}`, body: { status: 'paused' } });
  const stayOfVisitor = { check_in: addDays(firstFreeDay(), 400), check_out: addDays(firstFreeDay(), 403) };
  const [place] = places;
  const wanted = new URLSearchParams({ ...stayOfVisitor, guests: '2' });
  const quote = await send({ method: 'GET', path: `/v1/availability/${place?.id}?${wanted}` });
  const { price } = quote.data;
  const visit = await made(`${site}/bookings`, {
    ...{ ...stayOfVisitor, number_of_guests: 2, listing: place?.slug, expected_total: price.grand_total },
    guest: { name: 'Bench', email: `visitor-${Date.now()}@bench.example` },
  });
  const headers = { 'booking-key': visit.key };
  return {
    ...{ number, size, slug: teamSlug(number), site, places, send },
    lists: listsOf(number, size.scale),
    made: { unit, feed: feed.id, webhook: webhook.id, code: visit.confirmation_code, headers },
    /** Removes what the run made and the database must not have in the next one. */
    async tidy(): Promise<void> {
      await send({
        method: 'POST',
        path: `${site}/bookings/${visit.confirmation_code}/cancel`,
        body: {},
        headers,
      });
      await send({ method: 'DELETE', path: `/v1/webhooks/${webhook.id}` });
      await send({ method: 'DELETE', path: `/v1/calendar-feeds/${feed.id}` });
      await send({ method: 'DELETE', path: `/v1/units/${unit}/calendar` });
    },
  };
}

/** A member of the team who has signed in, as the cookie of their browser. */
export async function signIn(admin: pg.Client, team: number): Promise<string> {
  const secret = newSecret();
  await admin.query(
    `with person as (
      insert into people (id, email, email_key, name, created_at, updated_at)
      values (gen_random_uuid(), $2, $2, 'Bench', now(), now()) returning id
    ), membership as (
      insert into memberships (team_id, person_id, created_at) select $3, id, now() from person
    )
    insert into sessions (id, secret_hash, person_id, created_at, last_seen_at)
    select gen_random_uuid(), $1, id, now(), now() from person`,
    [hashOfSecret(secret), `bench-${team}-${Date.now()}@example.com`, team],
  );
  return `innkeep-session=${secret}`;
}
