/** A booking that moves to another place while others want its new nights (docs/rules.md, 24.7). */
import { expect, it } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { expectSound, type Json, openInn, storm, tally, times } from '../../../helpers/bookings.ts';
import { buildListing, buildUnit, day } from '../../../helpers/factories.ts';

const world = await openSharedApp({ poolMax: 1 });

it('if fifty bookings and a move to another place want the same nights, one gets them and nothing is lost', async () => {
  const inn = await openInn(world);
  const other = await buildListing(world, { teamId: inn.teamId });
  await buildUnit(world, { teamId: inn.teamId, listingId: other.id });
  const bookings: Json[] = [];
  for (let n = 0; n < 4; n += 1)
    bookings.push(await inn.book({ check_in: day(n * 4), check_out: day(n * 4 + 4) }));
  const dates = { check_in: day(20), check_out: day(24) };
  const answers = await storm(world, inn.token, (client) =>
    Promise.all([
      ...bookings.map(({ id }) => client.change(id, { listing_id: other.id, ...dates })),
      ...times(46, () =>
        client.send('POST', '/bookings', inn.newBooking({ listing_id: other.id, ...dates })),
      ),
    ]),
  );
  const { 200: moved = 0, 201: booked = 0, ...others } = tally(answers);
  expect({ won: moved + booked, others }).toEqual({ won: 1, others: { 422: 49 } });
  expect(
    (await inn.send('GET', `/occupancies?from=${day(20)}&to=${day(30)}&listing_id=${other.id}`)).body.data,
  ).toHaveLength(1);
  for (const { id } of bookings) {
    const { balance_due, payments } = await inn.folio(id);
    expect(payments.reduce((sum: number, { amount }: Json) => sum + amount, 0)).toBe(balance_due);
  }
  await expectSound(world);
});
