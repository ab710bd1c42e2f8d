/**
 * Rows for tests. Each function creates the parents it needs, accepts any column as an override, and returns the stored
 * row. Dates are far from today, so that no test ages. Names count up, so that nothing clashes.
 */

import { randomUUIDv7 } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../../src/db/client.ts';
import { blocks, bookings, occupancies } from '../../src/db/schema/bookings.ts';
import { coupons, discounts, fees, taxes } from '../../src/db/schema/charges.ts';
import { guests } from '../../src/db/schema/guests.ts';
import { dayOverrides, listings, photos, seasons, units } from '../../src/db/schema/listings.ts';
import { teams } from '../../src/db/schema/teams.ts';
import { addDays, type StayDate } from '../../src/domain/dates/dates.ts';
import type { PriceLine } from '../../src/domain/pricing/lines.ts';
import { buildGuestSearchText, foldCase } from '../../src/domain/text/text.ts';
import type { TokenAccess } from '../../src/domain/vocabulary.ts';
import type { Services } from '../../src/services/services.ts';
import { createSystemScope } from '../../src/services/team-scope.ts';
import { createToken } from '../../src/services/tokens/tokens.ts';

/** The database for the rows. A test app is one. */
type World = { db: Database };
type Row<Table extends { $inferInsert: unknown }> = Table['$inferInsert'];

/** A Monday, some weeks after the clock of a test app. */
export const FIRST_DAY: StayDate = '2031-06-02';
export const day = (offset: number): StayDate => addDays(FIRST_DAY, offset);
const CREATED_AT = new Date('2021-01-05T14:03:22Z');
const times = { createdAt: CREATED_AT, updatedAt: CREATED_AT };

let made = 0;
const next = () => {
  made += 1;
  return made;
};

function only<T>([row]: T[]): T {
  if (row === undefined) throw new Error('Nothing was stored.');
  return row;
}

export async function buildTeam({ db }: World, overrides: Partial<Row<typeof teams>> = {}) {
  const n = next();
  const team = {
    slug: `team-${n}`,
    name: `Team ${n}`,
    currency: 'EUR',
    timezone: 'Europe/Lisbon',
    enforceTokenScope: false,
    depositPpm: 0,
    balanceDueDays: 0,
    siteBookings: 'off' as const,
    siteHoldMinutes: 1_440,
    reseating: 'off' as const,
    unitFixedDays: 2,
    ...times,
    ...overrides,
  };
  return only(await db.insert(teams).values(team).returning());
}

const teamIdFor = async (world: World, { teamId }: { teamId?: number | undefined }) =>
  teamId ?? (await buildTeam(world)).id;

/** A token made by the service, in the clear. */
export async function buildToken(
  world: World & { services: Services },
  options: { teamId?: number; name?: string; access?: TokenAccess; role?: string; listings?: string[] } = {},
): Promise<string> {
  const { name = `Token ${next()}`, access = 'read-write', role, listings } = options;
  const teamId = await teamIdFor(world, options);
  const { token } = await createToken(createSystemScope(world.services, teamId), world.services, {
    name,
    ...(role === undefined ? { access } : { role, listings }),
    createdBy: null,
  });
  return token;
}

function listingRow(teamId: number, overrides: Partial<Row<typeof listings>>): Row<typeof listings> {
  const n = next();
  return {
    teamId,
    id: randomUUIDv7(),
    slug: `listing-${n}`,
    kind: 'standalone',
    wholeBuildingBookable: false,
    publicTitle: `Listing ${n}`,
    status: 'active',
    listedOnSite: true,
    propertyType: 'other',
    maxGuests: 4,
    bedroomsCount: 2,
    bedsCount: 3,
    bathroomsCount: 1,
    bathroomsHalf: false,
    currency: 'EUR',
    timezone: 'Europe/Lisbon',
    checkInTime: '15:00',
    checkOutTime: '11:00',
    nightlyCents: 10_000,
    weekendDays: [5, 6],
    extraGuestNightlyCents: 0,
    preparationDays: 0,
    ...times,
    ...overrides,
  };
}

/** A listing without units. A unit type without `buildingId` gets a new building. */
export async function buildListing(world: World, overrides: Partial<Row<typeof listings>> = {}) {
  const teamId = await teamIdFor(world, overrides);
  const parent =
    overrides.kind === 'unit_type' && !overrides.buildingId
      ? { buildingId: (await buildListing(world, { teamId, kind: 'building' })).id }
      : {};
  const row = listingRow(teamId, { ...overrides, ...parent });
  return only(await world.db.insert(listings).values(row).returning());
}

