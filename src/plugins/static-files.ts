/**
 * Static files, which are read or built once, at the start, and served from memory. No request for a static
 * file opens a file or builds a path. Static files are served by our own code, although @fastify/static was
 * tried. @fastify/static wants files that are built, and their smaller forms, in a folder. @fastify/static
 * tags what it sends by size and time, so one file has three tags, and others in a second process. With our
 * own tag, @fastify/static sends the file again in place of a 304 (test/plugins/static-files.test.ts).
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
  /** The hash that identifies a file's content: a changed file has another one. */
  hash: string;
  /** The compressed forms of the file, made on first use. */
  encoded(encoding: Encoding): Promise<Buffer>;
};

export type StaticFiles = ReadonlyMap<string, StaticFile>;

/** A quality of compression that is almost as small as the highest, in a tenth of the time. */
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

/**
 * The `Cache-Control` of files whose address changes with their content, so that they can be kept for ever.
 */
export const CACHE_FOR_EVER = 'public, max-age=31536000, immutable';
/**
 * The `Cache-Control` of files whose address does not change with their content: kept, but checked before
 * each use.
 */
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

/** Makes a file from content in memory. The content type of a file in memory follows from its `name`. */
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

/**
 * Reads the files of a folder whose names match. Returns no files if the installation does not include the
 * folder of files.
 */
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
  /** The path before the files' names, which begins and ends with a slash. */
  prefix: string;
  files: StaticFiles;
  keeping: string;
  headers?: Record<string, string>;
};

/** Serves files under a prefix, where other names get the scope's own 404. */
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

/** Sends a file in the smallest form that the caller accepts, or a 304 if the caller has it already. */
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

/** Pictures and fonts are not compressed, because their formats already are. */
const isCompressibleFile = ({ type, content }: StaticFile): boolean =>
  isWorthCompressing(content.length) && /charset=utf-8$/.test(type);
