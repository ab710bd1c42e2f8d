/**
 * The bare driver, in a process of its own: a Fastify route that sends the recorded statements, named, with the plain
 * driver and answers with the recorded text. It checks and computes nothing.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fastify from 'fastify';
import pg from 'pg';
import type { Recording, Statement } from './recorder.ts';

const [url = '', recordingsFile = ''] = process.argv.slice(2);
const recordings: Recording[][] = JSON.parse(readFileSync(recordingsFile, 'utf8'));
// The service has as many connections, and keeps idle ones as long.
const pool = new pg.Pool({ connectionString: url, max: 10, idleTimeoutMillis: 60_000 });

const names = new Map<string, string>();
function named({ text, values }: Statement): pg.QueryConfig {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('hex').slice(0, 16);
  names.set(text, name);
  return { name, text, values };
}

/** The token is looked up first. Then other reads run side by side, and those of a write in one transaction. */
async function run({ statements: [lookUp, ...others], isTransaction }: Recording): Promise<void> {
  if (lookUp) await pool.query(named(lookUp));
  if (!isTransaction) return void (await Promise.all(others.map((one) => pool.query(named(one)))));
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const one of others) await client.query(named(one));
    await client.query('commit');
  } finally {
    client.release();
  }
}

const app = fastify();
app.all('/*', async (request, reply) => {
  const { 'x-route': route, 'x-sample': sample } = request.headers;
  const recording = recordings[Number(route)]?.[Number(sample)];
  if (!recording) return reply.code(500).send('unknown sample');
  await run(recording);
  reply.code(recording.status).header('content-type', 'application/json; charset=utf-8');
  return recording.body;
});
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
process.once('SIGTERM', () => process.exit(0));
