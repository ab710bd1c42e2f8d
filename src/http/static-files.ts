/** Files that are read once, at the start, and served from memory: no request opens a file or makes a path of its own. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isNamedBy } from './caching.ts';

export type StaticFile = {
  type: string;
  content: Buffer;
  /** Names the content: another file, or the same one changed, has another. */
  hash: string;
  /** The content as `encoding` compresses it, made when it is first asked for. */
  encoded(encoding: Encoding): Promise<Buffer>;
};

/** Files by name. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

type Encoding = (typeof ENCODINGS)[number];

/** What browsers understand, the smallest first. */
const ENCODINGS = ['br', 'gzip'] as const;
/** Below this, compressing saves less than its headers cost. */
const COMPRESS_FROM_BYTES = 1_024;
/** Almost as small as the highest quality makes it, at a tenth of the time. */
const BROTLI_QUALITY = 9;
const HASH_LENGTH = 16;

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** For files whose address names their content: what was read once is right for good. */
export const KEPT_FOR_GOOD = 'public, max-age=31536000, immutable';
/** For files whose address stays when they change: kept, and used again only after asking. */
export const ASKED_FOR_EACH_USE = 'no-cache';

const compress: Record<Encoding, (content: Buffer) => Promise<Buffer>> = {
  br: (content) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  gzip: (content) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
};

/** Makes a file of what is in memory already; `name` says of what type it is. */
export function staticFile(name: string, content: Buffer): StaticFile {
  const type = TYPES[extname(name)];
  if (type === undefined) throw new Error(`No content type is known for ${name}.`);
  const made = new Map<Encoding, Promise<Buffer>>();
  return {
    type,
    content,
    hash: createHash('sha256').update(content).digest('hex').slice(0, HASH_LENGTH),
    encoded(encoding) {
      const known = made.get(encoding);
      if (known) return known;
      const encoded = compress[encoding](content);
      made.set(encoding, encoded);
      return encoded;
    },
  };
}

/** Reads the files of a folder whose names match; none if an installation comes without the folder. */
export function readStaticFiles(folder: URL, names: RegExp): StaticFiles {
  const files = new Map<string, StaticFile>();
  for (const name of listFolder(folder).sort())
    if (names.test(name)) files.set(name, staticFile(name, readFileSync(new URL(name, folder))));
  return files;
}

/** The same file under a name that holds its hash: `style.css` becomes `style-0123456789abcdef.css`. */
export const nameWithHash = (name: string, { hash }: StaticFile): string =>
  `${name.slice(0, -extname(name).length)}-${hash}${extname(name)}`;

/** The options of a route that serves such files. */
export const FILE_ROUTE = {
  config: { limit: 'none: a file in memory costs less than counting who asks for it' },
} as const;

export type ServedFiles = {
  /** What stands before the files' names; begins and ends with a slash. */
  prefix: string;
  files: StaticFiles;
  /** The `Cache-Control` of the files. */
  keeping: string;
  headers?: Record<string, string>;
};

/** Serves files under a prefix. Another name is the scope's own 404. */
export function serveStaticFiles(
  app: FastifyInstance,
  { prefix, files, keeping, headers = {} }: ServedFiles,
): void {
  app.get<{ Params: { file: string } }>(`${prefix}:file`, FILE_ROUTE, (request, reply) => {
    const file = files.get(request.params.file);
    if (!file) return reply.callNotFound();
    return sendStaticFile(reply.headers(headers), file, keeping);
  });
}

/** Answers with a file as small as the caller takes it, or with a 304 if the caller has it already. */
export async function sendStaticFile(
  reply: FastifyReply,
  file: StaticFile,
  keeping: string,
): Promise<FastifyReply> {
  const { headers, method } = reply.request;
  const encoding = isCompressible(file) ? encodingFor(headers['accept-encoding']) : null;
  // Each form of a file is named for itself, as a strong name stands for the very bytes.
  const etag = `"${file.hash}${encoding ? `-${encoding}` : ''}"`;
  reply.headers({ 'cache-control': keeping, etag });
  if (isCompressible(file)) reply.header('vary', 'Accept-Encoding');
  if (isNamedBy(headers['if-none-match'], etag)) {
    reply.code(304);
    // A HEAD goes on: fastify takes its content away, once it has seen how long that is.
    if (method !== 'HEAD') return reply.send();
  }
  reply.type(file.type);
  if (encoding) reply.header('content-encoding', encoding);
  return reply.send(encoding ? await file.encoded(encoding) : file.content);
}

/** The encoding to answer with, or null to send a content as it is. */
export function encodingFor(accepted: string | string[] | undefined): Encoding | null {
  const encoding = negotiate(String(accepted ?? ''), [...ENCODINGS, 'identity']);
  return encoding === 'identity' ? null : encoding;
}

/** Pictures and fonts are compressed by their own formats. */
const isCompressible = ({ type, content }: StaticFile): boolean =>
  content.length >= COMPRESS_FROM_BYTES && /charset=utf-8$/.test(type);

function listFolder(folder: URL): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
