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

/** The ids of the caller's listings, with the unit types of buildings. A statement without them fails. */
const VISIBLE_SQL = sql`current_setting('innkeep.listings')::uuid[]`;

type OfTeam = { teamId: Column };

/** Without a join, which Citus could not plan within a query that joins more tables. */
const isVisible = (listingId: Column | SQL): SQL => sql`${listingId} = any (${VISIBLE_SQL})`;

const isOfVisibleUnit = ({ teamId }: OfTeam, unitId: Column | SQL): SQL =>
  sql`exists (select from ${units} as room
    where room.team_id = ${teamId} and room.id = ${unitId} and ${isVisible(sql`room.listing_id`)})`;

const isOfVisibleBooking = ({ teamId }: OfTeam, bookingId: Column): SQL =>
  sql`exists (select from ${bookings} as stay
    where stay.team_id = ${teamId} and stay.id = ${bookingId} and ${isVisible(sql`stay.listing_id`)})`;

/** Guests with a booking of a visible listing. */
const isVisibleGuest = ({ teamId }: OfTeam, guestId: Column | SQL): SQL =>
  sql`exists (select from ${bookings} as stay
    where stay.team_id = ${teamId} and stay.guest_id = ${guestId} and ${isVisible(sql`stay.listing_id`)})`;

/** Rows of a table, with those columns that it changes. */
const limitTable = <Table extends PgTable>(
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

type ByListing = PgTable & { listingId: Column };
type ByUnit = PgTable & { teamId: Column; unitId: Column };
type ByBooking = PgTable & { teamId: Column; bookingId: Column };

export const limitByListing = (name: string, table: ByListing) =>
  limitTable(name, table, isVisible(table.listingId));
export const limitByUnit = (name: string, table: ByUnit) =>
  limitTable(name, table, isOfVisibleUnit(table, table.unitId));
export const limitByBooking = (name: string, table: ByBooking) =>
  limitTable(name, table, isOfVisibleBooking(table, table.bookingId));

export const limitedListings = limitTable('listings', listings, isVisible(listings.id));
export const limitedUnits = limitByListing('units', units);
export const limitedSellableDays = limitByUnit('sellable_days', sellableDays);
export const limitedPhotos = limitByListing('photos', photos);
export const limitedSeasons = limitByListing('seasons', seasons);
export const limitedDayOverrides = limitByListing('day_overrides', dayOverrides);
export const limitedBookings = limitByListing('bookings', bookings);
export const limitedBlocks = limitByListing('blocks', blocks);
export const limitedOccupancies = limitByUnit('occupancies', occupancies);
export const limitedPayments = limitByBooking('payments', payments);
export const limitedInvoices = limitByBooking('invoices', invoices);
export const limitedSecurityDeposits = limitByBooking('security_deposits', securityDeposits);
export const limitedGuests = limitTable('guests', guests, isVisibleGuest(guests, guests.id));

type ChargeTable = PgTable & { teamId: Column; listingIds: Column };

/** Those that apply to a visible listing. */
const isVisibleCharge = ({ listingIds }: ChargeTable) =>
  sql`(case when ${listingIds} is null then cardinality(${VISIBLE_SQL}) > 0 else ${listingIds} && ${VISIBLE_SQL} end)`;

/** With the visible ones of their listings. */
const limitCharges = (name: string, charges: ChargeTable) =>
  limitTable(name, charges, isVisibleCharge(charges), {
    listingIds: sql`case when ${charges.listingIds} is not null then array(
      select named.id from unnest(${charges.listingIds}) with ordinality as named (id, nth)
      where ${isVisible(sql`named.id`)} order by named.nth) end`.as('listing_ids'),
  });

export const limitedFees = limitCharges('fees', fees);
export const limitedTaxes = limitCharges('taxes', taxes);
export const limitedDiscounts = limitCharges('discounts', discounts);
export const limitedCoupons = limitCharges('coupons', coupons);

const field = (name: string) => sql`${teamEvents.data} ->> ${sql.raw(`'${name}'`)}`;
const idField = (name: string) => sql`(${field(name)})::uuid`;
const isOfType = (pattern: string) => sql`${teamEvents.type} like ${sql.raw(`'${pattern}'`)}`;
const isOfVisibleCharge = (kind: string, charges: ChargeTable, code: Column, value = field('code')) =>
  sql`${field('kind')} = ${sql.raw(`'${kind}'`)} and exists (select from ${charges}
    where ${charges.teamId} = ${teamEvents.teamId} and ${code} = ${value} and ${isVisibleCharge(charges)})`;

/** Of things without a booking. An import concerns every copy. */
const isOfVisibleThing = sql`case
  when ${isOfType('listing.deleted')} then ${isVisible(teamEvents.buildingId)}
  when ${isOfType('listing.%')} or ${isOfType('rates.%')} or ${isOfType('block.%')} then ${isVisible(idField('listing_id'))}
  when ${isOfType('calendar\\_feed.%')} then ${isOfVisibleUnit(teamEvents, idField('unit_id'))}
  when ${isOfType('guest.%')} then ${isVisibleGuest(teamEvents, idField('guest_id'))}
  when ${isOfType('charge.%')} then ${isOfVisibleCharge('fee', fees, fees.code)}
    or ${isOfVisibleCharge('tax', taxes, taxes.code)} or ${isOfVisibleCharge('discount', discounts, discounts.code)}
    or ${isOfVisibleCharge('coupon', coupons, coupons.codeKey, sql`lower(${field('code')})`)}
  else ${isOfType('team.imported')} end`;

export const limitedTeamEvents = limitTable(
  'team_events',
  teamEvents,
  sql`case when ${teamEvents.bookingId} is not null then ${isOfVisibleBooking(teamEvents, teamEvents.bookingId)} else ${isOfVisibleThing} end`,
);

/**
 * For copies, which are told what is no longer visible: with the events of bookings that were of a visible listing
 * before or after.
 */
export const limitedToldEvents = limitTable(
  'told_events',
  teamEvents,
  sql`case when ${teamEvents.bookingId} is not null
    then ${isOfVisibleBooking(teamEvents, teamEvents.bookingId)} or ${isVisible(idField('listing_id'))}
      or ${isVisible(idField('previous_listing_id'))}
    else ${isOfVisibleThing} end`,
);
