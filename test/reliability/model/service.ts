/** The service as the model uses it: over HTTP, with its clock, its team files and its tokens. */
import { Agent, request as httpRequest } from 'node:http';
import { byOperator } from '../../../src/services/write.ts';
import type { TestApp } from '../../helpers/app.ts';
import { buildToken } from '../../helpers/factories.ts';
import type { Moment } from './dates.ts';
import type { Token } from './state.ts';
import { fileOf, type Team } from './team.ts';

// biome-ignore lint/suspicious/noExplicitAny: parsed JSON
export type Json = any;
export type Request = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object | undefined;
  token?: string | null;
  key?: string | undefined;
};
export type Answer = { status: number; body: Json; isReplay: boolean };
export type Service = Awaited<ReturnType<typeof serviceOf>>;

/** Starts listening, and sends requests over connections that stay open. */
export async function serviceOf(app: TestApp) {
  const port = await app.listen();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  function send({ method, path, body, token, key }: Request): Promise<Answer> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      accept: 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(text === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    };
    return new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port, agent, method, path: `/v1${path}`, headers };
      const sent = httpRequest(options, (response) => {
        let received = '';
        response.setEncoding('utf8').on('data', (piece: string) => {
          received += piece;
        });
        response.on('error', reject).on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: received === '' ? null : JSON.parse(received),
            isReplay: response.headers['idempotent-replay'] === 'true',
          }),
        );
      });
      sent.on('error', reject).end(text);
    });
  }

  return {
    send,
    url: app.url,
    setClock: (moment: Moment) => app.clock.set(moment.toString()),
    async sweep(): Promise<void> {
      await app.services.bookings.expireLapsedHolds();
      await app.services.bookings.completeDueBookings();
    },

    /** Creates a team or changes it, together with other parts of a file. */
    async importTeam(team: Team, more: object = {}): Promise<number> {
      const file = JSON.parse(JSON.stringify({ ...fileOf(team), ...more }));
      const result = await app.services.teamFiles.importTeam(file);
      if (!result.ok) throw new Error(`The team file is refused:\n${result.problems.join('\n')}`);
      if (result.notices.length > 0) throw new Error(result.notices.join('\n'));
      return result.teamId;
    },

    async newToken(teamId: number, name: string, scope: Token['scope']): Promise<Token> {
      return { name, scope, isLive: true, text: await buildToken(app, { teamId, name, scope }) };
    },

    async revoke(teamId: number, { name }: Token): Promise<void> {
      if ((await app.services.tokens.revokeToken(byOperator(teamId), name)).kind !== 'done')
        throw new Error(`There is no token ${name}.`);
    },

    close: () => agent.destroy(),
  };
}
