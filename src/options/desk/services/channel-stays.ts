import type { StayDate } from '../../../domain/dates/dates.ts';
import type { ReadScope } from '../../../services/team-scope.ts';
import { findFreeAgainAt } from '../../calendars/domain/reading.ts';
import { type ChannelStay, listChannelStays } from '../db/queries/channel-stays.ts';

/** With when its nights become free if the channel's calendar no longer has it. */
export type ChannelStayOfDay = ChannelStay & { kind: 'channel'; freeAgainAt: Date | null };

/** From arrival to departure, by listing and unit. */
export async function listChannelStaysOfDays(
  { db, teamId }: ReadScope,
  days: { from: StayDate; to: StayDate },
  limit: number,
): Promise<ChannelStayOfDay[]> {
  const stays = await listChannelStays(db, teamId, days, { limit });
  return stays.map((stay) => ({ ...stay, kind: 'channel' as const, freeAgainAt: findFreeAgain(stay) }));
}

type Gone = Pick<ChannelStay, 'goneSinceMs' | 'isGoneSuddenly' | 'nextReadingAtMs'>;

/** Null if the channel's calendar has them. */
export function findFreeAgain({ goneSinceMs, isGoneSuddenly, nextReadingAtMs }: Gone): Date | null {
  if (goneSinceMs === null || nextReadingAtMs === null) return null;
  const gone = { since: new Date(goneSinceMs), isSuspicious: isGoneSuddenly };
  return findFreeAgainAt(gone, new Date(nextReadingAtMs));
}
