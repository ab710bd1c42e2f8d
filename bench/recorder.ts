/**
 * Runs requests through the service in this process and records their statements and answers. A recorded request rolls
 * back what it would commit, so that the bare driver can do it itself.
 */

import pg from 'pg';
import { buildApp } from '../src/app.ts';
import { createDatabase } from '../src/db/client.ts';
import { createInstallation } from '../src/installation.ts';
import { fieldMarks } from '../src/schemas/fields/field-marks.ts';
import { createKeyring } from '../src/services/keys/keyring.ts';
import { APP_KEY } from './dataset.ts';
import type { Sample, Send } from './routes.ts';

export type Statement = {
  text: string;
  values: unknown[];
  /** Set if it has no name, so PostgreSQL never plans it for any values. */
  isPlannedByValues?: boolean;
};
export type Recording = { statements: Statement[]; isTransaction: boolean; status: number; body: string };
export type Recorder = ReturnType<typeof openRecorder>;

export function openRecorder(url: string) {
  const database = createDatabase({ url, applicationName: 'innkeep-bench-recorder' });
  const installation = createInstallation({
    publicUrl: null,
    db: database.db,
    clock: () => new Date(),
    keyring: createKeyring(APP_KEY),
    fieldMarks,
    onBackgroundError: () => {},
  });
  const app = buildApp({ ...installation, publicUrl: 'http://bench.example' });
  const tape = startTape();

  async function answerTo({ path, body, ...request }: Sample) {
    const answer = await app.inject({ ...request, url: path, ...(body === undefined ? {} : { body }) });
    if (answer.statusCode >= 300)
      throw new Error(`${request.method} ${path}: ${answer.statusCode} ${answer.body}`);
    return answer;
  }

  return {
    async record(sample: Sample): Promise<Recording> {
      tape.begin();
      const { statusCode, body } = await answerTo(sample);
      return { ...tape.end(), status: statusCode, body };
    },
    async send(sample: Sample): ReturnType<Send> {
      const { body, headers } = await answerTo(sample);
      return { body, etag: headers.etag ?? null };
    },
    async close(): Promise<void> {
      tape.remove();
      await app.close();
      await installation.close();
      await database.close();
    },
  };
}

/** The last uses of tokens are written apart from requests. */
const isOffThePath = (text: string) => text.includes('"token_uses"') && text.trimStart().startsWith('insert');

/** A recording is kept as JSON, which has no bytes. PostgreSQL also reads them from hexadecimal text. */
const asText = (value: unknown): unknown => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value);

/** Listens to every statement of this process while a request is recorded, by replacing the driver's own method. */
function startTape() {
  const client = pg.Client.prototype as unknown as { query: (...parts: unknown[]) => unknown };
  const original = client.query;
  let statements: Statement[] = [];
  let isTransaction = false;
  let isOn = false;

  client.query = function query(this: unknown, ...parts: unknown[]) {
    const [config, values] = parts as [string | { text: string; values?: unknown[]; name?: string }, unknown];
    const {
      text,
      values: own = [],
      name,
    } = typeof config === 'string' ? { text: config, name: undefined } : config;
    if (!isOn || isOffThePath(text)) return original.apply(this, parts);
    if (text === 'commit') return rollBackAsIfCommitted(() => original.call(this, 'rollback'));
    if (text === 'begin') isTransaction = true;
    else
      statements.push({
        text,
        values: (Array.isArray(values) ? values : own).map(asText),
        ...(name === '' ? { isPlannedByValues: true } : {}),
      });
    return original.apply(this, parts);
  };

  return {
    begin() {
      [statements, isTransaction, isOn] = [[], false, true];
    },
    end() {
      isOn = false;
      return { statements, isTransaction };
    },
    remove() {
      client.query = original;
    },
  };
}

async function rollBackAsIfCommitted(rollBack: () => unknown): Promise<object> {
  return { ...((await rollBack()) as object), command: 'COMMIT' };
}
