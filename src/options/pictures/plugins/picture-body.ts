/** Pictures are read into files and not into memory (docs/rules.md, 5.9). */
import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { errorCodes, type FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { MAX_PICTURE_BYTES } from '../../../domain/limits.ts';
import { endLateRequest } from '../../../plugins/bodies/deadline.ts';
import { computeRequestHash } from '../../../plugins/request-hash.ts';
import { findHolder } from '../../../plugins/shares/process-shares.ts';
import type { Pictures } from '../../../services/catalogue/pictures.ts';
import { Overloaded } from '../../../services/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The route reads it. Null if there is no body. */
    pictureBody: Readable | null;
  }
}

export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];

export const PICTURE_ROUTE = {
  bodyLimit: MAX_PICTURE_BYTES,
  config: { takesPicture: true, bodyWithinMs: 120_000 },
} as const;

/** A picture that arrives more slowly than 20 kB a second is cut off. */
const PACE_CHECK_MS = 5_000;
const MIN_BYTES_BETWEEN_CHECKS = 100_000;
/** While the picture waits to be processed and answered. */
const IDLE_WHILE_AT_WORK_MS = 240_000;
/** These routes take no other bodies. */
export const pictureBodies = fp(async (scope) => {
  scope.decorateRequest('pictureBody', null);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(PICTURE_TYPES, (request, payload, done) => {
    if (Number(request.headers['content-length'] ?? 0) > MAX_PICTURE_BYTES)
      return done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
    // The route reads the body after the other parameters are validated.
    request.pictureBody = payload as Readable;
    done(null, undefined);
  });
});

export type Upload = { file: string; bytes: number };

/** The file is removed after `work`. */
export async function withUpload(
  request: FastifyRequest,
  folder: Pictures['uploads'],
  work: (upload: Upload) => Promise<void>,
): Promise<void> {
  const leave = request.server.shares.uploads.take(findHolder(request));
  if (!leave) throw new Overloaded('Too many pictures arrive at once.');
  try {
    await receiveAndWork(request, await folder.newFile(), work);
  } finally {
    leave();
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
    // A picture that is too large is read to its end: otherwise the caller would not receive the refusal.
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
