import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createDatabase } from '../../src/db/client.ts';
import { lockTeam } from '../../src/db/queries/teams/teams.ts';
import { tokens } from '../../src/db/schema/teams.ts';
import { createKeyring } from '../../src/services/keys/keyring.ts';
import { reencryptTokens } from '../../src/services/keys/rotate-tokens.ts';
import { createSystemScope } from '../../src/services/team-scope.ts';
import { revokeToken, showToken } from '../../src/services/tokens/tokens.ts';
import { openTestApp, TEST_APP_KEY, type TestApp } from '../helpers/app.ts';
import { buildTeam, buildToken } from '../helpers/factories.ts';
import { addApp, codeOf, signInWithCode } from '../helpers/factors.ts';
import { openTeamPages, visitorOf } from '../helpers/pages.ts';
import { openSharedFolder, type Running, run } from '../helpers/process.ts';
import { runInProcess } from './command.ts';

const OLD = TEST_APP_KEY;
const NEW = Buffer.alloc(32, 'the next key');
const OTHER = Buffer.alloc(32, 'a third key');
const ONE_LINE = /^innkeep: [^\n]+\n$/;

const cwd = await openSharedFolder('innkeep-keys-');

type Known = { teamId: number; name: string; token: string };

/** Runs `work` over a database with tokens of some teams, all made under the old key, and one revoked. */
async function withTokens(
  { teamCount = 3, perTeam = 4 },
  work: (world: TestApp, known: Known[]) => Promise<void>,
): Promise<void> {
  const world = await openTestApp();
  try {
    const known: Known[] = [];
    for (let team = 0; team < teamCount; team += 1) {
      const { id: teamId } = await buildTeam(world);
      for (let index = 0; index < perTeam; index += 1) {
        const name = `Till ${index}`;
        known.push({ teamId, name, token: await buildToken(world, { teamId, name }) });
      }
      await buildToken(world, { teamId, name: 'Revoked' });
      await revokeToken(createSystemScope(world.services, teamId), 'Revoked');
    }
    await work(world, known);
  } finally {
    await world.close();
  }
}

/** Another server over the same database, with these keys. It writes with the first. */
async function withKeys<Result>(
  world: TestApp,
  [current = OLD, ...previous]: Buffer[],
  work: (server: TestApp) => Promise<Result>,
): Promise<Result> {
  const server = await openTestApp({ url: world.url, keyring: createKeyring(current, previous) });
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

const base64 = (key: Buffer) => key.toString('base64');

const envOf = (world: TestApp, [current = OLD, ...previous]: Buffer[]) => ({
  DATABASE_URL: world.url,
  APP_KEY: base64(current),
  APP_KEY_PREVIOUS: previous.map(base64).join(','),
});
const rotate = (world: TestApp, keys: Buffer[]) => runInProcess(['key', 'rotate'], envOf(world, keys));

const stored = ({ db }: TestApp) => db.select().from(tokens).orderBy(tokens.id);

async function countUnder({ db }: TestApp, key: Buffer): Promise<number> {
  return db.$count(tokens, sql`revoked_at is null and key_id = ${createKeyring(key).currentKeyId}`);
}

async function expectAllToWork(world: TestApp, keys: Buffer[], known: readonly Known[]) {
  await withKeys(world, keys, async (server) => {
    for (const { teamId, name, token } of known) {
      expect((await server.get('/v1/me', token)).statusCode).toBe(200);
      expect(await showToken(createSystemScope(server.services, teamId), server.services, name)).toBe(token);
    }
  });
}

test('tokens keep working while APP_KEY changes, and afterwards are found and shown under the new key alone', async () => {
  await withTokens({ teamCount: 4, perTeam: 30 }, async (world, known) => {
    const before = await stored(world);
    const answered: number[] = [];
    await withKeys(world, [NEW, OLD], async (server) => {
      let isDone = false;
      const ask = async (offset: number) => {
        // One more round after the end, so that every token is used under the new key too.
        for (let rounds = 0; rounds < 2 || !isDone; rounds += 1) {
          for (let index = offset; index < known.length; index += 4) {
            answered.push((await server.get('/v1/me', known[index]?.token)).statusCode);
          }
        }
      };
      const asking = Promise.all([0, 1, 2, 3].map(ask));
      // Over connections of its own, like the command: the requests take all of the server's. Whatever comes of it, the
      // requests end before the server does.
      const rotation = await reencryptTokens({ db: world.db, keyring: createKeyring(NEW, [OLD]) }).finally(
        () => {
          isDone = true;
          return asking;
        },
      );
      expect(rotation).toEqual({ rewritten: known.length, unreadable: [] });
    });
    expect(new Set(answered)).toEqual(new Set([200]));
    expect(answered.length).toBeGreaterThanOrEqual(2 * known.length);
    await expectAllToWork(world, [NEW], known);

    // Only the key's own columns have changed, and nothing of revoked tokens.
    const after = await stored(world);
    const rest = ({ revokedAt, tokenHash, ciphertext, keyId, ...others }: (typeof after)[number]) =>
      revokedAt ? { ...others, revokedAt, tokenHash, ciphertext, keyId } : others;
    expect(after.map(rest)).toEqual(before.map(rest));
  });
});

test('the key command reports its work, has nothing to do the second time, and leaves nothing under the earlier key', async () => {
  await withTokens({}, async (world, known) => {
    expect(await rotate(world, [NEW, OTHER, OLD])).toEqual({
      code: 0,
      stdout: `${known.length}\ttokens rewritten\n0\ttokens that no key can decrypt\n`,
      stderr: 'innkeep: every token is now under the current key.\n',
    });
    const after = await stored(world);
    expect(await rotate(world, [NEW])).toEqual({
      code: 0,
      stdout: '0\ttokens rewritten\n0\ttokens that no key can decrypt\n',
      stderr: 'innkeep: every token was already under the current key.\n',
    });
    const refused = await runInProcess(['team', 'list'], envOf(world, [OLD]));
    expect(refused).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(ONE_LINE) });
    expect(refused.stderr).toContain('APP_KEY');
    expect(await stored(world)).toEqual(after);
    await expectAllToWork(world, [NEW], known);
  });
});

