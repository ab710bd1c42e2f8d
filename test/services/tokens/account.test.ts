/** The account of a token, when many requests look it up at once. */

import { expect, test } from 'vitest';
import { createKeyring } from '../../../src/services/keys/keyring.ts';
import { createSystemScope } from '../../../src/services/team-scope.ts';
import { revokeToken } from '../../../src/services/tokens/tokens.ts';
import { openSharedApp, openTestApp, TEST_APP_KEY } from '../../helpers/app.ts';
import { buildTeam, buildToken } from '../../helpers/factories.ts';

const world = await openSharedApp();

const teamAndToken = async () => {
  const team = await buildTeam(world);
  return { team, token: await buildToken(world, { teamId: team.id, name: `Of ${team.slug}` }) };
};
const several = (count: number) => Promise.all(Array.from({ length: count }, teamAndToken));
const nameOfNobody = (n: number) => `nobodys-${n}|abcdefghijklmnopqrstuvwxyz0123456789abcd`;
const askAll = (tokens: readonly string[]) =>
  world.statements.during(() =>
    Promise.all(tokens.map((token) => world.services.account.authenticate(token))),
  );

test('tokens looked up at once share a statement, and each finds its own team', async () => {
  const made = await several(8);
  const { result, statements } = await askAll(made.map(({ token }) => token));
  expect(result).toMatchObject(
    made.map(({ team }) => ({
      team: { id: team.id, slug: team.slug, name: team.name },
      token: { name: `Of ${team.slug}` },
    })),
  );
  const single = await askAll(made.slice(0, 1).map(({ token }) => token));
  expect(statements).toHaveLength(single.statements.length);
});

test('unknown and revoked tokens are refused even when looked up together with valid ones', async () => {
  const [first, revoked, last] = await several(3);
  if (!first || !revoked || !last) throw new Error('Three are needed.');
  await revokeToken(createSystemScope(world.services, revoked.team.id), `Of ${revoked.team.slug}`);
  const { result } = await askAll([first.token, nameOfNobody(1), revoked.token, last.token]);
  expect(result.map((account) => account?.team.id ?? null)).toEqual([
    first.team.id,
    null,
    null,
    last.team.id,
  ]);
});

test('tokens hashed under an earlier key are found together with those under the current one', async () => {
  const { team, token } = await teamAndToken();
  const renewed = createKeyring(Buffer.alloc(32, 'a later key'), [TEST_APP_KEY]);
  const later = await openTestApp({ url: world.url, keyring: renewed });
  try {
    const ofLater = await buildToken(later, { teamId: team.id, name: 'Of the later key' });
    const accounts = await Promise.all(
      [token, nameOfNobody(2), ofLater].map((each) => later.services.account.authenticate(each)),
    );
    expect(accounts.map((account) => account?.token.name ?? null)).toEqual([
      `Of ${team.slug}`,
      null,
      'Of the later key',
    ]);
  } finally {
    await later.close();
  }
});

test('booking sites looked up at once share a statement, and each finds its own team', async () => {
  const [first, last] = [await buildTeam(world), await buildTeam(world)];
  const findAll = (slugs: readonly string[]) =>
    world.statements.during(() => Promise.all(slugs.map((slug) => world.services.account.findSite(slug))));
  const { result, statements } = await findAll([first.slug, 'nobodys', last.slug, first.slug]);
  const siteOf = ({ id, slug, name }: typeof first) => ({
    id,
    slug,
    name,
    depositPpm: 0,
    balanceDueDays: 0,
    siteBookings: 'off',
    siteHoldMinutes: 1_440,
    siteCancellation: 'off',
    siteMaxNights: 30,
    infantAge: 2,
    languages: ['en'],
  });
  expect(result).toEqual([siteOf(first), null, siteOf(last), siteOf(first)]);
  const single = await findAll([first.slug]);
  expect(statements).toHaveLength(single.statements.length);
});
