import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

export type Answer = {
  status: number;
  headers: Record<string, string>;
  body: string;
  json(): unknown;
};

/** Sends exactly these bytes to a server and reads its answer until the server closes the connection. */
export async function speak(port: number, bytes: string | Buffer, localAddress?: string): Promise<Answer> {
  const socket = openSocket(port, localAddress);
  socket.write(bytes);
  return readAnswer(socket);
}

/** Opens a connection, from another address of this machine if one is given. */
export function openSocket(port: number, localAddress = '127.0.0.1'): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true });
  // The test checks the bytes that arrived before a reset.
  socket.on('error', () => {});
  return socket;
}

export async function readAnswer(socket: Socket): Promise<Answer> {
  const answer = parseAnswer(await text(socket));
  socket.destroy();
  return answer;
}

function parseAnswer(received: string): Answer {
  const [head = '', ...rest] = received.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const body = rest.join('\r\n\r\n');
  return {
    status: Number(/^HTTP\/1\.[01] (\d{3})/.exec(statusLine)?.[1]),
    headers,
    body,
    json: () => JSON.parse(body),
  };
}
