import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import packageFile from '../../../package.json' with { type: 'json' };
import { openSharedApp } from '../../helpers/app.ts';
import type { Json } from '../../helpers/bookings.ts';
import { HOST, openDocument } from './document.ts';
import { createChecker } from './schema-checker.ts';

const routes: { method: string; url: string }[] = [];

const world = await openSharedApp({
  extend: (app) => {
    app.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) routes.push({ method: one, url });
    });
  },
});
await world.app.ready();
const { document, operations, resolved } = await openDocument(world);
/** The same service at an address with a path. */
const behind = await openSharedApp({ url: world.url, publicUrl: 'https://example.com/inn' });
const documentBehind: Json = (await behind.get('/openapi.json')).json();

describe('the OpenAPI document', () => {
  test('the OpenAPI document has every route under /v1, and no others', () => {
    const ofApi = routes.filter(
      ({ method, url }) => url.startsWith('/v1/') && !['HEAD', 'OPTIONS'].includes(method),
    );
    const names = ofApi.map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`);
    expect(Object.keys(operations).sort()).toEqual(names.sort());
  });

  test('the OpenAPI document has a name, section and summary for every operation, and describes its parameters', () => {
    const names = new Set<string>();
    const tags = document.tags.map(({ name }: Json) => name);
    for (const [where, operation] of Object.entries(operations)) {
      expect([where, operation.summary]).toEqual([where, expect.stringMatching(/^[A-Z].{5,60}[^.]$/)]);
      expect(tags).toContain(operation.tags[0]);
      expect([where, operation.security]).toEqual([where, where.includes('/public/') ? [] : [{ token: [] }]]);
      names.add(operation.operationId);
      for (const { name, schema, description } of (operation.parameters ?? []).map(resolved)) {
        const type = expect.objectContaining({ type: expect.any(String) });
        expect([where, name, schema]).toEqual([where, name, type]);
        if (name !== 'confirmation_code')
          expect([where, name, description]).toEqual([where, name, expect.stringMatching(/\.$/)]);
      }
    }
    expect(names.size).toBe(Object.keys(operations).length);
  });

  test('examples in the OpenAPI document fit their schemas', () => {
    const problemsOf = createChecker(document);
    const problems: unknown[] = [];
    const exemplified: string[] = [];
    const check = (schema: Json, place: string) => {
      if (typeof schema !== 'object' || schema === null) return;
      for (const example of schema.examples ?? []) {
        exemplified.push(place);
        problems.push(...problemsOf(schema, example).map((one) => [place, one]));
      }
      for (const [name, part] of Object.entries(schema))
        if (name !== 'examples') check(part, place === '' ? name : `${place}.${name}`);
    };
    check(document.components.schemas, '');
    expect(problems).toEqual([]);
    expect(exemplified).toContain('Booking.properties.check_in');
    const bodies = Object.values(operations).flatMap(({ requestBody }) => {
      const { $ref } = requestBody?.content['application/json']?.schema ?? {};
      return $ref ? [$ref.replace('#/components/schemas/', '')] : [];
    });
    expect(exemplified).toEqual(expect.arrayContaining(bodies));
  });

  test('the OpenAPI document says in one way that a value may be null', () => {
    const text = JSON.stringify(document);
    expect(text.match(/\{"type":"null"\}/g)?.length).toBeGreaterThan(500);
    expect(text.match(/"(type":\[|nullable")[^\]]{0,40}/g)).toBeNull();
  });

  test('the OpenAPI document names the address at which it was asked, or PUBLIC_URL', async () => {
    expect(document.servers).toEqual([{ url: 'http://innkeep.test' }]);
    expect(JSON.stringify(document)).not.toMatch(/127\.0\.0\.1|localhost|\.invalid|:\d{4,5}\//);
    const { contact, license, version, 'x-release': release } = document.info;
    expect(contact).toEqual({ name: 'Innkeep', url: 'http://innkeep.test/docs' });
    expect(license).toEqual({ name: 'All rights reserved', identifier: 'LicenseRef-Innkeep' });
    expect([version, release]).toEqual(['1.0', packageFile.version]);
    const { servers, info } = documentBehind;
    expect([servers, info.contact.url]).toEqual([
      [{ url: 'https://example.com/inn' }],
      'https://example.com/inn/docs',
    ]);
  });

  // Programs that make clients, such as openapi-typescript, stop where they cannot follow an address.
  test('the OpenAPI document refers to nothing outside of itself', () => {
    const references = JSON.stringify(document).matchAll(/"(?:\$ref|externalValue)":"([^"]*)"/g);
    const targets = [...references].map(([, target = '']) => target);
    expect(targets.length).toBeGreaterThan(1_000);
    expect(targets.filter((target) => !target.startsWith('#/'))).toEqual([]);
  });
});

describe('the reference page', () => {
  const filesOf = (page: string) =>
    [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file);

  test.each(['/docs', '/docs/'])(
    'the reference page at %s loads files of this service only',
    async (address) => {
      const { statusCode, headers, body } = await world.get(address);
      expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(String(headers['content-security-policy'])).toContain("default-src 'none'; script-src 'self';");
      const files = filesOf(body);
      expect(files.length).toBeGreaterThan(4);
      for (const file of files) {
        const { pathname, origin } = new URL(file, `http://innkeep.test${address}`);
        expect([file, origin]).toEqual([file, 'http://innkeep.test']);
        expect([file, (await world.get(pathname)).statusCode]).toEqual([file, 200]);
      }
      expect((await world.get('/docs/json', null, HOST)).json()).toEqual(document);
    },
  );

  test('the reference page finds its files if the service has a path prefix', async () => {
    for (const file of filesOf((await behind.get('/docs')).body))
      expect(file).toMatch(/^\/inn\/docs\/static\//);
  });

  test('files of the reference page are sent compressed, and again only if they have changed', async () => {
    const url = '/docs/static/swagger-ui-bundle.js';
    const read = (headers: Record<string, string>) => world.app.inject({ url, headers });
    const [whole, small] = [await read({}), await read({ 'accept-encoding': 'gzip, br' })];
    expect(small.headers['content-encoding']).toBe('br');
    expect(small.rawPayload.length).toBeLessThan(whole.rawPayload.length / 3);
    expect(brotliDecompressSync(small.rawPayload).equals(whole.rawPayload)).toBe(true);
    expect((await read({ 'if-none-match': String(small.headers.etag) })).statusCode).toBe(304);
    expect((await world.get('/docs/static/unknown.js')).statusCode).toBe(404);
  });

  test('the reference page links to the OpenAPI document', async () => {
    const linkOf = ({ info }: Json) => /\[as OpenAPI 3\.1\]\((.+?)\)/.exec(info.description)?.[1];
    expect(linkOf(document)).toBe('http://innkeep.test/openapi.json');
    expect(linkOf(documentBehind)).toBe('https://example.com/inn/openapi.json');
  });
});
