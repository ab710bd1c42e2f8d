/** What a back office writes about listings and their units (contract, section 18). */
import fc from 'fast-check';
import { command, write } from '../asking.ts';
import { stamp } from '../dates.ts';
import { picked, pickOf } from '../drawing.ts';
import type { State } from '../state.ts';
import { buildingOf, type Listing, shownListing, type Unit } from '../team.ts';
import { anyWrite, askedBy, no, ok } from './back-office.ts';

const touch = (state: State, listing: Listing) => {
  listing.updated_at = stamp(state.now);
};

export const changeListing = command(
  'change listing',
  fc.record({
    ...anyWrite,
    change: fc.record(
      {
        max_guests: fc.integer({ min: 1, max: 6 }),
        status: fc.constantFrom('active', 'active', 'active', 'inactive'),
        listed_on_site: fc.constantFrom(true, true, false),
        headline: fc.constantFrom(null, 'By the sea'),
      },
      { requiredKeys: [] },
    ),
  }),
  async (state, service, { change, ...how }) => {
    const listing = picked(state.team.listings, how.pick);
    const isSame = Object.entries(change).every(
      ([field, value]) => listing[field as keyof Listing] === value,
    );
    const judge = () =>
      ok(200, () => {
        if (!isSame) touch(state, Object.assign(listing, change));
        return { data: shownListing(state.team, listing) };
      });
    const path = `/listings/${listing.id}`;
    await write(state, service, 'change listing', {
      ...{ method: 'PUT', path, body: change },
      ...askedBy(state, how),
      judge,
    });
  },
);

const shownUnit = ({ id: listing_id }: Listing, { id, name, active }: Unit) => ({
  id,
  name,
  active,
  listing_id,
});
const NAME_TAKEN = 'Another unit of the listing has this name.';
const hasName = ({ units }: Listing, name: string, but?: Unit) =>
  units.some((unit) => unit !== but && unit.name === name);

export const addUnit = command(
  'add unit',
  fc.record({
    ...anyWrite,
    name: fc.constantFrom('A', 'D', 'E', 'F'),
    active: fc.constantFrom(true, true, false),
  }),
  async (state, service, { name, active, ...how }) => {
    const listing = picked(state.team.listings, how.pick);
    const judge = () => {
      if (listing.kind === 'building')
        return no('listing', 'A building has no units of its own: its unit types have them.');
      if (hasName(listing, name)) return no('name', NAME_TAKEN);
      return ok(201, ({ data }) => {
        const unit = { id: data.id, name, active };
        listing.units.push(unit);
        touch(state, listing);
        return { data: shownUnit(listing, unit) };
      });
    };
    const path = `/listings/${listing.id}/units`;
    await write(state, service, 'add unit', {
      ...{ method: 'POST', path, body: { name, active } },
      ...askedBy(state, how),
      judge,
    });
  },
);

/** A unit and its listing. */
function unitOf({ team }: State, pick: number): { listing: Listing; unit: Unit } | undefined {
  return pickOf(
    team.listings.flatMap((listing) => listing.units.map((unit) => ({ listing, unit }))),
    pick,
  );
}

export const changeUnit = command(
  'change unit',
  fc.record({ ...anyWrite, name: fc.constantFrom(undefined, undefined, 'A', 'G'), active: fc.boolean() }),
  async (state, service, { name, active, ...how }) => {
    const found = unitOf(state, how.pick);
    if (!found) return;
    const { listing, unit } = found;
    const judge = () => {
      const isSame = unit.active === active && (name ?? unit.name) === unit.name;
      if (!isSame && hasName(listing, name ?? unit.name, unit)) return no('name', NAME_TAKEN);
      return ok(200, () => {
        if (!isSame) touch(state, listing);
        Object.assign(unit, { active, name: name ?? unit.name });
        return { data: shownUnit(listing, unit) };
      });
    };
    const path = `/units/${unit.id}`;
    await write(state, service, 'change unit', {
      ...{ method: 'PUT', path, body: { name, active } },
      ...askedBy(state, how),
      judge,
    });
  },
);

const UNIT_USED =
  'A booking or a block has taken this unit, so it cannot be deleted. Make it inactive instead.';

/** The service cannot say which units a cancelled booking of a building had, so it keeps those that were there. */
const wasSoldWhole = (state: State, listing: Listing): boolean =>
  state.bookings.some(
    (one) =>
      one.whole_building &&
      one.status === 'cancelled' &&
      one.listing_id === buildingOf(state.team, listing)?.id,
  );

export const deleteUnit = command('delete unit', fc.record(anyWrite), async (state, service, how) => {
  const found = unitOf(state, how.pick);
  if (!found) return;
  const { listing, unit } = found;
  const judge = () =>
    state.everTaken.has(unit.id) || wasSoldWhole(state, listing)
      ? no('unit', UNIT_USED)
      : ok(204, () => {
          listing.units = listing.units.filter((one) => one !== unit);
          touch(state, listing);
          return null;
        });
  const path = `/units/${unit.id}`;
  await write(state, service, 'delete unit', { method: 'DELETE', path, ...askedBy(state, how), judge });
});
