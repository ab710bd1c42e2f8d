import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Metrics } from './metrics.ts';

const MAX_METRICS_CONNECTIONS = 32;
/** For a request, and for a client that does not read the answer. */
const METRICS_REQUEST_TIMEOUT_MS = 5_000;
const METRICS_HEADERS = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };

export type MetricsServer = { close(): Promise<void> };

/**
 * On a port of its own, which can be kept private. A client that reads slowly takes no connection of the
 * service itself, and does not delay its stop.
 */
export async function serveMetrics(
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  { host, port }: { host: string; port: number },
): Promise<MetricsServer> {
  const limits = {
    requestTimeout: METRICS_REQUEST_TIMEOUT_MS,
    headersTimeout: METRICS_REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: 1_000,
  };
  const server = createServer(limits, async (request, response) => {
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (!isReading || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404, { ...METRICS_HEADERS, 'content-type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify({ message: 'There is nothing at this path and method.' }));
      return;
    }
    try {
      const text = await metrics.text();
      response.writeHead(200, { ...METRICS_HEADERS, 'content-type': metrics.contentType }).end(text);
    } catch {
      response.writeHead(500, METRICS_HEADERS).end();
    }
  });
  server.maxConnections = MAX_METRICS_CONNECTIONS;
  server.timeout = METRICS_REQUEST_TIMEOUT_MS;
  server.listen(port, host);
  await once(server, 'listening');
  return {
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
