import { once } from 'node:events';
import { connect } from 'node:net';

export type Told = { status: number; headers: string; body: string };
export type Asked = {
  answers: Told[];
  /** Requests that were sent completely and never answered, so their outcome is unknown. */
  lost: string[];
};

/**
 * One request after the other on one connection, like a proxy or a client's pool, until the server ends the connection
 * or `count` requests are answered.
 */
export async function keepAsking(
  port: number,
  requestOf: (index: number) => string,
  count = Number.POSITIVE_INFINITY,
): Promise<Asked> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.setEncoding('utf8').on('error', () => {});
  await once(socket, 'connect');
  const asked: Asked = { answers: [], lost: [] };
  for (let index = 0; index < count && !socket.destroyed; index += 1) {
    const request = requestOf(index);
    socket.write(request);
    const answer = await nextAnswer(socket);
    if (!answer) {
      asked.lost.push(request);
      break;
    }
    asked.answers.push(answer);
    if (/^connection: close\r?$/im.test(answer.headers)) break;
  }
  socket.destroy();
  return asked;
}

function nextAnswer(socket: ReturnType<typeof connect>): Promise<Told | null> {
  return new Promise((resolve) => {
    let received = '';
    const settle = (answer: Told | null) => {
      socket.off('data', onData).off('close', onClose);
      resolve(answer);
    };
    const onClose = () => settle(null);
    const onData = (text: string) => {
      received += text;
      const end = received.indexOf('\r\n\r\n');
      if (end < 0) return;
      const headers = received.slice(0, end);
      const length = Number(/^content-length: (\d+)/im.exec(headers)?.[1] ?? 0);
      const body = received.slice(end + 4);
      if (Buffer.byteLength(body) < length) return;
      settle({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(headers)?.[1]), headers, body });
    };
    socket.on('data', onData).on('close', onClose);
  });
}

/** A request as bytes on the wire. */
export function requestText(method: string, path: string, token: string, body?: object): string {
  const head = [`${method} ${path} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${token}`];
  if (body === undefined) return `${head.join('\r\n')}\r\n\r\n`;
  const json = JSON.stringify(body);
  const about = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(json)}`];
  return `${[...head, ...about].join('\r\n')}\r\n\r\n${json}`;
}