/** Many standalone listings of a team at once, in the order of their titles. */
export async function buildListings(
  { db }: World,
  count: number,
  { teamId, ...overrides }: Partial<Row<typeof listings>> & { teamId: number },
) {
  // A statement has at most 65,535 parameters.
  const CHUNK = 1_000;
  for (let from = 0; from < count; from += CHUNK) {
    const rows = Array.from({ length: Math.min(CHUNK, count - from) }, (_, index) =>
      listingRow(teamId, {
        publicTitle: `Listing ${String(from + index + 1).padStart(5, '0')}`,
        ...overrides,
      }),
    );
    await db.insert(listings).values(rows);
  }
}

/** The keys of the given listing, or of a new standalone one. */
async function listingKeysFor(
  world: World,
  { teamId, listingId }: { teamId?: number | undefined; listingId?: string | undefined },
) {
  if (teamId !== undefined && listingId !== undefined) return { teamId, listingId };
  const listing = await buildListing(world, teamId === undefined ? {} : { teamId });
  return { teamId: listing.teamId, listingId: listing.id };
}

export async function buildUnit(world: World, overrides: Partial<Row<typeof units>> = {}) {
  const keys = await listingKeysFor(world, overrides);
  const row = { id: randomUUIDv7(), name: `Unit ${next()}`, active: true, ...overrides, ...keys };
  return only(await world.db.insert(units).values(row).returning());
}

export async function buildPhoto(world: World, overrides: Partial<Row<typeof photos>> = {}) {
  const keys = await listingKeysFor(world, overrides);
  const url = `https://photos.example/${next()}`;
  const row = {
    id: randomUUIDv7(),
    isFeatured: false,
    sortOrder: 0,
    width: 2400,
    height: 1600,
    thumbnailUrl: `${url}/thumbnail.jpg`,
    mediumUrl: `${url}/medium.jpg`,
    originalUrl: `${url}/original.jpg`,
    ...overrides,
    ...keys,
  };
  return only(await world.db.insert(photos).values(row).returning());
}

/** Both nights are included. */
export async function buildSeason(world: World, overrides: Partial<Row<typeof seasons>> = {}) {
  const keys = await listingKeysFor(world, overrides);
  const row = { name: `Season ${next()}`, startDate: day(0), endDate: day(6), ...overrides, ...keys };
  return only(await world.db.insert(seasons).values(row).returning());
}

export async function buildDayOverride(world: World, overrides: Partial<Row<typeof dayOverrides>> = {}) {
  const keys = await listingKeysFor(world, overrides);
  const row = {
    date: day(0),
    closedForArrival: false,
    closedForDeparture: false,
    closed: false,
    ...overrides,
    ...keys,
  };
  return only(await world.db.insert(dayOverrides).values(row).returning());
}

export async function buildGuest(world: World, overrides: Partial<Row<typeof guests>> = {}) {
  const teamId = await teamIdFor(world, overrides);
  const n = next();
  const { name = `Guest ${n}`, email = `guest-${n}@example.com` } = overrides;
  const row = {
    id: randomUUIDv7(),
    emailKey: email === null ? null : foldCase(email),
    searchText: buildGuestSearchText(name, email),
    ...times,
    ...overrides,
    teamId,
    name,
    email,
  };
  return only(await world.db.insert(guests).values(row).returning());
}

/** The price of a built booking: one line and a fee. */
export const priceLines = (accommodation: number, nights: number, fee: number): PriceLine[] => {
  const plain = { unitAmountCents: null, percentPpm: null, baseAmountCents: null, included: false };
  const [stay, cleaning] = [
    { type: 'accommodation', code: 'accommodation', name: 'Accommodation', basis: 'night' },
    { type: 'fee', code: 'cleaning', name: 'Cleaning fee', basis: 'stay' },
  ] as const;
  return [
    { ...plain, ...stay, quantity: nights, amountCents: accommodation },
    { ...plain, ...cleaning, quantity: 1, unitAmountCents: fee, amountCents: fee },
  ];
};

/**
 * A confirmed booking of four nights, with its occupancies. A cancelled one has none. With `wholeBuilding`, it takes
 * every active unit of the listing's unit types.
 */
export async function buildBooking(world: World, overrides: Partial<Row<typeof bookings>> = {}) {
  const { teamId, listingId } = await listingKeysFor(world, overrides);
  const { wholeBuilding = false, status = 'confirmed' } = overrides;
  const unitId = wholeBuilding
    ? null
    : (overrides.unitId ?? (await buildUnit(world, { teamId, listingId })).id);
  const guestId = overrides.guestId ?? (await buildGuest(world, { teamId })).id;
  const row = {
    id: randomUUIDv7(),
    confirmationCode: `CODE${next()}`,
    source: 'api' as const,
    checkIn: day(0),
    checkOut: day(4),
    numberOfGuests: 2,
    preparationDays: 0,
    currency: 'EUR',
    accommodationTotalCents: 40_000,
    discountTotalCents: 0,
    feesTotalCents: 5_000,
    taxesTotalCents: 0,
    grandTotalCents: 45_000,
    unitPinned: false,
    priceLines: priceLines(40_000, 4, 5_000),
    confirmedAt: status === 'pending' ? null : CREATED_AT,
    cancelledAt: status === 'cancelled' ? CREATED_AT : null,
    completedAt: status === 'completed' ? CREATED_AT : null,
    ...times,
    ...overrides,
    teamId,
    listingId,
    unitId,
    guestId,
    wholeBuilding,
    status,
  };
  const booking = only(await world.db.insert(bookings).values(row).returning());
  if (status !== 'cancelled') await occupy(world, booking);
  return booking;
}

