import { randomUUIDv7 } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { findSqlError } from '../../../src/db/errors.ts';
import { lockTeam } from '../../../src/db/queries/teams/teams.ts';
import { insertToken } from '../../../src/db/queries/teams/tokens.ts';
import { tokens } from '../../../src/db/schema/teams.ts';
import { MAX_LIVE_TOKENS } from '../../../src/domain/limits.ts';
import { NotFound } from '../../../src/services/errors.ts';
import { createKeyring } from '../../../src/services/keys/keyring.ts';
import { createSystemScope } from '../../../src/services/team-scope.ts';
import {
  buildStoredToken,
  createToken,
  listTokens,
  revokeToken,
  showToken,
} from '../../../src/services/tokens/tokens.ts';
import { openSharedApp, openTestApp, TEST_APP_KEY, type TestApp } from '../../helpers/app.ts';
import { buildTeam, buildToken } from '../../helpers/factories.ts';
import { untilSomebodyWaits } from '../../helpers/waiting.ts';

const keyring = createKeyring(TEST_APP_KEY);
const BY_AN_OPERATOR = { access: 'read-write', createdBy: null } as const;

const world = await openSharedApp();

const NAME_TAKEN = { reason: 'name_taken' };
const TOO_MANY = { reason: 'too_many' };
const newTeamId = async () => (await buildTeam(world)).id;
const isKnown = async (token: string) => (await world.services.account.authenticate(token)) !== null;

const liveRow = async (teamId: number, name: string) =>
  (
    await world.db
      .select()
      .from(tokens)
      .where(and(eq(tokens.teamId, teamId), eq(tokens.name, name), isNull(tokens.revokedAt)))
  )[0];

/** Why some calls were refused. */
const reasonsOf = (results: readonly PromiseSettledResult<unknown>[]): unknown[] =>
  results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));

test('a token is created, listed without its text, shown again and accepted', async () => {
  const teamId = await newTeamId();
  const created = await createToken(createSystemScope(world.services, teamId), world.services, {
    name: 'Back office',
    access: 'read-only',
    createdBy: { email: 'ana@harbour.example', name: 'Ana Reis' },
  });
  expect(created.token).toMatch(/^ink_[0-9A-Za-z]{46}$/);
  expect(await showToken(createSystemScope(world.services, teamId), world.services, 'Back office')).toBe(
    created.token,
  );
  const listed = await listTokens({ db: world.db, teamId });
  expect(listed).toEqual([
    {
      id: expect.any(String),
      name: 'Back office',
      access: 'read-only',
      role: null,
      listings: null,
      createdByEmail: 'ana@harbour.example',
      createdByName: 'Ana Reis',
      madeByTokenName: null,
      createdAt: new Date('2031-05-05T10:00:00Z'),
      lastUsedAt: null,
    },
  ]);
  expect(await world.services.account.authenticate(created.token)).toMatchObject({
    team: { id: teamId },
    token: { id: listed[0]?.id, name: 'Back office', access: 'read-only' },
  });
});

test('no two tokens are the same', async () => {
  const teamId = await newTeamId();
  const made = await Promise.all(Array.from({ length: 10 }, () => buildToken(world, { teamId })));
  expect(new Set(made).size).toBe(10);
});

test('the stored columns of a token do not contain its text', async () => {
  const teamId = await newTeamId();
  const token = await buildToken(world, { teamId, name: 'Till' });
  const row = await liveRow(teamId, 'Till');
  const stored = JSON.stringify(row);
  const ciphertext = Buffer.from(row?.ciphertext ?? '', 'base64').toString('latin1');
  for (const part of [
    token,
    token.slice(4),
    token.slice(4, 44),
    Buffer.from(token).toString('base64').slice(0, 40),
  ]) {
    expect(stored).not.toContain(part);
    expect(ciphertext).not.toContain(part);
  }
  expect(row).toMatchObject({ tokenHash: keyring.hash(token), keyId: keyring.currentKeyId });
});

test('an encrypted token copied to another row cannot be shown', async () => {
  const teamId = await newTeamId();
  await buildToken(world, { teamId, name: 'Mine' });
  await buildToken(world, { teamId, name: 'Yours' });
  const [mine, yours] = [await liveRow(teamId, 'Mine'), await liveRow(teamId, 'Yours')];
  await world.db
    .update(tokens)
    .set({ ciphertext: mine?.ciphertext ?? '' })
    .where(eq(tokens.id, yours?.id ?? ''));
  await expect(
    showToken(createSystemScope(world.services, teamId), world.services, 'Yours'),
  ).rejects.toThrow();
  expect(await showToken(createSystemScope(world.services, teamId), world.services, 'Mine')).toMatch(/^ink_/);
});

