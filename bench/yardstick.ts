/**
 * The yardstick, in a process of its own: a bare Fastify route that sends the recorded statements, named, with the
 * plain driver and answers with the recorded text. It checks and computes nothing.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fastify from 'fastify';
import pg from 'pg';
import type { Recording, Statement } from './capture.ts';

const [url = '', recordingsFile = ''] = process.argv.slice(2);
const recordings = JSON.parse(readFileSync(recordingsFile, 'utf8')) as Record<string, Recording[]>;
// The service keeps idle connections as long.
const pool = new pg.Pool({ connectionString: url, max: 10, idleTimeoutMillis: 60_000 });
const app = fastify();

const names = new Map<string, string>();
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('hex').slice(0, 16);
  names.set(text, name);
  return name;
}
const prepared = ({ text, values }: Statement) => ({ name: nameOf(text), text, values });

async function run({ steps, isTransaction }: Recording): Promise<void> {
  if (!isTransaction) {
    for (const step of steps) await Promise.all(step.map((statement) => pool.query(prepared(statement))));
    return;
  }
  // As in the service, the token is looked up before the transaction.
  const [lookUp = [], ...rest] = steps;
  for (const statement of lookUp) await pool.query(prepared(statement));
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const step of rest) for (const statement of step) await client.query(prepared(statement));
    await client.query('commit');
  } finally {
    client.release();
  }
}

app.all<{ Headers: { 'x-route': string; 'x-sample': string } }>('/*', async (request, reply) => {
  const { 'x-route': route, 'x-sample': sample } = request.headers;
  const recording = recordings[route]?.[Number(sample)];
  if (!recording) return reply.code(500).send('unknown sample');
  await run(recording);
  reply.code(recording.status).header('content-type', 'application/json; charset=utf-8');
  return recording.body;
});

process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
process.once('SIGTERM', () => process.exit(0));
