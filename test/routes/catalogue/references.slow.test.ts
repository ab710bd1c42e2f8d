/** Many at once who want one reference (docs/rules.md, 5.17). */
import { expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { type Answer, type Client, type Json, openInn, storm, tally, times } from '../../helpers/bookings.ts';
import { day } from '../../helpers/factories.ts';

const RACERS = 30;

// With one connection, because a storm waits for the end of all others.
const world = await openSharedApp({ poolMax: 1 });
const LOFT = { kind: 'standalone', public_title: 'Loft', max_guests: 4, rates: { nightly: 12_000 } };

/** All requests but the accepted ones are refused for the reference alone. */
function expectOneWinner(answers: readonly Answer[], status: number): void {
  expect(tally(answers)).toEqual({ [status]: 1, 422: RACERS - 1 });
  for (const { status, body } of answers)
    if (status === 422) expect(Object.keys(body.errors)).toEqual(['external_reference']);
}

it.each(['listings', 'units', 'guests', 'bookings'] as const)(
  'a reference of %s goes to one of many that ask for it at once',
  { timeout: 60_000 },
  async (things) => {
    const inn = await openInn(world, { units: ['A', 'B', 'C'] });
    const bodies = {
      listings: () => LOFT,
      units: (n: number) => ({ name: `Unit ${n}` }),
      guests: () => ({ name: 'Bea Lind' }),
      bookings: (n: number) => inn.newBooking({ check_in: day(n * 4), check_out: day(n * 4 + 3) }),
    };
    const path = things === 'units' ? `/listings/${inn.listing.id}/units` : `/${things}`;
    const make = ({ send }: Client, n: number, more: object) =>
      send('POST', path, { ...bodies[things](n), ...more });
    const made = await storm(world, inn.token, (client) =>
      Promise.all(times(RACERS, (n) => make(client, n, { external_reference: 'new' }))),
    );
    expectOneWinner(made, 201);
    const others: Json[] = [];
    for (let n = 0; n < RACERS; n += 1) others.push((await make(inn, RACERS + n, {})).body.data);
    const changed = await storm(world, inn.token, ({ send }) =>
      Promise.all(others.map(({ id }) => send('PUT', `/${things}/${id}`, { external_reference: 'changed' }))),
    );
    expectOneWinner(changed, 200);
  },
);
