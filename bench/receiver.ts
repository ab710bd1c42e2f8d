/** A receiver of webhooks, in a process of its own: counts what arrives, and says when the last of so many did. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const wanted = Number(process.argv[2]);
let received = 0;
let firstAt = 0;

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    received += 1;
    if (received === 1) firstAt = performance.now();
    response.writeHead(204).end();
    if (received < wanted) return;
    process.stdout.write(`${performance.now() - firstAt}\n`);
    received = 0;
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook\n`);
});
