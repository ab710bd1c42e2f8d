/** A worker thread: a proxy to PostgreSQL that passes everything on a moment later, each way, as a network would. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

const { host, port, delayMs } = workerData as { host: string; port: number; delayMs: number };

const passOn = (from: Socket, to: Socket) => {
  from.on('data', (bytes) => setTimeout(() => to.write(bytes), delayMs));
  from.on('close', () => to.destroy());
  from.on('error', () => to.destroy());
};

const server = createServer((near) => {
  const far = connect({ host, port });
  near.setNoDelay(true);
  far.setNoDelay(true);
  passOn(near, far);
  passOn(far, near);
});
server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port));
