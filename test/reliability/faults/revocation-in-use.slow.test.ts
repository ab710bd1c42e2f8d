/** A token is revoked while clients of two server processes use it as fast as they can. */

import { expect, test } from 'vitest';
import { createSystemScope } from '../../../src/services/team-scope.ts';
import { findToken, revokeToken } from '../../../src/services/tokens/tokens.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { at, times } from '../../helpers/bookings.ts';
import { buildTeam, buildToken } from '../../helpers/factories.ts';
import { buildMember, PASSWORD } from '../../helpers/pages.ts';
import { type Random, randomOf, seed } from '../../helpers/random.ts';
import { callerOf, type Request } from '../caller.ts';
import { percentile, reportFigures, sized } from '../figures.ts';
import { openSharedServers, type Server } from '../servers.ts';

const ROUNDS = sized(100, 2);
/** A command takes much longer than a page, so fewer rounds use it. */
const ONE_COMMAND_IN = sized(20, 4);
const CLIENTS_EACH = 4;
/** The number of requests that each client sends after the answer to the revocation. */
const LATE_EACH = 2;

type Token = { id: string; name: string; token: string };
type Revoke = (token: Token) => Promise<void>;
type Answer = { status: number | string; startedAt: number; ms: number };

const world = await openSharedApp();
const servers = await openSharedServers(world.url);
const both = await Promise.all([servers.start(), servers.start()]);
const team = await buildTeam(world);

/** Revokes from a member's browser that is signed in at one of the servers. */
async function signIn({ port }: Server): Promise<Revoke> {
  const cookies = new Map<string, string>();
  let formToken = '';
  const send = async (path: string, fields?: Record<string, string>): Promise<Response> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(fields ? { method: 'POST', body: new URLSearchParams({ form_token: formToken, ...fields }) } : {}),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    formToken = /name="form_token" value="([^"]+)"/.exec(await answer.text())?.[1] ?? formToken;
    return answer;
  };
  const { email } = await buildMember(world, { teamId: team.id });
  await send('/app/sign-in');
  expect((await send('/app/sign-in', { email, password: PASSWORD, next: '' })).status).toBe(303);
  const tokens = `/app/teams/${team.slug}/tokens`;
  expect((await send(tokens)).status).toBe(200);
  return async ({ id }) => {
    expect((await send(`${tokens}/${id}/revoke`, {})).status).toBe(303);
  };
}

const byCommand: Revoke = async ({ name }) => {
  const { code } = await servers.cli('token', 'revoke', '--team', team.slug, '--name', name).finished;
  expect(code).toBe(0);
};
const byService: Revoke = async ({ id }) => {
  await revokeToken(createSystemScope(world.services, team.id), { id });
};

async function createToken(name: string): Promise<Token> {
  const token = await buildToken(world, { teamId: team.id, name });
  const { id = '' } = (await findToken({ db: world.services.db, teamId: team.id }, name)) ?? {};
  return { id, name, token };
}

/** A request with a token: a read or a write. */
const requestOf = (random: Random, token: string): Request =>
  random.share() < 0.3
    ? { method: 'POST', path: '/v1/guests', token, body: { name: 'Bea Lind' } }
    : { method: 'GET', path: random.pick(['/v1/me', '/v1/listings', '/v1/bookings?per_page=5']), token };

/** One round: clients at both servers use a token, which is revoked meanwhile. */
async function useAndRevoke(
  token: Token,
  revoke: Revoke,
  round: number,
): Promise<{ late: Answer[]; early: Answer[] }> {
  let revokedAt = Number.POSITIVE_INFINITY;
  const answers: Answer[][] = both.map(() => []);
  const clients = times(both.length * CLIENTS_EACH, async (n) => {
    const random = randomOf(seed, 1_000 * round + n);
    const mine = at(answers, n % both.length);
    const caller = callerOf(at(both, n % both.length).port);
    for (let late = 0; late < LATE_EACH; ) {
      const startedAt = performance.now();
      const { status, ms } = await caller.ask(requestOf(random, token.token));
      mine.push({ status, startedAt, ms });
      if (startedAt > revokedAt) late += 1;
    }
    caller.close();
  });
  const areAllUsing = () => Math.min(...answers.map((mine) => mine.length)) >= CLIENTS_EACH;
  await expect.poll(areAllUsing, { timeout: 60_000, interval: 2 }).toBe(true);
  await revoke(token);
  revokedAt = performance.now();
  await Promise.all(clients);
  const all = answers.flat();
  return {
    late: all.filter(({ startedAt }) => startedAt > revokedAt),
    early: all.filter(({ startedAt }) => startedAt <= revokedAt),
  };
}

test('after a token or session is revoked, no request that starts later succeeds at any process', async () => {
  const pages = [await signIn(both[0]), await signIn(both[1])];
  const early: Answer[] = [];
  const late: Answer[] = [];
  for (const round of times(ROUNDS, (n) => n)) {
    const ways = [...pages, byService];
    const revoke = round % ONE_COMMAND_IN === 0 ? byCommand : at(ways, round % ways.length);
    const answers = await useAndRevoke(await createToken(`Till ${round}`), revoke, round);
    // In each round some clients were using the token, and others came after.
    expect(answers.early.filter(({ status }) => status === 200 || status === 201).length).toBeGreaterThan(0);
    expect(answers.late).toHaveLength(both.length * CLIENTS_EACH * LATE_EACH);
    early.push(...answers.early);
    late.push(...answers.late);
  }
  // On a busy machine, a 503 is a refusal as well.
  expect(late.filter(({ status }) => status !== 401 && status !== 503)).toEqual([]);
  expect(early.filter(({ status }) => ![200, 201, 401, 503].includes(Number(status)))).toEqual([]);
  const refused = early.filter(({ status }) => status === 401).length;
  const waited = [...early, ...late].map(({ ms }) => ms);
  reportFigures('revocation-in-use', {
    load: `${CLIENTS_EACH} clients at each of 2 processes, that read and write with the token as fast as they are answered`,
    faults: `${ROUNDS} revocations: by the pages of either process, by the command, by the service in a third process`,
    refused: late.length + refused,
    slowestMs: percentile(waited, 1),
    p99Ms: percentile(waited, 0.99),
    seen:
      `Of ${early.length} requests that had started before the answer ${refused} were refused already; all ${late.length} ` +
      'that started after it were refused.',
  });
}, 600_000);
