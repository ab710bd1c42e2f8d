import { WORKING_ROLE } from '../../helpers/access.ts';
import type { TestApp } from '../../helpers/app.ts';
import { clientOf, type Json, openInn } from '../../helpers/bookings.ts';
import { buildListing, buildToken, buildUnit } from '../../helpers/factories.ts';

/** A team with the listing of `inn` and another one, and a client who has only the first. */
export async function openTwoPlaces(world: TestApp) {
  const inn = await openInn(world, { role: 'owner' });
  const { teamId, listing } = inn;
  await inn.data(inn.send('POST', '/roles', WORKING_ROLE), 201);
  const other = await buildListing(world, { teamId, slug: 'barn' });
  const otherUnit = await buildUnit(world, { teamId, listingId: other.id });
  const token = await buildToken(world, { teamId, role: WORKING_ROLE.code, listings: [listing.id] });
  return { inn, other, otherUnit, token, limited: clientOf(world, token) };
}

/** The status, and the fields that are refused. */
export const refusal = ({ status, body }: { status: number; body: Json }) => [
  status,
  Object.keys(body.errors),
];
