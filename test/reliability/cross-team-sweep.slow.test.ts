/** What `cross-team-sweep.ts` says, for all routes. */
import { test } from 'vitest';
import { openSweep } from './cross-team-sweep.ts';
import { openLivedInTeam } from './lived-in-team.ts';

const { world, entries, chance, visitor, expectOwnFound, sweepRoutes } = await openSweep();

test(
  'an id of another team is answered like an unknown id, and nothing of that team changes',
  { timeout: 1_800_000 },
  () => sweepRoutes(),
);

test('each route answers a team about its own data, so that refusals to other teams prove something', async () => {
  const third = await openLivedInTeam(world, chance.letters(10));
  const theirs = { token: third.tokens.token, owner: third.tokens.owner, member: third.member, visitor };
  for (const route of Object.keys(entries)) await expectOwnFound(route, theirs, third.own);
});
