/** Every operation checks requests in the order of the contract's section 3, and cannot be declared otherwise. */
import { sql } from 'drizzle-orm';
import fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Operation, resource } from '../../src/http/operation.ts';
import { OPERATIONS } from '../../src/http/operations/table.ts';
import { read } from '../../src/http/reading.ts';
import { registerOperations } from '../../src/http/registration.ts';
import { write } from '../../src/http/writing.ts';
import { idParameter } from '../../src/schemas/fields.ts';
import { openSharedApp } from '../support/app.ts';
import { openInn } from '../support/bookings.ts';
import {
  buildBlock,
  buildCoupon,
  buildDiscount,
  buildFee,
  buildTax,
  buildToken,
} from '../support/factories.ts';

const MIB = 1_048_576;
const takesMore = write({
  id: 'takesMore',
  tag: 'Account',
  summary: 'Take a large body',
  asks: 'team',
  route: 'POST /v1/large',
  bodyLimitMiB: 2,
  run: async () => ({ kind: 'done', value: null }),
  success: 204,
});

const world = await openSharedApp({
  extend: (app, services) =>
    app.register(async (team) => registerOperations(team, services, 'team', [takesMore]), { prefix: '/v1' }),
});
const [own, theirs] = [await openOwn(), await openOwn()];
const NOBODY = '01943600-0000-7000-8000-ffffffffffff';

/** A team that enforces scopes, with an entity of each kind that a path names. */
async function openOwn() {
  const inn = await openInn(world, {
    team: { enforceTokenScope: true },
    listing: { securityDepositCents: 1 },
  });
  const { teamId, token, listing } = inn;
  const { id: booking, guest_id: guest } = await inn.book();
  const { payments, invoices } = await inn.folio(booking);
  const { id: block } = await buildBlock(world, { teamId });
  const reader = await buildToken(world, { teamId, name: 'Reader', scope: 'read-only' });
  const code = `code-${teamId}`;
  for (const build of [buildFee, buildTax, buildDiscount, buildCoupon]) await build(world, { teamId, code });
  const { id: webhook } = await inn.data(inn.send('POST', '/webhooks', { url: 'https://1.1.1.1/' }), 201);
  const { id: feed } = await inn.data(
    inn.send('POST', '/calendar-feeds', {
      unit_id: inn.units[0]?.id,
      name: 'Airbnb',
      url: 'https://1.1.1.1/',
    }),
    201,
  );
  await inn.data(inn.send('POST', `/units/${inn.units[0]?.id}/calendar`), 201);
  const ids = {
    feed,
    listing: listing.id,
    unit: inn.units[0]?.id,
    code,
    webhook,
    delivery: await buildDelivery(teamId, webhook),
    booking,
    guest,
    payment: payments[0].id,
    invoice: invoices[0].id,
    block,
  };
  return { token, reader, ids: ids as Record<string, string> };
}

async function buildDelivery(teamId: number, webhook: string): Promise<string> {
  const [row] = await world.db.execute<{ id: string }>(
    sql`insert into webhook_deliveries
      (team_id, id, webhook_id, event_id, position, round, type, status, attempts, created_at)
      select team_id, id, ${webhook}, id, 1, 1, type, 'delivered', 1, created_at
      from team_events where team_id = ${teamId} limit 1 returning id`,
  );
  return row?.id ?? '';
}

type Asked = {
  ids?: Record<string, string>;
  query?: string;
  headers?: Record<string, string>;
  payload?: string;
};

async function ask({ method, path }: Operation, { ids = {}, query = '', headers = {}, payload }: Asked) {
  const url = path.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? NOBODY) + query;
  const body = payload === undefined ? {} : { payload };
  const answer = await world.app.inject({ method, url, headers, ...body });
  return [answer.statusCode, answer.json()];
}

const message = expect.any(String);
const inTeam = OPERATIONS.filter(({ asks }) => asks === 'team');