async function occupy({ db }: World, booking: typeof bookings.$inferSelect) {
  const { teamId, listingId, unitId, checkIn, checkOut, preparationDays, expiresAt } = booking;
  const ofBuilding = await db
    .select({ id: units.id })
    .from(units)
    .innerJoin(listings, and(eq(listings.teamId, units.teamId), eq(listings.id, units.listingId)))
    .where(and(eq(units.teamId, teamId), eq(listings.buildingId, listingId), eq(units.active, true)));
  const taken = unitId === null ? ofBuilding.map((unit) => unit.id) : [unitId];
  if (taken.length === 0) throw new Error('A booked building has no active unit.');
  const range = { startDate: checkIn, endDate: addDays(checkOut, preparationDays) };
  await db
    .insert(occupancies)
    .values(taken.map((unit) => ({ teamId, unitId: unit, bookingId: booking.id, expiresAt, ...range })));
}

/** A block of a unit for `[startDate, endDate)`, with its occupancy. */
export async function buildBlock(world: World, overrides: Partial<Row<typeof blocks>> = {}) {
  const keys = await listingKeysFor(world, overrides);
  const unitId = overrides.unitId ?? (await buildUnit(world, keys)).id;
  const row = {
    id: randomUUIDv7(),
    startDate: day(0),
    endDate: day(4),
    createdAt: CREATED_AT,
    ...overrides,
    ...keys,
    unitId,
  };
  const block = only(await world.db.insert(blocks).values(row).returning());
  const { teamId, startDate, endDate, id: blockId } = block;
  await world.db.insert(occupancies).values({ teamId, unitId, startDate, endDate, blockId });
  return block;
}

/** 50.00 per stay, for all listings. */
export async function buildFee(world: World, overrides: Partial<Row<typeof fees>> = {}) {
  const teamId = await teamIdFor(world, overrides);
  const n = next();
  const amount = overrides.basis === 'percent' ? {} : { amountCents: 5_000 };
  const row = { code: `fee-${n}`, name: `Fee ${n}`, basis: 'stay' as const, taxable: false, ...amount };
  return only(
    await world.db
      .insert(fees)
      .values({ ...row, ...overrides, teamId })
      .returning(),
  );
}

/** 10 % of accommodation and taxable fees, for all listings. */
export async function buildTax(world: World, overrides: Partial<Row<typeof taxes>> = {}) {
  const teamId = await teamIdFor(world, overrides);
  const n = next();
  const isPercent = (overrides.basis ?? 'percent') === 'percent';
  const row = {
    code: `tax-${n}`,
    name: `Tax ${n}`,
    basis: 'percent' as const,
    ...(isPercent ? { percentPpm: 100_000 } : {}),
    appliesToAccommodation: true,
    appliesToFees: true,
    included: false,
    ...overrides,
    teamId,
  };
  return only(await world.db.insert(taxes).values(row).returning());
}

/** 10 % off from three nights on, for all listings. */
export async function buildDiscount(world: World, overrides: Partial<Row<typeof discounts>> = {}) {
  const teamId = await teamIdFor(world, overrides);
  const n = next();
  const isByLength = (overrides.kind ?? 'length_of_stay') === 'length_of_stay';
  const row = {
    code: `discount-${n}`,
    name: `Discount ${n}`,
    kind: 'length_of_stay' as const,
    percentPpm: 100_000,
    ...(isByLength ? { minNights: 3 } : { daysBefore: 10 }),
    ...overrides,
    teamId,
  };
  return only(await world.db.insert(discounts).values(row).returning());
}

/** 10 % off without conditions. */
export async function buildCoupon(world: World, overrides: Partial<Row<typeof coupons>> = {}) {
  const teamId = await teamIdFor(world, overrides);
  const code = overrides.code ?? `COUPON${next()}`;
  const worth = overrides.amountCents == null ? { percentPpm: 100_000 } : {};
  const fixed = { active: true, redeemedBeyond: 0 };
  const row = { ...fixed, ...worth, ...overrides, teamId, code, codeKey: foldCase(code) };
  return only(await world.db.insert(coupons).values(row).returning());
}
