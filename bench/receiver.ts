/**
 * A receiver of webhooks, in a process of its own. Says how long it took from the first delivery until the last of so
 * many had come. Deliveries to `/slow` are answered after two seconds, and not counted.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const wanted = Number(process.argv[2]);
const SLOW_MS = 2_000;
let received = 0;
let firstAt = 0;

const server = createServer((request, response) => {
  const isSlow = request.url?.startsWith('/slow');
  request.resume().on('end', () => {
    response.statusCode = 204;
    if (isSlow) {
      setTimeout(() => response.end(), SLOW_MS);
      return;
    }
    response.end();
    received += 1;
    if (received === 1) firstAt = performance.now();
    if (received < wanted) return;
    process.send?.(performance.now() - firstAt);
    received = 0;
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
