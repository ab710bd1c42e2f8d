/** Connections that send the beginning of a request and then nothing more. */
import type { Socket } from 'node:net';
import { afterEach, expect } from 'vitest';
import type { TestApp } from '../helpers/app.ts';
import { openSocket } from '../helpers/socket.ts';

/** The bytes of a body that is not small. */
export const LARGE = 70_000;
export const BUSY = { message: 'The service is busy for a moment. Please try again.' };

export const headOf = (path: string, { token, type = 'application/json', bytes = LARGE }: Partial<Sent>) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${bytes}\r\n${
    token ? `Authorization: Bearer ${token}\r\n` : ''
  }\r\n`;
type Sent = { token: string; type: string; bytes: number };

/** After each test of the file, the connections end, and all shares are free again. */
export function stallAt({ app: { shares } }: Pick<TestApp, 'app'>, port: number) {
  const sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    for (const share of Object.values(shares)) await expect.poll(() => share.readFigures().open).toBe(0);
  });
  return {
    sockets,
    stall(count: number, bytes: string, from?: string): void {
      for (let nth = 0; nth < count; nth += 1) {
        const socket = openSocket(port, from);
        if (bytes) socket.write(bytes);
        sockets.push(socket);
      }
    },
  };
}
