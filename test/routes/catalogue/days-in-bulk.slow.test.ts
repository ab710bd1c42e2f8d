import { expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { clientOf, openInn, times } from '../../helpers/bookings.ts';
import { buildListings, day } from '../../helpers/factories.ts';

const world = await openSharedApp();

const LISTINGS = 200;
/** All days that a request may change. */
const DAYS = 25;

it('25 days of 200 listings, each a range of its own, are written by at most ten statements', {
  timeout: 300_000,
}, async () => {
  const inn = await openInn(world);
  await buildListings(world, LISTINGS, { teamId: inn.teamId });
  const { rows } = await world.db.execute<{ id: string }>(
    `select id from listings where team_id = ${inn.teamId} and id <> '${inn.listing.id}'`,
  );
  const updates = rows.map(({ id }, number) => ({
    listing_id: id,
    ranges: times(DAYS, (offset) => ({
      start_date: day(offset),
      end_date: day(offset),
      nightly: number + offset,
    })),
  }));
  // On a machine that is busy with other things a statement may meet its deadline.
  const patient = clientOf(world, inn.token, 10);
  const { result: answer, statements } = await world.statements.during(() =>
    patient.send('POST', '/days', { updates }),
  );
  expect([answer.status, answer.body]).toEqual([
    200,
    { data: { listings: LISTINGS, days: LISTINGS * DAYS } },
  ]);
  // With the look-up of the token.
  expect(statements.length - statements.lastIndexOf('begin') + 1).toBeLessThanOrEqual(10);
});
