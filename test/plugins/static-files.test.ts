import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { buildStaticFile, readStaticFiles, serveStaticFiles } from '../../src/plugins/static-files.ts';
import { openSharedApp } from '../helpers/app.ts';

const world = await openSharedApp();
const page = `/site/${/-\/\w+\/booking-site\.css/.exec((await world.get('/site/nobody')).body)?.[0]}`;

const contentOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url));
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

test.each([
  ['page', 'examples/booking-site/booking-site.css', 'text/css', 'public, max-age=31536000, immutable'],
])(
  'the file %s is served unchanged, and compressed for clients that accept that',
  async (given, path, type, keeping) => {
    const url = { page }[given] ?? given;
    const content = contentOf(path);
    const names = new Set<unknown>();
    for (const [accepted, encoding, decode] of FORMS) {
      const answer = await read(url, accepted);
      expect([accepted, answer.statusCode]).toEqual([accepted, 200]);
      expect(answer.headers['content-encoding']).toBe(encoding);
      expect(answer.headers).toMatchObject({
        'content-type': `${type}; charset=utf-8`,
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
  },
);

test('a tiny file, or one in a compressed format, is never compressed again', async () => {
  const files = { 'tiny.css': 'a{}', 'picture.png': 'x'.repeat(5_000) };
  const app = fastify();
  serveStaticFiles(app, {
    prefix: '/',
    files: new Map(
      Object.entries(files).map(([name, text]) => [name, buildStaticFile(name, Buffer.from(text))]),
    ),
    keeping: 'no-cache',
  });
  for (const [name, text] of Object.entries(files)) {
    const answer = await app.inject({ url: `/${name}`, headers: { 'accept-encoding': 'br' } });
    expect([answer.body, answer.headers.vary]).toEqual([text, undefined]);
  }
  await app.close();
});

test('static files are read at the start, and are served even after their folder is gone', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'innkeep-files-'));
  await writeFile(path.join(folder, 'a.css'), 'a{}');
  const app = fastify();
  const files = readStaticFiles(pathToFileURL(`${folder}/`), /^a/);
  serveStaticFiles(app, { prefix: '/', files, keeping: 'no-cache' });
  await rm(folder, { recursive: true });
  expect((await app.inject({ url: '/a.css' })).body).toBe('a{}');
  await app.close();
});

test('a static file of unknown type stops the start, and a missing folder has no files', () => {
  expect(() => buildStaticFile('a.exe', Buffer.alloc(0))).toThrow('No content type is known for a.exe.');
  expect(readStaticFiles(new URL('file:///nothing/here/'), /./).size).toBe(0);
});
