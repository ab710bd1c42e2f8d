/** Teams with all kinds of places and random rules, rates, charges and nights, for properties over whole teams. */
import { addDays } from '../../src/domain/dates/dates.ts';
import { CHARGE_BASES, DISCOUNT_KINDS, LISTING_STATUSES } from '../../src/domain/vocabulary.ts';
import type { TestApp } from '../helpers/app.ts';
import {
  buildBlock,
  buildDayOverride,
  buildDiscount,
  buildFee,
  buildListing,
  buildSeason,
  buildTax,
  buildTeam,
  buildToken,
  buildUnit,
  day,
} from '../helpers/factories.ts';
import type { Random } from '../helpers/random.ts';

type Row = Awaited<ReturnType<typeof buildListing>>;
type Overrides = NonNullable<Parameters<typeof buildListing>[1]>;

/** The drawn dates are within this many days from `day(0)`. */
export const DRAWN_DAYS = 30;

/**
 * Every drawn team has a place whose one unit is free, save for one night. Asking for these stays makes sure that a
 * property meets both answers, and other dates, with any seed.
 */
export const KNOWN_STAYS = {
  free: { check_in: day(0), check_out: day(2) },
  taken: { check_in: day(9), check_out: day(11) },
};

export async function buildDrawnTeam(world: TestApp, random: Random, places: number) {
  const { id: teamId, slug } = await buildTeam(world);
  const seldom = () => random.share() < 0.15;
  const orNull = <Value>(value: Value) => (random.share() < 0.6 ? null : value);
  const rulesOf = () => ({
    nightlyCents: random.between(0, 30_000),
    weekendNightlyCents: orNull(random.between(0, 40_000)),
    minStay: orNull(random.between(1, 5)),
    maxStay: orNull(random.between(3, 9)),
  });
  const listingOf = (): Overrides & { teamId: number } => ({
    teamId,
    ...rulesOf(),
    status: seldom() ? random.pick(LISTING_STATUSES) : 'active',
    listedOnSite: !seldom(),
    propertyType: random.pick(['loft', 'villa', 'boat']),
    publicTitle: random.pick(['Sea loft', 'sea Loft', 'Éden', 'Zelt 100%', '🏠 Haus', 'a_b']),
    headline: random.pick([null, 'By the SEA', 'Quiet']),
    city: random.pick([null, 'Lisboa', 'lisboa', 'Porto']),
    country: random.pick(['PT', 'ES', null]),
    bedroomsCount: random.between(0, 3),
    bedsCount: random.between(0, 4),
    bathroomsCount: random.between(0, 2),
    maxGuests: random.between(1, 6),
    latitude: random.pick([null, '38.711300', '38.9']),
    longitude: random.pick([null, '-9.142500', '-9.3']),
    timezone: random.pick(['Europe/Lisbon', 'Pacific/Auckland']),
    preparationDays: random.between(0, 2),
    includedGuests: orNull(random.between(0, 3)),
    extraGuestNightlyCents: random.between(0, 2_000),
    advanceNoticeDays: orNull(random.between(20, 40)),
    bookingWindowDays: orNull(random.between(30, 90)),
  });
  const build = async (overrides: Overrides, units: number): Promise<Row> => {
    const listing = await buildListing(world, { ...listingOf(), ...overrides });
    const keys = { teamId, listingId: listing.id };
    if (!seldom())
      await buildSeason(world, {
        ...keys,
        ...rulesOf(),
        startDate: day(5),
        endDate: day(random.between(5, 20)),
      });
    for (let date = 0; date < DRAWN_DAYS; date += random.between(2, 12)) {
      const flags = { closed: seldom(), closedForArrival: seldom(), closedForDeparture: seldom() };
      const { weekendNightlyCents: _, ...rules } = rulesOf();
      await buildDayOverride(world, {
        ...keys,
        ...flags,
        ...rules,
        nightlyCents: orNull(random.between(0, 50_000)),
        date: day(date),
      });
    }
    for (let n = 0; n < units; n += 1) {
      const { id: unitId } = await buildUnit(world, { ...keys, active: !seldom() });
      for (let from = random.between(-4, 8); from < DRAWN_DAYS; from += random.between(4, 14)) {
        const startDate = day(from);
        await buildBlock(world, {
          ...keys,
          unitId,
          startDate,
          endDate: addDays(startDate, random.between(1, 4)),
        });
      }
    }
    return listing;
  };
  const listings: Row[] = [];
  for (let n = 0; n < places; n += 1) {
    if (random.share() < 0.6) {
      listings.push(await build({}, random.between(0, 3)));
      continue;
    }
    const building = await build({ kind: 'building', wholeBuildingBookable: !seldom() }, 0);
    const types = [];
    for (let type = 0; type < random.between(0, 2); type += 1)
      types.push(await build({ kind: 'unit_type', buildingId: building.id }, random.between(0, 2)));
    listings.push(building, ...types);
  }
  const known = await buildListing(world, { teamId, publicTitle: 'Known', city: 'Porto', maxGuests: 6 });
  const keys = { teamId, listingId: known.id };
  await buildBlock(world, { ...keys, startDate: day(10), endDate: day(11) });
  listings.push(known);
  const some = () => orNull(listings.filter(seldom).map(({ id }) => id));
  for (let n = 0; n < 3; n += 1) {
    const basis = random.pick(CHARGE_BASES);
    const worth =
      basis === 'percent'
        ? { percentPpm: random.between(0, 200_000), amountCents: null }
        : { amountCents: 700 };
    const charge = { teamId, basis, ...worth };
    await buildFee(world, { ...charge, taxable: random.share() < 0.5, listingIds: some() });
    await buildTax(world, {
      ...charge,
      percentPpm: basis === 'percent' ? random.between(0, 200_000) : null,
      listingIds: some(),
    });
    await buildDiscount(world, {
      teamId,
      kind: random.pick(DISCOUNT_KINDS),
      percentPpm: random.between(0, 300_000),
      listingIds: some(),
    });
  }
  const token = await buildToken(world, { teamId });
  return { teamId, slug, site: `/v1/public/${slug}`, token, listings, known };
}
