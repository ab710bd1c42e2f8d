/** What a scope keeps from compiling (`npm run types`), and what a running write hands on. */
import { expect, test } from 'vitest';
import { lockGuest } from '../../src/db/queries/guests/guests.ts';
import { ChangedMeanwhile } from '../../src/services/errors.ts';
import { createGuest, eraseGuest } from '../../src/services/guests/guests.ts';
import { createSystemScope, type TeamScope, type WriteScope } from '../../src/services/team-scope.ts';
import { write } from '../../src/services/write.ts';
import { openSharedApp } from '../helpers/app.ts';
import { buildTeam } from '../helpers/factories.ts';

const world = await openSharedApp();

/** Never called: each only has to be refused by the compiler. */
const refused = {
  lockOnPool: (scope: TeamScope) =>
    // @ts-expect-error A function that locks takes a transaction.
    lockGuest(scope.db, scope.teamId, 'id'),
  poolInWrite: (scope: WriteScope) =>
    // @ts-expect-error Within a write there is its transaction alone.
    scope.db,
  clockInWrite: (scope: WriteScope) =>
    // @ts-expect-error All of a write happens at one moment.
    scope.clock,
  writeInWrite: (scope: WriteScope) =>
    // @ts-expect-error A write begins no other.
    eraseGuest(scope, 'id'),
  serviceOfTeam: (teamId: number) =>
    // @ts-expect-error A sweep has no terms, and books nothing.
    createGuest(createSystemScope(world.services, teamId), {
      name: 'Bea',
      email: null,
      phone: null,
      notes: null,
    }),
};

test('within a write the scope has a transaction and a fixed time, instead of the pool and the clock', async () => {
  const { id } = await buildTeam(world);
  const scope = createSystemScope(world.services, id);
  const keys = await write(scope, {}, async (running) => Object.keys(running).toSorted());
  expect(keys).toEqual([
    'access',
    'actor',
    'caller',
    'events',
    'fieldMarks',
    'hooks',
    'isPreview',
    'keep',
    'now',
    'teamId',
    'tx',
  ]);
});

test('a write that is tried again gets a new scope each time', async () => {
  const { id } = await buildTeam(world);
  const seen = new Set<object>();
  await write(createSystemScope(world.services, id), {}, async (running) => {
    seen.add(running);
    if (seen.size < 2) throw new ChangedMeanwhile();
  });
  expect(seen.size).toBe(2);
});

test('every misuse of a team’s scope is a type error', () => {
  expect(Object.keys(refused)).toHaveLength(5);
});
