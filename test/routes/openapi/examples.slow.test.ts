/** Requests that are made of nothing but the examples in the OpenAPI document, to a fresh demo. */
import type { HTTPMethods } from 'fastify';
import { expect, test } from 'vitest';
import { type HarbourTeam, harbourTeam } from '../../../examples/demo/harbour.ts';
import { importDemo } from '../../../src/options/team-file/demo.ts';
import { openTestApp, type TestApp } from '../../helpers/app.ts';
import type { Json } from '../../helpers/bookings.ts';
import { buildToken } from '../../helpers/factories.ts';
import { REGISTERS } from '../../registers/all.ts';
import { createChecker } from './schema-checker.ts';

/** The demo with the addresses of its pictures alone, because making them takes most of an import. */
function demoOf(today: string) {
  const team = harbourTeam(today);
  return {
    ...team,
    listings: team.listings.map(({ photos, ...listing }) => ({
      ...listing,
      photos: photos.map(({ file, ...photo }) => ({
        ...photo,
        original_url: `https://pics.example/${file}`,
      })),
    })),
  };
}

async function openDemo(today: string) {
  const world = await openTestApp();
  world.clock.set(`${today}T10:00:00Z`);
  await importDemo(world.services, demoOf(today) as unknown as HarbourTeam);
  const team = await world.services.account.findSite('harbour');
  const token = await buildToken(world, { teamId: team?.id ?? 0, name: 'Demo', role: 'owner' });
  return { world, token, document: (await world.get('/openapi.json')).json() as Json };
}

type Operation = { name: string; method: string; path: string; operation: Json; parameters: Json[] };

function listOperations(document: Json): Operation[] {
  const resolve = ({ $ref, ...value }: Json): Json =>
    $ref
      ? $ref
          .slice(2)
          .split('/')
          .reduce((found: Json, key: string) => found[key], document)
      : value;
  return Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      operation,
      parameters: (operation.parameters ?? []).map(resolve),
    })),
  );
}

const inPath = ({ parameters }: Operation) => parameters.filter((one) => one.in === 'path');
const inQuery = ({ parameters }: Operation) => parameters.filter((one) => one.in === 'query');

const WITHOUT_EXAMPLE = REGISTERS.flatMap(({ withoutExample = [] }) => withoutExample);

/** What is made on the spot has no example: nobody knows its id before. */
const isMadeUp = (operation: Operation) => inPath(operation).some(({ example }) => example === undefined);

const buildUrl = (operation: Operation, query: Json[]): string => {
  const filled = inPath(operation).reduce(
    (url, { name, example }) => url.replace(`{${name}}`, encodeURIComponent(example)),
    operation.path,
  );
  const pairs = query.map(
    ({ name, example }) => `${name}=${[example].flat().map(encodeURIComponent).join(',')}`,
  );
  return pairs.length > 0 ? `${filled}?${pairs.join('&')}` : filled;
};

function buildBody({ operation: { requestBody } }: Operation): { type?: string; payload?: string | Buffer } {
  const [type, media] = Object.entries<Json>(requestBody?.content ?? {})[0] ?? [];
  if (!type) return {};
  return type.startsWith('image/')
    ? { type, payload: Buffer.from(media?.example, 'base64') }
    : { type, payload: JSON.stringify(media?.example) };
}

async function send(
  { world, token }: { world: TestApp; token: string },
  operation: Operation,
  query: Json[] = [],
) {
  const { type, payload } = buildBody(operation);
  const { statusCode, body } = await world.app.inject({
    method: operation.method as HTTPMethods,
    url: buildUrl(operation, query),
    headers: { authorization: `Bearer ${token}`, ...(type ? { 'content-type': type } : {}) },
    ...(payload === undefined ? {} : { payload }),
  });
  return { statusCode, body };
}

