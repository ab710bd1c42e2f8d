/** Sends a whole list as CSV, from one snapshot of the database, as fast as the caller reads. */
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BYTE_ORDER_MARK, type CsvCell, prefersCsv, writeCsvRow } from '../domain/csv.ts';
import { noteAuditEntry } from '../services/access/audit.ts';
import { Overloaded, toLoggableError } from '../services/errors.ts';
import { identifyRequest } from './request-log.ts';
import { findHolder } from './shares/process-shares.ts';

const MAX_IDLE_MS = 30_000;
const MAX_WRITING_MS = 600_000;

/** Also sets `Vary`, because `Accept` decides between CSV and JSON. */
export function isCsvPreferred(request: FastifyRequest, reply: FastifyReply): boolean {
  reply.vary('Accept');
  return prefersCsv(request.headers.accept);
}

/** Wraps a list's `dear` function: CSV has a limit of its own. */
export const unlessCsv =
  (isDear: (request: FastifyRequest) => boolean) =>
  (request: FastifyRequest): boolean =>
    !prefersCsv(request.headers.accept) && isDear(request);

type WriteRows = (rows: readonly (readonly CsvCell[])[]) => Promise<void>;
type CsvList = {
  /** The date is added. */
  name: string;
  columns: readonly string[];
  /** Writes rows in portions. If it throws before the first, the answer is an error in JSON. */
  read: (write: WriteRows) => Promise<void>;
};

/** Where a copy goes on after the list. */
export const createCopyHeaders =
  (reply: FastifyReply) =>
  ({ next, isRestarted }: { next: string; isRestarted: boolean }): void => {
    reply.header('changed-after', next);
    if (isRestarted) reply.header('changed-restarted', 'true');
  };

export async function sendCsv(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, columns, read }: CsvList,
): Promise<void> {
  const endTurn = await request.server.shares.csvLists.take(findHolder(request));
  const stream = new PassThrough();
  // If the caller leaves, the reading of rows stops.
  const closing = new AbortController();
  stream.on('error', () => undefined).once('close', () => closing.abort());
  const startedAt = Date.now();
  let isStarted = false;
  const start = () => {
    isStarted = true;
    if (request.method !== 'HEAD')
      noteAuditEntry(request.scope, { action: 'exported', target: { type: 'list', id: name, name: null } });
    const date = new Date().toISOString().slice(0, 10);
    reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}-${date}.csv"`)
      .send(stream);
    stream.write(BYTE_ORDER_MARK + writeCsvRow(columns));
  };
  try {
    // The caller left during the wait.
    if (reply.raw.destroyed) throw new Overloaded('The caller has left.');
    await read(async (rows) => {
      if (!isStarted) start();
      if (request.method === 'HEAD') throw new HeadersSuffice();
      await writeText(stream, rows.map(writeCsvRow).join(''), { startedAt, closing: closing.signal });
    }).catch(ignoreUnreadRows);
    if (!isStarted) start();
    stream.end();
    // If a stream ended before its headers were sent, the caller would get nothing.
    if (!reply.raw.writableFinished) await finished(reply.raw).catch(() => undefined);
  } catch (error) {
    if (!isStarted) throw error;
    if (!(error instanceof CallerGone))
      request.log.error({ ...identifyRequest(request), error: toLoggableError(error) }, 'list ended early');
    stream.destroy();
    reply.raw.destroy();
  } finally {
    endTurn();
  }
}

class CallerGone extends Error {}

/** Ends the reading for a HEAD. */
class HeadersSuffice extends Error {}

function ignoreUnreadRows(error: unknown): void {
  if (!(error instanceof HeadersSuffice)) throw error;
}

type Writing = { startedAt: number; closing: AbortSignal };

/** Waits while the caller reads more slowly than the list is made. */
async function writeText(stream: PassThrough, text: string, { startedAt, closing }: Writing): Promise<void> {
  if (stream.destroyed || Date.now() - startedAt > MAX_WRITING_MS) throw new CallerGone();
  if (stream.write(text)) return;
  try {
    await once(stream, 'drain', { signal: AbortSignal.any([AbortSignal.timeout(MAX_IDLE_MS), closing]) });
  } catch {
    throw new CallerGone();
  }
}
