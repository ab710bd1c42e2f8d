import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { createDatabase } from '../../../src/db/client.ts';
import { tokenUses } from '../../../src/db/schema/teams.ts';
import { createSystemScope } from '../../../src/services/team-scope.ts';
import { listTokens, revokeToken } from '../../../src/services/tokens/tokens.ts';
import { createTokenUses } from '../../../src/services/tokens/uses.ts';
import { openSharedApp, openTestApp, TEST_NOW, type TestApp } from '../../helpers/app.ts';
import { buildTeam, buildToken } from '../../helpers/factories.ts';

let teamId: number;
let token: string;

const world = await openSharedApp();
/** Another server process over the same database. */
const other = await openSharedApp({ url: world.url });
beforeEach(async () => {
  for (const app of [world, other]) app.clock.set(TEST_NOW);
  teamId = (await buildTeam(world)).id;
  token = await buildToken(world, { teamId });
});

async function useAt(app: TestApp, moment: string) {
  app.clock.set(moment);
  expect((await app.get('/v1/me', token)).statusCode).toBe(200);
}

async function storedUses(): Promise<string[]> {
  const rows = await world.db.select().from(tokenUses).where(eq(tokenUses.teamId, teamId));
  return rows.map(({ lastUsedAt }) => lastUsedAt.toISOString());
}

test('the last use of a token is written a moment later, not during the request', async () => {
  await useAt(world, TEST_NOW);
  expect(await storedUses()).toEqual([]);
  for (let wait = 0; (await storedUses()).length === 0; wait += 1) {
    if (wait > 600) throw new Error('The use was never written.');
    await sleep(50);
  }
  expect(await storedUses()).toEqual(['2031-05-05T10:00:00.000Z']);
});

test('a server that stops writes the last uses of tokens that it has collected', async () => {
  const stopping = await openTestApp({ url: world.url });
  await useAt(stopping, '2031-05-05T10:00:07Z');
  await stopping.close();
  expect(await storedUses()).toEqual(['2031-05-05T10:00:07.000Z']);
});

test('the last use of a token is written at most once a minute', async () => {
  for (const [moment, stored] of [
    ['10:00:00', '10:00:00'],
    ['10:00:01', '10:00:00'],
    ['10:00:59', '10:00:00'],
    ['10:01:00', '10:01:00'],
    ['10:01:30', '10:01:00'],
    ['10:00:30', '10:01:00'],
    ['11:30:00', '11:30:00'],
  ] as const) {
    await useAt(world, `2031-05-05T${moment}Z`);
    await world.services.close();
    expect([moment, await storedUses()]).toEqual([moment, [`2031-05-05T${stored}.000Z`]]);
  }
});

test('several processes together write the last use of a token at most once a minute', async () => {
  await Promise.all([useAt(world, '2031-05-05T10:00:00Z'), useAt(other, '2031-05-05T10:00:20Z')]);
  await world.services.close();
  await other.services.close();
  expect(await storedUses()).toEqual(['2031-05-05T10:00:00.000Z']);
  // A use collected before the other process wrote does not overwrite it, so the time never goes back.
  await Promise.all([useAt(world, '2031-05-05T10:05:00Z'), useAt(other, '2031-05-05T10:09:00Z')]);
  await other.services.close();
  await world.services.close();
  expect(await storedUses()).toEqual(['2031-05-05T10:09:00.000Z']);
});

test('the last uses of many tokens of a team are all written', async () => {
  const more = await Promise.all(Array.from({ length: 10 }, () => buildToken(world, { teamId })));
  await Promise.all([token, ...more].map((one) => world.get('/v1/me', one)));
  await world.services.close();
  expect(await storedUses()).toHaveLength(11);
});

test('if the last use of a token cannot be written, the error is logged and no request fails', async () => {
  world.backgroundErrors.length = 0;
  await world.db.execute(
    sql`alter table token_uses add constraint token_uses_refused check (false) not valid`,
  );
  try {
    await useAt(world, TEST_NOW);
    await world.services.close();
  } finally {
    await world.db.execute(sql`alter table token_uses drop constraint token_uses_refused`);
  }
  expect(world.backgroundErrors).toHaveLength(1);
  await useAt(world, TEST_NOW);
  await world.services.close();
  expect(await storedUses()).toHaveLength(1);
});

test('a token that is revoked before its last use is written causes no error', async () => {
  const name = 'Gone';
  const gone = await buildToken(world, { teamId, name });
  await world.get('/v1/me', gone);
  await revokeToken(createSystemScope(world.services, teamId), name);
  world.backgroundErrors.length = 0;
  await world.services.close();
  expect(world.backgroundErrors).toEqual([]);
});

test('a token’s use within a minute of its last one takes no statement', async () => {
  const heard: string[] = [];
  const handle = createDatabase({
    url: world.url,
    applicationName: 'innkeep-tests',
    onStatement: (statement) => heard.push(statement),
  });
  const uses = createTokenUses(handle.db, () => {});
  const [{ id: tokenId } = { id: '' }] = await listTokens({ db: world.services.db, teamId });
  const momentAfter = (seconds: number) => new Date(Date.parse(TEST_NOW) + seconds * 1_000);
  const statementsOf = async (work: () => unknown) => {
    heard.length = 0;
    await work();
    await uses.flush();
    return [...heard];
  };
  const use = (seconds: number) => () => uses.record({ teamId, tokenId, usedAt: momentAfter(seconds) });
  const find = (seconds: number) => () => uses.find({ teamId, tokenId }, momentAfter(seconds));
  await statementsOf(use(0));
  for (const seconds of [-30, 0, 59]) {
    expect(await statementsOf(use(seconds))).toEqual([]);
    expect(await statementsOf(find(seconds))).toEqual([]);
    expect(await find(seconds)()).toEqual(momentAfter(0));
  }
  expect(await statementsOf(use(60))).not.toEqual([]);
  await handle.close();
});

test('if last uses of one team cannot be written, those of another team are', async () => {
  const otherTeamId = (await buildTeam(world)).id;
  await buildToken(world, { teamId: otherTeamId });
  const [{ id: tokenId } = { id: '' }] = await listTokens({ db: world.services.db, teamId: otherTeamId });
  const errors: unknown[] = [];
  const uses = createTokenUses(world.db, (error) => errors.push(error));
  const usedAt = new Date(TEST_NOW);
  // A token that the first team does not have.
  uses.record({ teamId, tokenId: '00000000-0000-7000-8000-000000000000', usedAt });
  uses.record({ teamId: otherTeamId, tokenId, usedAt });
  await uses.flush();
  expect(errors).toHaveLength(1);
  expect(await uses.find({ teamId: otherTeamId, tokenId }, usedAt)).toEqual(usedAt);
});
