/** The load, in a process of its own: sends samples over keep-alive connections and prints its measurements as JSON. */
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import type { Sample } from './routes.ts';

export type LoadOrder = {
  url: string;
  route: string;
  /** A file with the samples, each of which is sent with its number. */
  samplesFile: string;
  /**
   * Samples that can be sent only once: which to send, in order. Otherwise samples are sent in turn, for some seconds.
   */
  only?: { from: number; count: number };
  seconds?: number;
  connections: number;
  /** As many as the service can answer, if absent. */
  requestsPerSecond?: number;
};

export type LoadResult = {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  count: number;
  /** Answers other than 2xx, and connections that failed. */
  failures: number;
};

const order = JSON.parse(process.argv[2] ?? '{}') as LoadOrder;
const samples = JSON.parse(readFileSync(order.samplesFile, 'utf8')) as Sample[];
const { only } = order;
const latencies: number[] = [];
let sent = 0;

const nextSample = () => {
  const number = only ? only.from + sent : sent % samples.length;
  sent += 1;
  const sample = samples[number];
  if (!sample) throw new Error(`There is no sample ${number}.`);
  return { sample, number };
};

const startedAt = performance.now();
let endedAt = startedAt;
const { promise: whenDone, resolve, reject } = Promise.withResolvers<autocannon.Result>();
const options: autocannon.Options = {
  url: order.url,
  connections: order.connections,
  ...(order.requestsPerSecond === undefined ? {} : { overallRate: order.requestsPerSecond }),
  ...(only ? { amount: only.count } : { duration: order.seconds ?? 5 }),
  requests: [
    {
      setupRequest: (request) => {
        const { sample, number } = nextSample();
        const { method, path, headers, body } = sample;
        const marks = { 'x-route': order.route, 'x-sample': String(number) };
        return {
          ...request,
          method,
          path,
          headers: { ...headers, ...marks },
          ...(body === undefined ? {} : { body }),
        };
      },
    },
  ],
};
const run = autocannon(options, (error, done) => (error ? reject(error) : resolve(done)));
run.on('response', (_client, _status, _bytes, milliseconds) => {
  latencies.push(milliseconds);
  endedAt = performance.now();
});
const result = await whenDone;

latencies.sort((a, b) => a - b);
const percentile = (share: number) =>
  latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
const measured: LoadResult = {
  requestsPerSecond: latencies.length / ((endedAt - startedAt) / 1000),
  p50Ms: percentile(0.5),
  p99Ms: percentile(0.99),
  count: latencies.length,
  failures: result.non2xx + result.errors + result.timeouts,
};
process.stdout.write(`${JSON.stringify(measured)}\n`);
