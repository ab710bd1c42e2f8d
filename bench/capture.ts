/**
 * Finds out what a yardstick must do: runs a request through the service in this process and records its statements,
 * which of them run in parallel, and its answer.
 */
import pg from 'pg';
import { buildApp } from '../src/app.ts';
import { createDatabase } from '../src/db/client.ts';
import { createKeyring } from '../src/services/keyring.ts';
import { createServices } from '../src/services/services.ts';
import type { Sample, Send } from './routes.ts';

export type Statement = { text: string; values: unknown[] };

/** Statements in order. Statements of one step run in parallel. */
export type Recording = { steps: Statement[][]; isTransaction: boolean; status: number; body: string };

type QueryConfig = { text: string; values?: unknown[] };

/** The last uses of tokens are written apart from requests. */
const isOffThePath = (text: string) => text.includes('"token_uses"') && text.trimStart().startsWith('insert');

export type Recorder = { record(sample: Sample): Promise<Recording>; send: Send; close(): Promise<void> };

/** A recorder over a database. It rolls back what a request would commit, so that the yardstick can do it itself. */
export function openRecorder(url: string, appKey: Buffer): Recorder {
  const database = createDatabase({ url, applicationName: 'innkeep-bench-recorder' });
  const services = createServices({
    db: database.db,
    clock: () => new Date(),
    keyring: createKeyring(appKey),
    onBackgroundError: () => {},
  });
  const app = buildApp({ services, publicUrl: 'http://bench.example' });
  const tape = startTape();
  async function answerTo({ method, path, headers, body }: Sample) {
    const answer = await app.inject({
      method,
      url: path,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${answer.body}`);
    return answer;
  }

  return {
    async record(sample) {
      tape.begin();
      const { statusCode, body } = await answerTo(sample).finally(tape.end);
      return { ...tape.recorded(), status: statusCode, body };
    },
    async send(sample) {
      const { body, headers } = await answerTo(sample);
      return { body, etag: headers.etag ?? null };
    },
    async close() {
      tape.stop();
      await app.close();
      await services.close();
      await database.close();
    },
  };
}

async function rollBackAsIfCommitted(rollBack: () => unknown): Promise<object> {
  const answer = (await rollBack()) as object;
  return { ...answer, command: 'COMMIT' };
}

/** A recording is kept as JSON, which has no bytes. PostgreSQL also reads them from hexadecimal text. */
const asText = (value: unknown): unknown => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value);

/** Listens to every statement of this process while a request is recorded, by replacing the driver's own method. */
function startTape() {
  const client = pg.Client.prototype as unknown as { query: (...parts: unknown[]) => unknown };
  const original = client.query;
  let steps: Statement[][] = [];
  let isTransaction = false;
  let isOn = false;
  let underWay = 0;

  client.query = function query(this: unknown, ...parts: unknown[]) {
    const [config, values] = parts as [string | QueryConfig, unknown];
    const text = typeof config === 'string' ? config : config.text;
    if (!isOn || isOffThePath(text)) return original.apply(this, parts);
    if (text === 'commit') return rollBackAsIfCommitted(() => original.call(this, 'rollback'));
    if (text === 'begin') isTransaction = true;
    else {
      const given = Array.isArray(values) ? values : typeof config === 'string' ? [] : (config.values ?? []);
      if (underWay === 0) steps.push([]);
      steps.at(-1)?.push({ text, values: given.map(asText) });
    }
    underWay += 1;
    const done = () => {
      underWay -= 1;
    };
    // The pool passes a callback. Other callers wait for a promise.
    const callback = parts.at(-1);
    if (typeof callback === 'function') {
      const told = (...answer: unknown[]) => {
        done();
        callback(...answer);
      };
      return original.apply(this, [...parts.slice(0, -1), told]);
    }
    const result = original.apply(this, parts);
    if (result instanceof Promise) result.then(done, done);
    return result;
  };

  return {
    begin() {
      steps = [];
      isTransaction = false;
      isOn = true;
    },
    end() {
      isOn = false;
    },
    recorded: () => ({ steps, isTransaction }),
    stop() {
      client.query = original;
    },
  };
}
