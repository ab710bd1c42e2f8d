import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { buildStaticFile, readStaticFiles, serveStaticFiles } from '../../src/plugins/static-files.ts';

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
