/** Texts of calendars' events are personal data of guests (docs/rules.md, 19.3). */
import { and, asc, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../../db/client.ts';
import { isClosedBlock } from '../../../../db/queries/bookings/channel-stays.ts';
import { isAnyOf, matches } from '../../../../db/queries/statements.ts';
import { blocks, bookings } from '../../../../db/schema/bookings.ts';
import type { StayDate } from '../../../../domain/dates/dates.ts';
import { calendarFeeds } from '../schema/calendars.ts';

/** Null if the summary is one of the words for closed nights, which name no guest. */
const personalSummary = sql<string | null>`case when not ${isClosedBlock} then ${blocks.summary} end`;

const BLOCKS_PER_BATCH = 500;

export const lockBlocksWithTextsBefore = (tx: Transaction, teamId: number, date: StayDate) =>
  tx
    .select({
      id: blocks.id,
      listingId: blocks.listingId,
      unitId: blocks.unitId,
      summary: personalSummary,
      description: blocks.description,
      link: blocks.link,
    })
    .from(blocks)
    .where(
      and(
        matches(blocks, { teamId }),
        lt(blocks.endDate, date),
        sql`coalesce(${blocks.eventEndDate}, ${blocks.endDate}) < ${date}`,
        or(sql`${personalSummary} is not null`, isNotNull(blocks.description), isNotNull(blocks.link)),
      ),
    )
    .orderBy(asc(blocks.id))
    .limit(BLOCKS_PER_BATCH)
    .for('no key update');

export const clearTextsOfBlocks = (
  tx: Transaction,
  teamId: number,
  ids: readonly string[],
  updatedAt: Date,
) =>
  tx
    .update(blocks)
    .set({
      summary: sql`case when ${isClosedBlock} then ${blocks.summary} end`,
      description: null,
      link: null,
      updatedAt,
    })
    .where(and(matches(blocks, { teamId }), isAnyOf(blocks.id, ids)));

/** `event` is the name of one of the stored events in the condition. */
const withoutTexts = (isOld: SQL) => sql`(
  select jsonb_agg(case when ${isOld} then event - 'summary' - 'description' - 'link' else event end order by place)
  from jsonb_array_elements(${calendarFeeds.reported}) with ordinality as stored (event, place))`;

/** Of feeds that have not been read since. */
export async function clearReportedTextsBefore(db: Executor, teamId: number, date: StayDate): Promise<void> {
  const isOld = sql`(event ->> 'endDate') < ${date}`;
  await db
    .update(calendarFeeds)
    .set({ reported: withoutTexts(isOld) })
    .where(
      and(
        matches(calendarFeeds, { teamId }),
        sql`exists (select from jsonb_array_elements(${calendarFeeds.reported}) as event
          where ${isOld} and event ?| array['summary', 'description', 'link'])`,
      ),
    );
}

export async function clearReportedTextsOfGuest(
  tx: Transaction,
  teamId: number,
  guestId: string,
): Promise<void> {
  const isOfGuest = sql`(event ->> 'uid') = any(array(select ${bookings.feedUid} from ${bookings}
    where ${matches(bookings, { teamId, guestId })} and ${bookings.feedId} = ${calendarFeeds.id}))`;
  await tx
    .update(calendarFeeds)
    .set({ reported: withoutTexts(isOfGuest) })
    .where(
      and(
        matches(calendarFeeds, { teamId }),
        sql`${calendarFeeds.id} = any(array(select ${bookings.feedId} from ${bookings}
          where ${matches(bookings, { teamId, guestId })} and ${bookings.feedId} is not null))`,
        sql`${calendarFeeds.reported} <> '[]'`,
      ),
    );
}
