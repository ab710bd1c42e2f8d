import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { openSharedApp } from '../../support/app.ts';
import type { Json } from '../../support/bookings.ts';
import { ANSWERS, OPERATIONS, WORDS } from './contract-table.ts';
import { createChecker } from './schemas.ts';

/** Routes that the reference leaves out: pages, pictures and the reference itself. */
const UNDOCUMENTED = [
  '/',
  '/calendars/:calendar.ics',
  '/demo/photos/:file',
  '/docs',
  '/docs/',
  '/docs/:file',
  '/livez',
  '/openapi.json',
  '/readyz',
  '/site/-/:version/:file',
  '/site/:teamSlug',
  '/site/:teamSlug/',
  '/site/:teamSlug/:listingSlug',
  '/team-file.schema.json',
  // Browsers' preflight requests.
  '/v1/public*',
];

const routes: { method: string; url: string; isHidden: boolean }[] = [];

const world = await openSharedApp({
  extend: (app) => {
    app.addHook('onRoute', ({ method, url, config, schema }) => {
      const isHidden = config?.operation === undefined && schema?.operationId === undefined;
      for (const one of [method].flat()) {
        // The team's web pages are not in the document either.
        if (one !== 'HEAD' && !/^\/app(\/|$)/.test(url)) routes.push({ method: one, url, isHidden });
      }
    });
  },
});
await world.app.ready();
const document = (await world.get('/openapi.json')).json();
/** By method and path. */
const operations = Object.fromEntries(
  Object.entries<Json>(document.paths).flatMap(([where, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => [
      `${method.toUpperCase()} ${where}`,
      operation,
    ]),
  ),
);

const nameOf = ({ method, url }: { method: string; url: string }) =>
  `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`;

/** The target of a reference within the document, and any other value as it is. */
function resolved(value: Json): Json {
  if (!value?.$ref) return value;
  const keys: string[] = value.$ref.slice(2).split('/');
  return keys.reduce((found: Json, key) => found[key], document);
}

describe('the document has exactly what the server has', () => {
  test('its operations are the routes, without those that are left out by name', () => {
    const shown = routes.filter(({ isHidden }) => !isHidden);
    expect(Object.keys(operations).sort()).toEqual(shown.map(nameOf).sort());
    const hidden = routes.filter(({ isHidden }) => isHidden).map(({ url }) => url);
    expect([...new Set(hidden)].sort()).toEqual(UNDOCUMENTED);
  });

  test('its operations are the contract’s', () => {
    expect(Object.keys(operations).sort()).toEqual(Object.keys(OPERATIONS).sort());
  });

  test('every operation has a name of its own, a part, a summary, and its parameters described', () => {
    const names = new Set<string>();
    const tags = document.tags.map(({ name }: Json) => name);
    for (const [where, operation] of Object.entries(operations)) {
      expect([where, operation.summary]).toEqual([where, expect.stringMatching(/^[A-Z].{5,60}[^.]$/)]);
      expect(tags).toContain(operation.tags[0]);
      names.add(operation.operationId);
      for (const parameter of (operation.parameters ?? []).map(resolved)) {
        const { name, schema } = parameter;
        expect([where, name, schema]).toEqual([
          where,
          name,
          expect.objectContaining({ type: expect.any(String) }),
        ]);
        if (name !== 'confirmation_code')
          expect([where, name, parameter.description]).toEqual([where, name, expect.stringMatching(/\.$/)]);
      }
    }
    expect(names.size).toBe(Object.keys(operations).length);
  });
});

describe('every operation is described as the contract has it', () => {
  test.each(Object.entries(OPERATIONS))('%s', (where, { statuses, query = [], body }) => {
    const operation = operations[where];
    expect(Object.keys(operation.responses).map(Number).sort()).toEqual([...statuses].sort());
    const parameters: Json[] = (operation.parameters ?? []).map(resolved);
    const named = (place: string) =>
      parameters
        .filter((one) => one.in === place)
        .map(({ name, required }) => (required ? `${name}!` : name))
        .sort();
    expect(named('query')).toEqual([...query].sort());
    expect(named('path')).toEqual([...where.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}!`).sort());
    const isPublic = where.includes('/public/');
    const isWrite = !where.startsWith('GET');
    expect(named('header')).toEqual([
      ...(where.includes('{confirmation_code}') ? ['Booking-Key'] : []),
      ...(isWrite && !where.endsWith('/preview') ? ['Idempotency-Key'] : []),
      ...(statuses.includes(412) ? ['If-Match'] : []),
      ...(statuses.includes(304) ? ['If-None-Match'] : []),
    ]);
    expect(operation.security).toEqual(isPublic ? [] : [{ token: [] }]);
    const schema = resolved(operation.requestBody?.content['application/json'].schema);
    const fields = Object.keys(schema?.properties ?? {}).map((name) =>
      schema.required?.includes(name) ? `${name}!` : name,
    );
    expect(schema ? fields.sort() : undefined).toEqual(body && [...body].sort());
  });

  test.each(Object.entries(ANSWERS))('%s: the fields of its answer', (where, fields) => {
    const [success] =
      Object.entries<Json>(operations[where].responses).find(([status]) => status < '300') ?? [];
    const content = operations[where].responses[success ?? ''].content;
    if (fields === null) expect(content).toBeUndefined();
    else expect(fieldsOf(content['application/json'].schema)).toEqual(fields);
  });

  test.each(Object.entries(WORDS))('the words of %s', (where, words) => {
    const [name = '', field = ''] = where.split('.');
    expect(document.components.schemas[name].properties[field].enum).toEqual(words);
  });

  test('the headers that answers carry', () => {
    const headersOf = (where: string, status: number) =>
      Object.keys(resolved(operations[where].responses[status]).headers);
    const limits = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
    const kept = ['X-Request-Id', 'ETag', 'Cache-Control', ...limits];
    expect(headersOf('POST /v1/bookings', 201)).toEqual(['X-Request-Id', 'Idempotent-Replay', ...limits]);
    const site = 'GET /v1/public/{teamSlug}/listings';
    expect(headersOf(site, 200)).toEqual(kept);
    expect(headersOf(site, 304)).toEqual(kept);
    expect(headersOf('GET /v1/me', 401)).toEqual(['X-Request-Id', 'WWW-Authenticate']);
    expect(headersOf('GET /v1/me', 429)).toEqual(['X-Request-Id', 'Retry-After', ...limits]);
    expect(headersOf('GET /v1/me', 503)).toEqual(['X-Request-Id', 'Retry-After']);
  });
});

/** A schema in the words of the table: a field’s type, `?` if it may be null, objects and lists inside. */
function fieldsOf(schema: Json): Json {
  const found = resolved(schema);
  if (found.type === 'array') {
    const items = fieldsOf(found.items);
    return typeof items === 'string' ? `${items}[]` : [items];
  }
  if (Array.isArray(found.type)) {
    const [type, ...rest] = found.type;
    expect(rest).toEqual(['null']);
    return `${type}?`;
  }
  if (found.type !== 'object' || !found.properties) return found.type;
  expect(Object.keys(found.properties).sort()).toEqual([...found.required].sort());
  return Object.fromEntries(
    Object.entries<Json>(found.properties).map(([name, field]) => {
      const choices: Json[] | undefined = field.anyOf;
      if (!choices) return [name, fieldsOf(field)];
      const [first] = choices.filter(({ type }) => type !== 'null');
      expect(choices).toHaveLength(2);
      const fields = fieldsOf(first);
      return typeof fields === 'string' ? [name, `${fields}?`] : [`${name}?`, fields];
    }),
  );
}

describe('the examples', () => {
  test('every one fits its schema', () => {
    const problemsOf = createChecker(document);
    const problems: string[] = [];
    let count = 0;
    const check = (where: string, { schema, examples = {} }: Json) => {
      for (const [name, { value }] of Object.entries<Json>(examples)) {
        count += 1;
        for (const problem of problemsOf(schema, value)) problems.push(`${where} ${name}: ${problem}`);
      }
    };
    for (const [where, { parameters = [], requestBody, responses }] of Object.entries(operations)) {
      if (requestBody) check(`${where} body`, requestBody.content['application/json']);
      for (const [status, answer] of Object.entries<Json>(responses)) {
        if (answer.content) check(`${where} ${status}`, answer.content['application/json']);
      }
      for (const { name, schema, example } of parameters.map(resolved)) {
        if (example === undefined) continue;
        check(`${where} ?${name}`, { schema, examples: { example: { value: example } } });
      }
    }
    for (const [name, answer] of Object.entries<Json>(document.components.responses))
      check(name, answer.content['application/json']);
    expect(problems).toEqual([]);
    expect(count).toBeGreaterThan(80);
  });

  test('there is one of every operation’s success, of every body, and of every refusal', () => {
    const without: string[] = [];
    const look = (where: string, media: Json) => {
      if (media && Object.keys(media.examples).length === 0) without.push(where);
    };
    for (const [where, { requestBody, responses }] of Object.entries(operations)) {
      look(`${where} body`, requestBody?.content['application/json']);
      for (const [status, answer] of Object.entries<Json>(responses))
        look(`${where} ${status}`, answer.content?.['application/json']);
    }
    for (const [name, answer] of Object.entries<Json>(document.components.responses))
      look(name, answer.content['application/json']);
    expect(without).toEqual([]);
  });
});

test('redocly has nothing to say against it', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'innkeep-reference-'));
  try {
    await writeFile(path.join(folder, 'openapi.json'), JSON.stringify(document));
    const redocly = path.resolve('node_modules/.bin/redocly');
    const args = ['lint', 'openapi.json', '--format=json', '--skip-rule=info-license'];
    // It must neither look for a newer version nor report its use.
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const { stdout } = await promisify(execFile)(redocly, args, { cwd: folder, env });
    const { problems } = JSON.parse(stdout);
    expect(problems.map(({ message, location }: Json) => [message, location])).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
