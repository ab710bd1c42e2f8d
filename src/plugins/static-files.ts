/**
 * Serves files from memory: a request never opens a file or builds a path. @fastify/static expects files and
 * their compressed forms in a folder, makes `ETag`s from size and time, so that one file has three, and
 * others in another process, and with our own `ETag` sends the whole file instead of a 304
 * (test/plugins/static-files.test.ts).
 */
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { chooseEncoding, type Encoding, isWorthCompressing } from './compression.ts';
import { setEtagAndCheckFresh } from './etag.ts';

export type StaticFile = {
  type: string;
  content: Buffer;
  /** Of the content. */
  hash: string;
  /** Made when it is first needed. */
  encoded(encoding: Encoding): Promise<Buffer>;
};

export type StaticFiles = ReadonlyMap<string, StaticFile>;

/** A tenth of the highest level's time and nearly its result. */
const STATIC_BROTLI_QUALITY = 9;
const FILE_HASH_LENGTH = 16;

const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** For addresses that contain a hash of the content. */
export const CACHE_FOR_EVER = 'public, max-age=31536000, immutable';
/** For addresses that stay the same when the file changes. */
export const REVALIDATED_FILE = 'no-cache';

const FILE_COMPRESSORS: Record<Encoding, (content: Buffer) => Promise<Buffer>> = {
  br: (content) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: STATIC_BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  gzip: (content) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
};

/** The content type follows from `name`. */
export function buildStaticFile(name: string, content: Buffer): StaticFile {
  const type = CONTENT_TYPES[extname(name)];
  if (type === undefined) throw new Error(`No content type is known for ${name}.`);
  const contentByEncoding = new Map<Encoding, Promise<Buffer>>();
  return {
    type,
    content,
    hash: hash('sha256', content).slice(0, FILE_HASH_LENGTH),
    encoded: (encoding) =>
      contentByEncoding.getOrInsertComputed(encoding, () => FILE_COMPRESSORS[encoding](content)),
  };
}

/** Empty if the installation does not include the folder. */
export function readStaticFiles(folder: URL, pattern: RegExp): StaticFiles {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => pattern.test(name)) : [];
  return new Map(
    names.sort().map((name) => [name, buildStaticFile(name, readFileSync(new URL(name, folder)))]),
  );
}

export const FILE_ROUTE = {
  config: { limit: 'none: serving a file from memory costs less than counting its requests' },
} as const;

type StaticFilesOptions = {
  /** With a slash at both ends. */
  prefix: string;
  files: StaticFiles;
  keeping: string;
  headers?: Record<string, string>;
};

/** Unknown names get the 404 page of the surrounding routes. */
export function serveStaticFiles(
  app: FastifyInstance,
  { prefix, files, keeping, headers = {} }: StaticFilesOptions,
): void {
  app.get<{ Params: { file: string } }>(`${prefix}:file`, FILE_ROUTE, (request, reply) => {
    const file = files.get(request.params.file);
    if (!file) return reply.callNotFound();
    return sendStaticFile(reply.headers(headers), file, keeping);
  });
}

/** The smallest encoding that the caller accepts, or a 304. */
export async function sendStaticFile(
  reply: FastifyReply,
  file: StaticFile,
  keeping: string,
): Promise<FastifyReply> {
  reply.header('cache-control', keeping);
  if (isCompressibleFile(file)) reply.vary('Accept-Encoding');
  if (setEtagAndCheckFresh(reply, file.hash)) return reply.send();
  reply.type(file.type);
  const { 'accept-encoding': accepted } = reply.request.headers;
  const encoding = isCompressibleFile(file) ? chooseEncoding(accepted, file.content.length) : null;
  if (!encoding) return reply.send(file.content);
  return reply.header('content-encoding', encoding).send(await file.encoded(encoding));
}

/** The formats of pictures and fonts are compressed already. */
const isCompressibleFile = ({ type, content }: StaticFile): boolean =>
  isWorthCompressing(content.length) && /charset=utf-8$/.test(type);
