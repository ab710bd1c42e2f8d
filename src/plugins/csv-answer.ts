/** Answers a list as CSV, whole and from one snapshot, as its caller reads it. */
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { BYTE_ORDER_MARK, type CsvCell, prefersCsv, writeCsvRow } from '../domain/csv.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The CSV lists that this process is writing. */
    csvLists: { open: number };
  }
}

/**
 * The maximum number of CSV lists at once, each of which holds a connection to the database while its caller
 * reads.
 */
const MAX_OPEN = 2;
const MAX_IDLE_MS = 30_000;
const MAX_WRITING_MS = 600_000;
const BUSY_MESSAGE = 'Two lists are being written already. Please try again in a moment.';

export const csvLists = fp(async (app) => {
  app.decorate('csvLists', { open: 0 });
});

/** Whether a request for a list prefers CSV. Answers that may be CSV vary by the `Accept` header. */
export function isCsvPreferred(request: FastifyRequest, reply: FastifyReply): boolean {
  reply.vary('Accept');
  return prefersCsv(request.headers.accept);
}

/**
 * The admission of routes whose JSON lists may be expensive, while lists as CSV have a limit of their own.
 */
export const unlessCsv =
  (isHeavy: (request: FastifyRequest) => boolean) =>
  (request: FastifyRequest): boolean =>
    !prefersCsv(request.headers.accept) && isHeavy(request);

export type WriteRows = (rows: readonly (readonly CsvCell[])[]) => Promise<void>;
type CsvList = {
  /** The name of the CSV file, before its date. */
  name: string;
  columns: readonly string[];
  /**
   * Reads the rows of the list, some at a time. A refusal before the first rows of a CSV list is answered as
   * JSON.
   */
  read: (write: WriteRows) => Promise<void>;
};

export async function sendCsv(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, columns, read }: CsvList,
): Promise<void> {
  const { csvLists: lists, httpErrors } = request.server;
  if (lists.open >= MAX_OPEN) throw httpErrors.serviceUnavailable(BUSY_MESSAGE);
  lists.open += 1;
  const stream = new PassThrough();
  // A caller who leaves destroys the CSV stream, which ends the reading.
  stream.on('error', () => undefined);
  const startedAt = Date.now();
  let isStarted = false;
  const start = () => {
    isStarted = true;
    const date = new Date().toISOString().slice(0, 10);
    reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}-${date}.csv"`)
      .send(stream);
    stream.write(BYTE_ORDER_MARK + writeCsvRow(columns));
  };
  try {
    await read(async (rows) => {
      if (!isStarted) start();
      await writeText(stream, rows.map(writeCsvRow).join(''), startedAt);
    });
    if (!isStarted) start();
    stream.end();
    // A handler of a stream that ends before its headers are sent would otherwise answer nothing.
    await finished(reply.raw).catch(() => undefined);
  } catch (error) {
    if (!isStarted) throw error;
    if (!(error instanceof CallerGone)) request.log.error(error, 'A list ended early.');
    stream.destroy();
    reply.raw.destroy();
  } finally {
    lists.open -= 1;
  }
}

class CallerGone extends Error {}

/** Waits until the caller has read enough of the stream. */
async function writeText(stream: PassThrough, text: string, startedAt: number): Promise<void> {
  if (stream.destroyed || Date.now() - startedAt > MAX_WRITING_MS) throw new CallerGone();
  if (stream.write(text)) return;
  try {
    await once(stream, 'drain', {
      signal: AbortSignal.any([AbortSignal.timeout(MAX_IDLE_MS), closingOf(stream)]),
    });
  } catch {
    throw new CallerGone();
  }
}

function closingOf(stream: PassThrough): AbortSignal {
  const closing = new AbortController();
  stream.once('close', () => closing.abort());
  return closing.signal;
}