describe.each(inTeam)('$id', (operation) => {
  const isWrite = operation.effect === 'write';
  const { resource: named } = operation;
  const authorization = `Bearer ${own.token}`;
  const wrong = {
    query: '?x.y=1',
    headers: { 'content-type': 'text/plain', 'idempotency-key': 'two words' },
    payload: '[',
  };
  const tooMuch = `"${'x'.repeat((operation.bodyLimitMiB ?? 1) * MIB)}"`;
  const json = { ...wrong.headers, 'content-type': 'application/json', authorization };

  test('the first thing that is wrong is answered', async () => {
    const asks = (headers: Record<string, string>, more: Asked = {}) =>
      ask(operation, { ...wrong, headers, ...more });
    expect((await asks(wrong.headers))[0]).toBe(401);
    const asReader = { ...wrong.headers, authorization: `Bearer ${own.reader}` };
    expect((await asks(asReader))[0]).toBe(isWrite || operation.isForWriters ? 403 : named ? 404 : 422);
    if (isWrite) {
      expect(await asks({ ...wrong.headers, authorization })).toEqual([415, { message }]);
      expect(await asks(json, { payload: '[' })).toEqual([400, { message }]);
      expect(await asks(json, { payload: tooMuch })).toEqual([413, { message }]);
    }
    if (named === null) return;
    const unknown = [404, { message: `There is no such ${named.name}.` }];
    for (const ids of [{}, theirs.ids, { ...own.ids, [Object.keys(named.params.shape).at(-1) ?? '']: 'x' }])
      expect(await asks(json, { payload: '[]', ids })).toEqual(unknown);
  });

  test('then all problems of the request are reported at once', async () => {
    const [status, told] = await ask(operation, { ...wrong, headers: json, payload: '[]', ids: own.ids });
    const fields = ['x.y', ...(isWrite && !operation.isPreview ? ['idempotency_key'] : [])];
    expect([status, Object.keys(told.errors)]).toEqual([422, expect.arrayContaining(fields)]);
    expect(told.errors['x.y']).toEqual(['The x y field is not a known parameter.']);
  });
});

describe.each(inTeam.filter(({ effect }) => effect === 'write'))('$id', (operation) => {
  test.each(['[]', 'null', '1', '"a"'])(
    'the body %s is no object, and refused like every other',
    async (payload) => {
      const headers = { authorization: `Bearer ${own.token}`, 'content-type': 'application/json' };
      expect(await ask(operation, { headers, payload, ids: own.ids })).toEqual([
        422,
        { message: 'The body must be an object.', errors: {} },
      ]);
    },
  );
});

describe('a declaration', () => {
  const said = {
    ...({ id: 'probe', tag: 'Account', summary: 'Say nothing', asks: 'team' } as const),
    success: z.object({}),
    answer: () => ({}),
  };
  const params = { booking: idParameter('The booking’s id.') };
  const booking = resource({ name: 'booking', params, find: async () => true });
  const none = { ...said, route: 'GET /v1/x/:booking' } as const;
  const less = { ...said, route: 'GET /v1/x/:booking/:payment', resource: booking } as const;
  const more = { ...said, route: 'GET /v1/x', resource: booking } as const;
  const registering = (operation: Operation) =>
    fastify().register(async (team) => registerOperations(team, world.services, 'team', [operation]), {
      prefix: '/v1',
    });

  test.each([
    // @ts-expect-error Its path names a booking, and nothing looks it up.
    ['without a look-up', read(none)],
    // @ts-expect-error Its path names a payment too.
    ['with a look-up of less than its path names', read(less)],
    // @ts-expect-error Its path names nothing.
    ['with a look-up of more', read(more)],
    ['outside of its scope', read({ ...said, route: 'GET /v2/x' })],
  ])('%s is not registered', async (_why, operation) => {
    await expect(registering(operation).ready()).rejects.toThrow('probe');
  });

  test('may take larger bodies than others', async () => {
    const authorization = `Bearer ${own.token}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const body = (bytes: number) => `{"x":"${'x'.repeat(bytes - 8)}"}`;
    const asks = (bytes: number) =>
      world.app.inject({ method: 'POST', url: '/v1/large', headers, payload: body(bytes) });
    expect((await asks(2 * MIB)).statusCode).toBe(204);
    expect((await asks(2 * MIB + 1)).json()).toEqual({ message: 'The body is larger than 2 MiB.' });
  });
});
