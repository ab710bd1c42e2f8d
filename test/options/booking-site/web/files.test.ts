/** How the booking page and its files are sent: compressed, and named by their content. */
import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { openInn } from '../../../helpers/bookings.ts';
import { expectCompressed } from '../../../plugins/compressed.ts';

const STYLE = new URL('../../../../examples/booking-site/booking-site.css', import.meta.url);

const world = await openSharedApp();
const read = (url: string, encoding?: string, method: 'GET' | 'HEAD' = 'GET', name?: string) =>
  world.app.inject({
    method,
    url,
    headers: {
      ...(encoding ? { 'accept-encoding': encoding } : {}),
      ...(name ? { 'if-none-match': name } : {}),
    },
  });

const asItIs = (body: Buffer) => body;
/** The encodings that a caller accepts, and the one that it gets. */
const FORMS = [
  [undefined, undefined, asItIs],
  ['gzip;q=0.5, identity', undefined, asItIs],
  ['zstd', undefined, asItIs],
  ['gzip, deflate', 'gzip', gunzipSync],
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['br;q=0, gzip;q=0.2', 'gzip', gunzipSync],
] as const;

test('the style of the page is served unchanged, and compressed for clients that accept that', async () => {
  const url = `/site/${/-\/\w+\/booking-site\.css/.exec((await world.get('/site/nobody')).body)?.[0]}`;
  const content = readFileSync(STYLE);
  const keeping = 'public, max-age=31536000, immutable';
  const names = new Set<unknown>();
  for (const [accepted, encoding, decode] of FORMS) {
    const answer = await read(url, accepted);
    expect([accepted, answer.statusCode]).toEqual([accepted, 200]);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': keeping,
      'content-length': String(answer.rawPayload.length),
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    });
    expect(decode(answer.rawPayload).equals(content)).toBe(true);
    if (encoding) expect(answer.rawPayload.length).toBeLessThan(content.length / 1.5);
    const etag = String(answer.headers.etag);
    names.add(etag);

    for (const method of ['GET', 'HEAD'] as const) {
      const again = await read(url, accepted, method, `"other", W/${etag}`);
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
      expect(again.headers).toMatchObject({ 'cache-control': keeping, vary: 'Accept-Encoding' });
    }
    const head = await read(url, accepted, 'HEAD');
    const volatile = { date: '', 'x-request-id': '' };
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect({ ...head.headers, ...volatile }).toEqual({ ...answer.headers, ...volatile });
  }
  expect(names.size).toBe(1);
});

test('the booking page, and one that is a 404, are compressed for clients that accept it', async () => {
  const { token, read } = await openInn(world);
  const { slug } = await read('/team');
  for (const path of [slug, 'nobody']) await expectCompressed(world, `/site/${path}`, token);
});

test('the log says of which team a booking page is', async () => {
  const { teamId, read } = await openInn(world);
  const { slug } = await read('/team');
  const teamOf = async (path: string) => {
    await world.get(path);
    return JSON.parse(world.log.at(-1) ?? '').team;
  };
  expect(await teamOf(`/site/${slug}`)).toBe(teamId);
  expect(await teamOf('/site/nobody')).toBeNull();
});
