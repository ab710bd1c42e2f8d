/** Tells the stays that channels have sold from other blocks (docs/rules.md, 18.12). */
import { type SQL, sql } from 'drizzle-orm';
import { CLOSED_SUMMARIES } from '../../../domain/inventory/closed-nights.ts';
import { blocks } from '../../schema/bookings.ts';

/** Such a block closes nights that nobody has booked, by the summary of its event. */
export const isClosedBlock: SQL = sql`(${blocks.summary} is not null
  and lower(${blocks.summary}) in (${sql.join(
    CLOSED_SUMMARIES.map((summary) => sql`${summary}`.inlineParams()),
    sql`, `,
  )}))`;

/** A stay that a channel has sold, with the dates of its event. */
export const isChannelStay: SQL = sql`(${blocks.source} is not null and ${blocks.eventStartDate} is not null
  and not ${isClosedBlock})`;
