/** Sends samples over keep-alive connections, and measures the answers. */
import autocannon from 'autocannon';
import type { Sample } from './routes.ts';

export type Load = {
  url: string;
  /** The headers `x-route` and `x-sample` tell the bare driver which statements to send. */
  route: number;
  samples: readonly Sample[];
  connections: number;
  /** Samples that can be sent only once: which to send, in order. Otherwise they are sent in turn, for some seconds. */
  once?: { from: number; count: number };
  seconds: number;
};

export async function runLoad({ url, route, samples, connections, once, seconds }: Load) {
  const latencies: number[] = [];
  let sent = 0;
  const startedAt = performance.now();
  let endedAt = startedAt;
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const options: autocannon.Options = {
    url,
    connections,
    ...(once ? { amount: once.count } : { duration: seconds }),
    requests: [
      {
        setupRequest(request) {
          const n = once ? once.from + sent : sent % samples.length;
          sent += 1;
          const sample = samples[n];
          if (!sample) throw new Error(`There is no sample ${n}.`);
          const headers = { ...sample.headers, 'x-route': String(route), 'x-sample': String(n) };
          return { ...request, ...sample, headers };
        },
      },
    ],
  };
  const run = autocannon(options, (error, done) => (error ? reject(error) : resolve(done)));
  run.on('response', (_client, _status, _bytes, milliseconds) => {
    latencies.push(milliseconds);
    endedAt = performance.now();
  });
  const { non2xx, errors, timeouts } = await promise;
  latencies.sort((a, b) => a - b);
  const percentile = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  return {
    count: latencies.length,
    perSecond: (1_000 * latencies.length) / (endedAt - startedAt),
    p50Ms: percentile(0.5),
    p99Ms: percentile(0.99),
    /** Answers other than 2xx, and connections that failed. */
    failures: non2xx + errors + timeouts,
  };
}