describe('names of tokens', () => {
  test('a token’s name is unique among its team’s live tokens, and free again after revocation', async () => {
    const teamId = await newTeamId();
    const first = await buildToken(world, { teamId, name: 'Till' });
    await expect(
      createToken(createSystemScope(world.services, teamId), world.services, {
        name: 'Till',
        ...BY_AN_OPERATOR,
      }),
    ).rejects.toMatchObject(NAME_TAKEN);
    await createToken(createSystemScope(world.services, teamId), world.services, {
      name: 'till',
      ...BY_AN_OPERATOR,
    });
    await createToken(createSystemScope(world.services, await newTeamId()), world.services, {
      name: 'Till',
      ...BY_AN_OPERATOR,
    });

    await revokeToken(createSystemScope(world.services, teamId), 'Till');
    const second = await buildToken(world, { teamId, name: 'Till' });
    expect([await isKnown(first), await isKnown(second)]).toEqual([false, true]);
    expect(await showToken(createSystemScope(world.services, teamId), world.services, 'Till')).toBe(second);
    await revokeToken(createSystemScope(world.services, teamId), 'Till');
    await expect(revokeToken(createSystemScope(world.services, teamId), 'Till')).rejects.toThrow(NotFound);
  });

  test('if many tokens are created at once with the same name, one of them is', async () => {
    const teamId = await newTeamId();
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, () =>
        createToken(createSystemScope(world.services, teamId), world.services, {
          name: 'Race',
          ...BY_AN_OPERATOR,
        }),
      ),
    );
    expect(reasonsOf(results)).toMatchObject(Array(5).fill(NAME_TAKEN));
  });

  test('the database itself refuses two live tokens with one name', async () => {
    const teamId = await newTeamId();
    await buildToken(world, { teamId, name: 'Till' });
    const row = await liveRow(teamId, 'Till');
    if (!row) throw new Error('There is no such token.');
    const insert = world.db.insert(tokens).values({ ...row, id: randomUUIDv7(), tokenHash: 'other' });
    const error = await insert.then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(findSqlError(error)).toEqual({ sqlState: '23505', constraint: 'tokens_live_name_key' });
  });
});

test('a team has at most 500 live tokens, and revoked ones do not count', async () => {
  const teamId = await newTeamId();
  const row = (n: number) => {
    const id = randomUUIDv7();
    return {
      teamId,
      name: `Token ${n}`,
      access: 'read-only' as const,
      createdAt: new Date(0),
      ...buildStoredToken(keyring, { teamId, tokenId: id }, `made-for-a-test-${n}`),
    };
  };
  const revoked = { ...row(1_000), ciphertext: null, revokedAt: new Date(0) };
  await world.db
    .insert(tokens)
    .values([...Array.from({ length: MAX_LIVE_TOKENS - 1 }, (_, n) => row(n)), revoked]);
  expect(MAX_LIVE_TOKENS).toBe(500);
  const results = await Promise.allSettled(
    ['a', 'b', 'c'].map((name) =>
      createToken(createSystemScope(world.services, teamId), world.services, { name, ...BY_AN_OPERATOR }),
    ),
  );
  expect(reasonsOf(results)).toMatchObject(Array(2).fill(TOO_MANY));
  await revokeToken(createSystemScope(world.services, teamId), 'Token 7');
  await createToken(createSystemScope(world.services, teamId), world.services, {
    name: 'd',
    ...BY_AN_OPERATOR,
  });
});

