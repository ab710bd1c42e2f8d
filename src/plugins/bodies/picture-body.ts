/** Takes pictures as bodies, into files as the bytes arrive (docs/rules.md, 5.9). */
import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { errorCodes, type FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { MAX_PICTURE_BYTES } from '../../domain/limits.ts';
import { Overloaded } from '../../services/errors.ts';
import type { UploadFolder } from '../../services/media/upload-folder.ts';
import { computeRequestHash } from '../request-hash.ts';
import { endLateRequest } from './body-deadline.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The bytes of a picture, which are still to be read, or null if the request has no body. */
    pictureBody: Readable | null;
  }
  interface FastifyContextConfig {
    /** Whether the body is a picture, which the limits on bodies in memory do not count. */
    takesPicture?: boolean;
  }
}

export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];

/** How a route declares that its body is a picture. */
export const PICTURE_ROUTE = {
  bodyLimit: MAX_PICTURE_BYTES,
  config: { takesPicture: true, bodyWithinMs: 120_000 },
} as const;

/** The deadline that cuts off a body that arrives more slowly than 20 kB a second. */
const PACE_CHECK_MS = 5_000;
const MIN_BYTES_BETWEEN_CHECKS = 100_000;
/** How long a connection with a picture may wait without a byte for its turn and its answer. */
const IDLE_WHILE_AT_WORK_MS = 240_000;
/**
 * The maximum number of pictures of one process that arrive, wait or are processed. A waiting picture is a
 * file of up to 25 MiB.
 */
const MAX_OPEN = 40;

/** The plugin is registered in the scope of a route that takes a picture and no other body. */
export const pictureBodies = fp(async (scope) => {
  scope.decorateRequest('pictureBody', null);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(PICTURE_TYPES, (request, payload, done) => {
    if (Number(request.headers['content-length'] ?? 0) > MAX_PICTURE_BYTES)
      return done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
    // Fastify does not read a picture's body: the route does, once its parameters are known to be valid.
    request.pictureBody = payload as Readable;
    done(null, undefined);
  });
});

export type Upload = { file: string; bytes: number };

let openCount = 0;

/** Receives the picture into a file, which is removed once `work` has finished. */
export async function withUpload(
  request: FastifyRequest,
  folder: UploadFolder,
  work: (upload: Upload) => Promise<void>,
): Promise<void> {
  if (openCount >= MAX_OPEN) throw new Overloaded('Too many pictures arrive at once.');
  openCount += 1;
  try {
    await receiveAndWork(request, await folder.newFile(), work);
  } finally {
    openCount -= 1;
  }
}

async function receiveAndWork(
  request: FastifyRequest,
  file: string,
  work: (upload: Upload) => Promise<void>,
): Promise<void> {
  const { method, url } = request;
  const { socket } = request.raw;
  if (socket instanceof Socket) socket.setTimeout(IDLE_WHILE_AT_WORK_MS);
  try {
    const { bytes, sha256 } = await receive(request, file);
    request.requestHash = computeRequestHash({ method, url, body: { sha256 } });
    await work({ file, bytes });
  } finally {
    await rm(file, { force: true });
  }
}

async function receive(request: FastifyRequest, file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  let bytesBefore = 0;
  const pace = setInterval(() => {
    if (bytes - bytesBefore < MIN_BYTES_BETWEEN_CHECKS) endLateRequest(request.server, request);
    bytesBefore = bytes;
  }, PACE_CHECK_MS);
  const handle = await open(file, 'wx', 0o600);
  try {
    // A picture that is refused halfway is read to its end, or its caller would not get the answer.
    for await (const chunk of request.pictureBody?.iterator({ destroyOnReturn: false }) ?? []) {
      bytes += chunk.length;
      if (bytes > MAX_PICTURE_BYTES) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
      hash.update(chunk);
      await handle.writeFile(chunk);
    }
    return { bytes, sha256: hash.digest('hex') };
  } catch (error) {
    request.pictureBody?.resume();
    throw error;
  } finally {
    clearInterval(pace);
    await handle.close();
  }
}
