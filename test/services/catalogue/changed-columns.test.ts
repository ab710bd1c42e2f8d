/** What changed is found by comparing rows: a column is stored although no answer shows it. */

import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { listings } from '../../../src/db/schema/listings.ts';
import { teams } from '../../../src/db/schema/teams.ts';
import { toListingColumns } from '../../../src/schemas/listings/columns.ts';
import { presentListing } from '../../../src/schemas/listings/listing.ts';
import { presentTeam, toTeamColumns } from '../../../src/schemas/team.ts';
import { FULL_ACCESS } from '../../../src/services/access/access.ts';
import { changeListing } from '../../../src/services/catalogue/listings.ts';
import { changeTeam, readTeam } from '../../../src/services/team/settings.ts';
import { createTeamScope } from '../../../src/services/team-scope.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { eventsOf } from '../../helpers/bookings.ts';
import { buildListing, buildTeam } from '../../helpers/factories.ts';

const world = await openSharedApp();
const POLICY = { name: 'Flexible', graceHours: 0, graceDaysBefore: 0, tiers: [] };

async function openTeam(overrides: Parameters<typeof buildTeam>[1] = {}) {
  const team = await buildTeam(world, overrides);
  return createTeamScope(world.services, {
    team,
    actor: { type: 'token', name: 'Back office' },
    access: FULL_ACCESS,
  });
}

const changedIn = async (teamId: number) => (await eventsOf(world, teamId)).map(({ data }) => data.changed);

test('changing a column that no answer of a listing shows is stored and changes its event', async () => {
  const scope = await openTeam();
  const { teamId } = scope;
  const { id } = await buildListing(world, { teamId, nightlyCents: 10_000 });
  const before = await changeListing(scope, id, toListingColumns({}));
  const after = await changeListing(scope, id, { ...toListingColumns({}), nightlyCents: 12_000 });
  const { updated_at, ...shown } = presentListing(after, '');
  expect(presentListing(before, '')).toMatchObject(shown);
  expect(
    await world.db.select({ is: listings.nightlyCents }).from(listings).where(eq(listings.id, id)),
  ).toEqual([{ is: 12_000 }]);
  expect(await changedIn(teamId)).toEqual([['nightly']]);
});

test('changing a part of a team’s column that no answer shows is stored', async () => {
  const scope = await openTeam({ cancellationPolicy: { ...POLICY, ofAnOlderVersion: 1 } as typeof POLICY });
  const { teamId } = scope;
  const before = presentTeam(await readTeam(scope), '');
  const after = await changeTeam(scope, { ...toTeamColumns({}), cancellationPolicy: POLICY });
  expect(presentTeam(after, '')).toEqual({ ...before, updated_at: expect.any(String) });
  expect(
    await world.db.select({ is: teams.cancellationPolicy }).from(teams).where(eq(teams.id, teamId)),
  ).toEqual([{ is: POLICY }]);
  expect(await changedIn(teamId)).toEqual([['cancellation_policy']]);
});
