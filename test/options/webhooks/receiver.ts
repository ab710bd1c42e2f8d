import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startDeliveries } from '../../../src/options/webhooks/services/worker.ts';
import { createKeyring, type Keyring } from '../../../src/services/keys/keyring.ts';
import { TEST_APP_KEY, type TestApp } from '../../helpers/app.ts';
import type { Client, Json } from '../../helpers/bookings.ts';

export type Received = { headers: IncomingMessage['headers']; text: string; body: Json };
export type Behaviour = (response: ServerResponse, nth: number, received: Received) => unknown;

export const answer =
  (status: number, body = '', headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    response.writeHead(status, headers).end(body);

/** A receiver of webhooks on this machine. It answers 204 until a test sets another answer. */
export async function openReceiver() {
  const received: Received[] = [];
  let behaviour = answer(204);
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const one = { headers: request.headers, text, body: JSON.parse(text) };
    received.push(one);
    await behaviour(response, received.length, one);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    positions: () => received.map(({ body }) => body.data.position),
    behave(next: Behaviour) {
      behaviour = next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type Receiver = Awaited<ReturnType<typeof openReceiver>>;

type DeliverOptions = {
  answersWithinMs?: number;
  mostDeliveries?: number;
  keyring?: Keyring;
  outboundClient?: TestApp['services']['outboundClient'];
};

/** A process's deliveries over a test app, which look for work more often than a server does. */
export function deliverFor(world: TestApp, options: DeliverOptions = {}) {
  const service = startDeliveries({
    ...world.services,
    keyring: createKeyring(TEST_APP_KEY),
    onError: (error) => world.backgroundErrors.push(error),
    everyMs: 20,
    ...options,
  });
  return { ...service, [Symbol.asyncDispose]: service.stop };
}

export const follow = (client: Client, url: string, more: object = {}): Promise<Json> =>
  client.data(client.send('POST', '/webhooks', { url, ...more }), 201);

export const deliveriesOf = async (client: Client, id: string, query = ''): Promise<Json[]> =>
  (await client.send('GET', `/webhooks/${id}/deliveries?per_page=100${query}`)).body.data;

/** Makes something happen: a guest, whose event is about no booking. */
export const happen = (client: Client): Promise<Json> =>
  client.data(client.send('POST', '/guests', { name: `Guest ${randomUUID()}` }), 201);
