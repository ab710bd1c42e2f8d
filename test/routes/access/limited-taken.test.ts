/** What is unique in the team is taken for a caller who does not see by whom (docs/rules.md, 27.38). */
import { expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { at, type Json } from '../../helpers/bookings.ts';
import { openSharedClient } from '../../helpers/database.ts';
import { buildBooking, day } from '../../helpers/factories.ts';
import { untilSomebodyWaits } from '../../helpers/waiting.ts';
import { openTwoPlaces, refusal } from './two-places.ts';

const world = await openSharedApp();
const EMAIL = 'bea@example.com';

/** All that must be unique is what something of the other place has. */
async function openTaken() {
  const { inn, other, otherUnit, limited } = await openTwoPlaces(world);
  await inn.data(inn.send('PUT', `/listings/${other.id}`, { external_reference: 'L1' }));
  await inn.data(inn.send('PUT', `/units/${otherUnit.id}`, { external_reference: 'U1' }));
  const guest = { name: 'Bea', email: EMAIL };
  const outside = await inn.book({
    listing_id: other.id,
    external_reference: 'X1',
    source: 'api',
    guest,
  });
  await inn.data(inn.send('PUT', `/guests/${outside.guest.id}`, { external_reference: 'G1' }));
  const own = await inn.book({ guest: { name: 'Cy', email: 'cy@example.com' }, source: 'api' });
  const newBooking = inn.newBooking({
    check_in: day(10),
    check_out: day(12),
    external_reference: 'X1',
    source: 'api',
  });
  return { inn, limited, outside, own, newBooking };
}
type Taken = Awaited<ReturnType<typeof openTaken>>;
type Request = [method: 'POST' | 'PUT', path: string, body: object];

const WRITES: [name: string, field: string, request: (taken: Taken) => Request][] = [
  [
    'a booking’s reference, in a new one',
    'external_reference',
    ({ newBooking }) => ['POST', '/bookings', newBooking],
  ],
  [
    'a booking’s reference, in a preview',
    'external_reference',
    ({ newBooking }) => ['POST', '/bookings/preview', newBooking],
  ],
  [
    'a booking’s reference, in a change',
    'external_reference',
    ({ own }) => ['PUT', `/bookings/${own.id}`, { external_reference: 'X1' }],
  ],
  [
    'a booking’s reference, in the preview of a change',
    'external_reference',
    ({ own }) => ['POST', `/bookings/${own.id}/preview`, { external_reference: 'X1' }],
  ],
  [
    'a booking’s reference, in an amendment',
    'external_reference',
    ({ own }) => ['POST', `/bookings/${own.id}/amend`, { external_reference: 'X1' }],
  ],
  [
    'an email, in the change of a booking',
    'guest.email',
    ({ own }) => ['PUT', `/bookings/${own.id}`, { guest: { email: EMAIL } }],
  ],
  ['an email, of a new guest', 'email', () => ['POST', '/guests', { name: 'B', email: EMAIL }]],
  [
    'an email, in the change of a guest',
    'email',
    ({ own }) => ['PUT', `/guests/${own.guest.id}`, { email: EMAIL.toUpperCase() }],
  ],
  [
    'a guest’s reference, of a new one',
    'external_reference',
    () => ['POST', '/guests', { name: 'B', external_reference: 'G1' }],
  ],
  [
    'a guest’s reference, in a change',
    'external_reference',
    ({ own }) => ['PUT', `/guests/${own.guest.id}`, { external_reference: 'G1' }],
  ],
  ['a slug', 'slug', ({ inn }) => ['PUT', `/listings/${inn.listing.id}`, { slug: 'barn' }]],
  [
    'a listing’s reference',
    'external_reference',
    ({ inn }) => ['PUT', `/listings/${inn.listing.id}`, { external_reference: 'L1' }],
  ],
  [
    'a unit’s reference, of a new one',
    'external_reference',
    ({ inn }) => ['POST', `/listings/${inn.listing.id}/units`, { name: 'B', external_reference: 'U1' }],
  ],
  [
    'a unit’s reference, in a change',
    'external_reference',
    ({ inn }) => ['PUT', `/units/${at(inn.units, 0).id}`, { external_reference: 'U1' }],
  ],
];

/** PostgreSQL's own log has the value of a constraint that is violated, so the service looks first. */
const mayViolate = (statement: string): boolean =>
  /(insert into|update) "(bookings|guests|listings|units)"/.test(statement) &&
  !statement.includes('on conflict');

it.each(WRITES)('%s', async (_name, field, request) => {
  const taken = await openTaken();
  const { result, statements } = await world.statements.during(() => taken.limited.send(...request(taken)));
  expect(refusal(result)).toEqual([422, [field]]);
  expect(result.body.codes).toEqual({ [field]: ['taken'] });
  expect(result.body).not.toHaveProperty('existing');
  expect(JSON.stringify(result.body)).not.toContain(taken.outside.id);
  expect(statements.filter(mayViolate)).toEqual([]);
});

it('what the caller sees is named', async () => {
  const { limited, own } = await openTaken();
  await limited.data(limited.change(own.id, { external_reference: 'MINE', guest: { phone: '+351 1' } }));
  const another = await limited.send('POST', '/guests', { name: 'C', email: 'cy@example.com' });
  expect(another.body.existing).toEqual({ email: own.guest.id });
});

it.each(['limited', 'whole'] as const)(
  'a reference that another booking gets meanwhile is refused in the same way, for a caller who has %s',
  async (whose) => {
    const { inn, limited, newBooking } = await openTaken();
    const { client: rival } = await openSharedClient(world.url);
    const outside = await buildBooking(world, { teamId: inn.teamId, source: 'api' });
    await rival.query('begin');
    await rival.query(`update bookings set external_reference = 'RACE' where id = $1`, [outside.id]);
    const { send } = whose === 'limited' ? limited : inn;
    const sent = send('POST', '/bookings', { ...newBooking, external_reference: 'RACE' });
    await untilSomebodyWaits(world);
    await rival.query('commit');
    const { status, body }: Json = await sent;
    expect({ status, codes: body.codes, existing: body.existing }).toEqual({
      status: 422,
      codes: { external_reference: ['taken'] },
      existing: whose === 'limited' ? undefined : { external_reference: outside.id },
    });
  },
);
