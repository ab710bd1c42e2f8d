/**
 * What a caller with `listings` sees of a team's tables (docs/rules.md, 27.36): views with the tables' names, in a
 * schema of their own that comes first in the search path of such a caller's statements (`db/limited.ts`).
 */
import { type Column, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { type PgTable, pgSchema } from 'drizzle-orm/pg-core';
import { blocks, bookings, occupancies } from './bookings.ts';
import { coupons, discounts, fees, taxes } from './charges.ts';
import { invoices, payments, securityDeposits } from './folio.ts';
import { guests } from './guests.ts';
import { dayOverrides, listings, photos, seasons, sellableDays, units } from './listings.ts';
import { teamEvents } from './team-events.ts';

export const limitedSchema = pgSchema('limited');

/** The caller's standalone listings and buildings. A statement without them fails. */
const ALLOWED_SQL = sql`any (current_setting('innkeep.listings')::uuid[])`;

/** A building stands for its unit types. */
const isAllowed = (id: Column | SQL, buildingId: Column | SQL) =>
  sql`coalesce(${buildingId}, ${id}) = ${ALLOWED_SQL}`;

type OfTeam = { teamId: Column };

export const isOfAllowedListing = ({ teamId }: OfTeam, listingId: Column | SQL): SQL =>
  sql`exists (select from ${listings} as place
    where place.team_id = ${teamId} and place.id = ${listingId} and ${isAllowed(sql`place.id`, sql`place.building_id`)})`;

export const isOfAllowedUnit = ({ teamId }: OfTeam, unitId: Column | SQL): SQL =>
  sql`exists (select from ${units} as room join ${listings} as place on place.team_id = room.team_id and place.id = room.listing_id
    where room.team_id = ${teamId} and room.id = ${unitId} and ${isAllowed(sql`place.id`, sql`place.building_id`)})`;

export const isOfAllowedBooking = ({ teamId }: OfTeam, bookingId: Column | SQL): SQL =>
  sql`exists (select from ${bookings} as stay join ${listings} as place on place.team_id = stay.team_id and place.id = stay.listing_id
    where stay.team_id = ${teamId} and stay.id = ${bookingId} and ${isAllowed(sql`place.id`, sql`place.building_id`)})`;

/** Guests with a booking of an allowed listing. */
export const isAllowedGuest = ({ teamId }: OfTeam, guestId: Column | SQL): SQL =>
  sql`exists (select from ${bookings} as stay join ${listings} as place on place.team_id = stay.team_id and place.id = stay.listing_id
    where stay.team_id = ${teamId} and stay.guest_id = ${guestId} and ${isAllowed(sql`place.id`, sql`place.building_id`)})`;

/** Rows of a table, with those columns that it changes. */
export const limitTable = <Table extends PgTable>(
  name: string,
  table: Table,
  condition: SQL,
  columns: Record<string, SQL.Aliased> = {},
) =>
  limitedSchema.view(name).as((db) =>
    db
      .select({ ...getTableColumns(table as PgTable), ...columns })
      .from(table as PgTable)
      .where(condition),
  );

export const limitedListings = limitTable('listings', listings, isAllowed(listings.id, listings.buildingId));
export const limitedUnits = limitTable('units', units, isOfAllowedListing(units, units.listingId));
export const limitedSellableDays = limitTable(
  'sellable_days',
  sellableDays,
  isOfAllowedUnit(sellableDays, sellableDays.unitId),
);
export const limitedPhotos = limitTable('photos', photos, isOfAllowedListing(photos, photos.listingId));
export const limitedSeasons = limitTable('seasons', seasons, isOfAllowedListing(seasons, seasons.listingId));
export const limitedDayOverrides = limitTable(
  'day_overrides',
  dayOverrides,
  isOfAllowedListing(dayOverrides, dayOverrides.listingId),
);
export const limitedBookings = limitTable(
  'bookings',
  bookings,
  isOfAllowedListing(bookings, bookings.listingId),
);
export const limitedBlocks = limitTable('blocks', blocks, isOfAllowedListing(blocks, blocks.listingId));
export const limitedOccupancies = limitTable(
  'occupancies',
  occupancies,
  isOfAllowedUnit(occupancies, occupancies.unitId),
);
export const limitedPayments = limitTable(
  'payments',
  payments,
  isOfAllowedBooking(payments, payments.bookingId),
);
export const limitedInvoices = limitTable(
  'invoices',
  invoices,
  isOfAllowedBooking(invoices, invoices.bookingId),
);
export const limitedSecurityDeposits = limitTable(
  'security_deposits',
  securityDeposits,
  isOfAllowedBooking(securityDeposits, securityDeposits.bookingId),
);
export const limitedGuests = limitTable('guests', guests, isAllowedGuest(guests, guests.id));

type ChargeTable = PgTable & { teamId: Column; listingIds: Column };

/** Those that apply to an allowed listing. */
const isAllowedCharge = ({ teamId, listingIds }: ChargeTable) =>
  sql`exists (select from ${listings} as place where place.team_id = ${teamId}
    and ${isAllowed(sql`place.id`, sql`place.building_id`)} and (${listingIds} is null or place.id = any (${listingIds})))`;

/** With the allowed ones of their listings. */
const limitCharges = (name: string, charges: ChargeTable, condition = isAllowedCharge(charges)) =>
  limitTable(name, charges, condition, {
    listingIds: sql`case when ${charges.listingIds} is not null then array(
      select named.id from unnest(${charges.listingIds}) with ordinality as named (id, nth)
      where ${isOfAllowedListing(charges, sql`named.id`)} order by named.nth) end`.as('listing_ids'),
  });

export const limitedFees = limitCharges('fees', fees);
export const limitedTaxes = limitCharges('taxes', taxes);
export const limitedDiscounts = limitCharges('discounts', discounts);
/** Also those of allowed bookings, which were made before a coupon got other listings. */
const isAllowedCoupon = sql`(${isAllowedCharge(coupons)} or exists (
  select from ${bookings} as stay join ${listings} as place on place.team_id = stay.team_id and place.id = stay.listing_id
  where stay.team_id = ${coupons.teamId} and stay.coupon_key = ${coupons.codeKey}
    and ${isAllowed(sql`place.id`, sql`place.building_id`)}))`;
export const limitedCoupons = limitCharges('coupons', coupons, isAllowedCoupon);

const field = (name: string) => sql`${teamEvents.data} ->> ${sql.raw(`'${name}'`)}`;
const idField = (name: string) => sql`(${field(name)})::uuid`;
const isOfType = (pattern: string) => sql`${teamEvents.type} like ${sql.raw(`'${pattern}'`)}`;
const isOfAllowedCharge = (kind: string, charges: ChargeTable, code: Column, value = field('code')) =>
  sql`${field('kind')} = ${sql.raw(`'${kind}'`)} and exists (select from ${charges}
    where ${charges.teamId} = ${teamEvents.teamId} and ${code} = ${value} and ${isAllowedCharge(charges)})`;

/** Of things without a booking. An import concerns every copy. */
const isOfAllowedThing = sql`case
  when ${isOfType('listing.deleted')} then ${teamEvents.buildingId} = ${ALLOWED_SQL}
  when ${isOfType('listing.%')} or ${isOfType('rates.%')} or ${isOfType('block.%')} then ${isOfAllowedListing(teamEvents, idField('listing_id'))}
  when ${isOfType('calendar\\_feed.%')} then ${isOfAllowedUnit(teamEvents, idField('unit_id'))}
  when ${isOfType('guest.%')} then ${isAllowedGuest(teamEvents, idField('guest_id'))}
  when ${isOfType('charge.%')} then ${isOfAllowedCharge('fee', fees, fees.code)}
    or ${isOfAllowedCharge('tax', taxes, taxes.code)} or ${isOfAllowedCharge('discount', discounts, discounts.code)}
    or ${isOfAllowedCharge('coupon', coupons, coupons.codeKey, sql`lower(${field('code')})`)}
  else ${isOfType('team.imported')} end`;

export const limitedTeamEvents = limitTable(
  'team_events',
  teamEvents,
  sql`case when ${teamEvents.bookingId} is not null then ${isOfAllowedBooking(teamEvents, teamEvents.bookingId)} else ${isOfAllowedThing} end`,
);

/**
 * For copies, which are told what is no longer visible: with the events of bookings that were of an allowed listing
 * before or after.
 */
export const limitedToldEvents = limitTable(
  'told_events',
  teamEvents,
  sql`case when ${teamEvents.bookingId} is not null
    then ${isOfAllowedBooking(teamEvents, teamEvents.bookingId)} or ${isOfAllowedListing(teamEvents, idField('listing_id'))}
      or ${isOfAllowedListing(teamEvents, idField('previous_listing_id'))}
    else ${isOfAllowedThing} end`,
);
