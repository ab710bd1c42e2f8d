/** What is true of a booking's row, in its constraints and indexes. */
import { sql } from 'drizzle-orm';

export const DO_TOTALS_ADD_UP_SQL = sql`grand_total_cents = accommodation_total_cents - discount_total_cents + fees_total_cents + taxes_total_cents`;
export const IS_PARTY_IN_RANGE_SQL = sql`cardinality(children_ages) <= 100 and infants between 0 and cardinality(children_ages) and number_of_guests >= cardinality(children_ages) - infants and pets between 0 and 100`;

/** What the team keeps (docs/rules.md, 12.7): null for a request, or if no fee was decided. */
export const KEPT_CENTS_SQL = sql`case status when 'cancelled' then cancellation_fee_cents when 'pending' then null else grand_total_cents end`;
/** More was paid. A query must use these words for PostgreSQL to find the index. */
export const IS_REFUND_DUE_SQL = sql`paid_cents > ${KEPT_CENTS_SQL}`;