describe('tokens created at once', () => {
  const rowOf = (teamId: number, name: string) => {
    const tokenId = randomUUIDv7();
    const who = {
      role: null,
      createdByEmail: null,
      createdByName: null,
      madeByTokenId: null,
      isLimited: false,
      createdAt: new Date(0),
    };
    return {
      name,
      access: 'read-only' as const,
      ...who,
      ...buildStoredToken(keyring, { teamId, tokenId }, tokenId),
    };
  };
  /** Makes a token while an open transaction makes another one, which ends once the first waits for it. */
  async function makeBeside(teamId: number, other: string, name: string) {
    const { creating } = await world.db.transaction(async (tx) => {
      await lockTeam(tx, teamId);
      await insertToken(tx, teamId, rowOf(teamId, other));
      let isDone = false;
      const creating = createToken(createSystemScope(world.services, teamId), world.services, {
        name,
        ...BY_AN_OPERATOR,
      }).finally(() => {
        isDone = true;
      });
      creating.catch(() => {});
      await Promise.race([untilSomebodyWaits(world), expect.poll(() => isDone).toBe(true)]);
      return { creating };
    });
    return creating;
  }

  test('a token is refused if its name is taken while it is created', async () => {
    await expect(makeBeside(await newTeamId(), 'Till', 'Till')).rejects.toMatchObject(NAME_TAKEN);
  });

  test('a token is refused if the last of 500 places is taken while it is created', async () => {
    const teamId = await newTeamId();
    for (let n = 1; n < MAX_LIVE_TOKENS; n += 1)
      await world.db.transaction((tx) => insertToken(tx, teamId, rowOf(teamId, `Token ${n}`)));
    await expect(makeBeside(teamId, 'Last', 'Till')).rejects.toMatchObject(TOO_MANY);
  });
});

describe('a revoked token', () => {
  test('a revoked token is neither accepted, shown nor listed, and its encrypted text is deleted', async () => {
    const teamId = await newTeamId();
    const token = await buildToken(world, { teamId, name: 'Till' });
    const { id = '' } = (await liveRow(teamId, 'Till')) ?? {};
    await revokeToken(createSystemScope(world.services, teamId), 'Till');
    expect(await isKnown(token)).toBe(false);
    expect(await showToken(createSystemScope(world.services, teamId), world.services, 'Till')).toBeNull();
    expect(await listTokens({ db: world.db, teamId })).toEqual([]);
    const [row] = await world.db.select().from(tokens).where(eq(tokens.id, id));
    expect(row).toMatchObject({ ciphertext: null, revokedAt: new Date('2031-05-05T10:00:00Z') });
  });

  test('a team cannot revoke or show a token of another team', async () => {
    const [teamId, other] = [await newTeamId(), await newTeamId()];
    const token = await buildToken(world, { teamId, name: 'Till' });
    await expect(revokeToken(createSystemScope(world.services, other), 'Till')).rejects.toThrow(NotFound);
    expect(await showToken(createSystemScope(world.services, other), world.services, 'Till')).toBeNull();
    expect(await isKnown(token)).toBe(true);
  });
});

test('tokens are listed by name in code-point order, those of the team alone', async () => {
  const [teamId, other] = [await newTeamId(), await newTeamId()];
  await buildToken(world, { teamId: other, name: 'Other' });
  for (const name of ['b', 'Ä', 'B', 'a']) await buildToken(world, { teamId, name });
  expect((await listTokens({ db: world.db, teamId })).map(({ name }) => name)).toEqual(['B', 'a', 'b', 'Ä']);
});

describe('tokens after a new APP_KEY', () => {
  const NEW_KEY = Buffer.alloc(32, 'another key');

  async function withKeyring<T>(own: ReturnType<typeof createKeyring>, work: (other: TestApp) => Promise<T>) {
    const other = await openTestApp({ url: world.url, keyring: own });
    try {
      return await work(other);
    } finally {
      await other.close();
    }
  }

  test('after APP_KEY changed, tokens under the previous key are accepted and shown as long as that key is configured', async () => {
    const teamId = await newTeamId();
    const token = await buildToken(world, { teamId, name: 'Old' });
    await withKeyring(createKeyring(NEW_KEY, [TEST_APP_KEY]), async (other) => {
      expect((await other.get('/v1/me', token)).statusCode).toBe(200);
      expect(await showToken(createSystemScope(other.services, teamId), other.services, 'Old')).toBe(token);
      const fresh = await buildToken(other, { teamId, name: 'New' });
      expect((await other.get('/v1/me', fresh)).statusCode).toBe(200);
      expect((await world.get('/v1/me', fresh)).statusCode).toBe(401);
    });
    await withKeyring(createKeyring(NEW_KEY), async (other) => {
      expect((await other.get('/v1/me', token)).statusCode).toBe(401);
      await expect(
        showToken(createSystemScope(other.services, teamId), other.services, 'Old'),
      ).rejects.toThrow('APP_KEY_PREVIOUS');
    });
  });
});