test('without the earlier key, or with a wrong one, the key command changes nothing and says why in one line', async () => {
  await withTokens({}, async (world) => {
    const before = await stored(world);
    for (const keys of [[NEW], [NEW, OTHER]]) {
      const result = await rotate(world, keys);
      expect(result).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(ONE_LINE) });
      expect(result.stderr).toContain('APP_KEY_PREVIOUS');
    }
    expect(await stored(world)).toEqual(before);
  });
});

test('if the key command is killed half-way, every token still works under one of the keys, and the next run does the rest', async () => {
  await withTokens({}, async (world, known) => {
    const perTeam = known.length / 3;
    const lastTeam = known.at(-1)?.teamId ?? 0;
    let killed: Running | undefined;
    // Without deadlines, because the lock is held while a process starts.
    const holder = createDatabase({
      url: world.url,
      applicationName: 'innkeep-test-holder',
      poolMax: 1,
      deadlines: false,
    });
    await holder.db.transaction(async (tx) => {
      await lockTeam(tx, lastTeam);
      killed = run('cli', { args: ['key', 'rotate'], env: envOf(world, [NEW, OLD]), cwd });
      await withKeys(world, [OLD], (watcher) =>
        expect.poll(() => countUnder(watcher, NEW), { timeout: 40_000 }).toBe(2 * perTeam),
      );
      killed.child.kill('SIGKILL');
      await killed.finished;
    });
    await holder.close();
    expect([await countUnder(world, NEW), await countUnder(world, OLD)]).toEqual([2 * perTeam, perTeam]);
    await expectAllToWork(world, [NEW, OLD], known);
    await expectAllToWork(world, [OLD, NEW], known);

    expect(await rotate(world, [NEW, OLD])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`${perTeam}\ttokens rewritten\n`),
    });
    await expectAllToWork(world, [NEW], known);
  });
});

test('two key commands at once share the work, and both succeed', async () => {
  await withTokens({ teamCount: 8 }, async (world, known) => {
    const keyring = createKeyring(NEW, [OLD]);
    const rotations = await withKeys(world, [OLD], (other) =>
      Promise.all([world, other].map(({ db }) => reencryptTokens({ db, keyring }))),
    );
    expect(rotations.map(({ unreadable }) => unreadable)).toEqual([[], []]);
    expect(rotations.reduce((sum, { rewritten }) => sum + rewritten, 0)).toBe(known.length);
    await expectAllToWork(world, [NEW], known);
  });
});

test('while the key command runs, a server with both keys can create and revoke tokens', async () => {
  await withTokens({ teamCount: 2, perTeam: 10 }, async (world, known) => {
    await withKeys(world, [OLD, NEW], async (server) => {
      const [first, ...kept] = known;
      const teamId = first?.teamId ?? 0;
      const [made] = await Promise.all([
        buildToken(server, { teamId, name: 'Made meanwhile' }),
        revokeToken(createSystemScope(server.services, teamId), first?.name ?? ''),
        reencryptTokens({ db: world.db, keyring: createKeyring(NEW, [OLD]) }),
      ]);
      expect((await server.get('/v1/me', first?.token)).statusCode).toBe(401);
      await reencryptTokens({ db: server.db, keyring: createKeyring(NEW, [OLD]) });
      await expectAllToWork(world, [NEW], [...kept, { teamId, name: 'Made meanwhile', token: made }]);
    });
  });
});

test('a damaged token is named and left as it is, and the key command rewrites the others', async () => {
  await withTokens({}, async (world, [damaged, ...others]) => {
    const [row] = await world.db
      .update(tokens)
      .set({ ciphertext: Buffer.alloc(60).toString('base64') })
      .where(sql`team_id = ${damaged?.teamId} and name = ${damaged?.name}`)
      .returning();
    const { code, stdout, stderr } = await rotate(world, [NEW, OLD]);
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: `${others.length}\ttokens rewritten\n1\ttokens that no key can decrypt\n`,
    });
    expect(stderr).toMatch(/^innkeep: the token "Till 0" of the team \S+ is damaged: revoke it\.\n$/);
    expect(await stored(world)).toContainEqual(row);
    await expectAllToWork(world, [NEW, OLD], others);
  });
});

test('second factors are stored under the new key too, and sign in under it alone', async () => {
  const world = await openTestApp();
  try {
    const { member, visitor } = await openTeamPages(world);
    const { secret, codes } = await addApp(world, visitor);
    expect(await rotate(world, [NEW, OLD])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('1 second factors rewritten as well.'),
    });
    expect((await rotate(world, [NEW])).stderr).not.toContain('second factors');
    const refused = await runInProcess(['team', 'list'], envOf(world, [OLD]));
    expect(refused).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(ONE_LINE) });
    await withKeys(world, [NEW], async (server) => {
      server.clock.set(new Date(world.clock.now().getTime() + 60_000).toISOString());
      for (const code of [codeOf(server, secret), codes[0] ?? ''])
        expect((await signInWithCode(visitorOf(server), member, code)).statusCode).toBe(303);
    });
  } finally {
    await world.close();
  }
});