/** Parameters that mean something only beside another one, with that one. */
const NEEDED_BESIDE: Record<string, string> = {
  children_ages: 'adults',
  radius_km: 'near',
  total_min: 'currency',
  total_max: 'currency',
  limit: 'changed_after',
};

/** A copy takes no filter, so its parameters are not sent together with all others. */
const OF_COPIES = ['changed_after', 'limit'];

/** Each optional parameter alone with what is required, then all of them. */
function listQueries(operation: Operation): Json[][] {
  const all = inQuery(operation);
  const required = all.filter((one) => one.required);
  const alone = all
    .filter((one) => !one.required)
    .map((one) => [...required, ...all.filter(({ name }) => name === NEEDED_BESIDE[one.name]), one]);
  const mayBeCopied = all.some(({ name }) => name === 'changed_after');
  const together = mayBeCopied ? all.filter(({ name }) => !OF_COPIES.includes(name)) : all;
  return [required, ...alone, together];
}

/** What the demo's booking owes is planned already, and its invoices add up: their examples are refused for that alone. */
const REFUSED_BY_STATE: Record<string, string> = {
  'POST /v1/blocks/{block}/booking': 'This block is not of a calendar feed',
  'PUT /v1/bookings/{booking}/payment-plan': 'The payments field must add up to what is owed',
  'POST /v1/bookings/{booking}/invoices': 'The invoices of the booking add up to its total already.',
};

/** A season, the turn of the year, and the days around which the examples' stay moves on by a year. */
const DAYS = ['2031-01-13', '2031-01-20', '2031-05-05', '2031-08-01', '2031-12-30'];

test.each(DAYS)('every read of the examples is answered by a demo of %s', async (today) => {
  const demo = await openDemo(today);
  try {
    const reads = listOperations(demo.document).filter(({ method }) => method === 'GET');
    const refused: string[] = [];
    for (const read of reads.filter((one) => !isMadeUp(one)))
      for (const query of listQueries(read)) {
        const { statusCode, body } = await send(demo, read, query);
        if (statusCode >= 300) refused.push(`${read.name} ${query.map(({ name }) => name)}: ${body}`);
      }
    expect(refused).toEqual([]);
    const isOfRegister = ({ path }: Operation) => WITHOUT_EXAMPLE.some((name) => path.includes(`{${name}}`));
    expect(reads.filter(isMadeUp).map(({ name }) => name)).toEqual(
      reads.filter(isOfRegister).map(({ name }) => name),
    );
  } finally {
    await demo.world.close();
  }
});

test.each(DAYS)(
  'every write of the examples is accepted by a demo of %s, one after the other',
  async (today) => {
    const demo = await openDemo(today);
    try {
      const writes = listOperations(demo.document).filter(({ method }) => method !== 'GET');
      const refused: string[] = [];
      for (const write of writes.filter((one) => !isMadeUp(one))) {
        const { statusCode, body } = await send(demo, write);
        const isByState = body.includes(REFUSED_BY_STATE[write.name] ?? '\0');
        if (statusCode >= 300 && !isByState) refused.push(`${write.name}: ${body}`);
      }
      expect(refused).toEqual([]);
    } finally {
      await demo.world.close();
    }
  },
);

test('every query parameter, body and answer has an example, and it fits its schema', async () => {
  const { world, document } = await openDemo('2031-05-05');
  await world.close();
  const problemsOf = createChecker(document);
  const problems: unknown[] = [];
  for (const operation of listOperations(document)) {
    const { name, operation: described } = operation;
    for (const parameter of inQuery(operation))
      if (parameter.example === undefined) problems.push([name, parameter.name]);
    for (const part of [described.requestBody, ...Object.values<Json>(described.responses)])
      for (const [type, media] of Object.entries<Json>(part?.content ?? {})) {
        if (media.example === undefined) problems.push([name, type]);
        else problems.push(...problemsOf(media.schema, media.example).map((one) => [name, type, one]));
      }
  }
  expect(problems).toEqual([]);
});
