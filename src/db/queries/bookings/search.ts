/** Finds bookings by a text: part of a code, a reference, the guest or the listing. */
import { and, asc, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { type PageRequest, toLimitAndOffset } from '../../../domain/page.ts';
import type { BookingSort } from '../../../domain/vocabulary.ts';
import type { Executor } from '../../client.ts';
import { bookings } from '../../schema/bookings.ts';
import { guests } from '../../schema/guests.ts';
import { type GuestSearch, isGuestFoundBy } from '../guests/guests.ts';
import { isAnyOf } from '../statements.ts';
import {
  type BookingFilter,
  buildBookingCondition,
  findSortColumn,
  isReferenceOfBooking,
  listBookingsByIds,
} from './list.ts';

/**
 * The newest guests and the first codes, up to a limit. The text is part of a guest's name, email or phone
 * number, or of a code, or it is a booking's whole external reference.
 */
export async function listGuestIdsAndCodesByText(
  db: Executor,
  teamId: number,
  search: GuestSearch,
  most: number,
) {
  const { foldedText } = search;
  const [named, withCode, withReference] = await Promise.all([
    db
      .select({ id: guests.id })
      .from(guests)
      .where(and(eq(guests.teamId, teamId), isGuestFoundBy(search)))
      .orderBy(desc(guests.createdAt), desc(guests.id))
      .limit(most),
    // An index contains every column of this statement.
    db
      .select({ code: bookings.confirmationCode })
      .from(bookings)
      .where(
        and(
          eq(bookings.teamId, teamId),
          sql`position(${foldedText} in lower(${bookings.confirmationCode})) > 0`,
        ),
      )
      .orderBy(asc(bookings.confirmationCode))
      .limit(most),
    db
      .select({ code: bookings.confirmationCode })
      .from(bookings)
      .where(
        and(
          eq(bookings.teamId, teamId),
          isNotNull(bookings.externalReference),
          isReferenceOfBooking(foldedText),
        ),
      )
      .limit(most),
  ]);
  const codes = [...withReference, ...withCode].map(({ code }) => code);
  return { guestIds: named.map(({ id }) => id), codes: [...new Set(codes)] };
}

type Named = { codes: readonly string[]; guestIds: readonly string[]; listingIds: readonly string[] };

/**
 * Codes, guests and listings are each looked up in an index of their own: one condition joined by `or` would
 * read all bookings of the team.
 */
export async function listBookingsBySearchKeys(
  db: Executor,
  teamId: number,
  {
    named: { codes, guestIds, listingIds },
    sort = '-created_at',
    ...filter
  }: BookingFilter & { named: Named; sort?: BookingSort | undefined },
  page: PageRequest,
) {
  const { limit, offset } = toLimitAndOffset(page);
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`;
  const buildSelect = (isNamed: SQL) =>
    sql`select ${bookings.id}, ${bookings.createdAt}, ${findSortColumn(sort)} as sorted from ${bookings} where ${and(buildBookingCondition(teamId, filter), isNamed)}`;
  const {
    rows: [found],
  } = await db.execute<{ total: number; ids: string[] }>(sql`
    with found as (
      ${buildSelect(isAnyOf(bookings.confirmationCode, codes))}
      union ${buildSelect(isAnyOf(bookings.guestId, guestIds))}
      union ${buildSelect(isAnyOf(bookings.listingId, listingIds))})
    select (select count(*)::int from found) as total,
      (select coalesce(json_agg(id), '[]') from (
        select id from found order by sorted ${direction}, created_at desc, id desc limit ${limit} offset ${offset}) as page) as ids`);
  const { total, ids } = found ?? { total: 0, ids: [] };
  return { rows: await listBookingsByIds(db, teamId, ids), total };
}
