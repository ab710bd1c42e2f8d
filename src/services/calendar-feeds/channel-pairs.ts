/**
 * The channels of a team's units, each with both of its calendars: the channel's, which Innkeep reads, and
 * ours, which the channel reads.
 */
import {
  type ChannelPair,
  findChannelPair as selectChannelPair,
  listChannelPairs as selectChannelPairs,
} from '../../db/queries/calendar-feeds/channel-pairs.ts';
import type { PageRequest } from '../../domain/page.ts';
import type { ReadScope } from '../team-scope.ts';

export type { ChannelPair };

/** The channel that a feed reads. Returns null if the team has no feed with the channel's id. */
export const findChannelPair = ({ db, teamId }: ReadScope, feedId: string) =>
  selectChannelPair(db, teamId, feedId);

/** One page of a team's channels, sorted by listing and unit, perhaps of some units only. */
export const listChannelPairs = (
  { db, teamId }: ReadScope,
  unitIds: readonly string[] | null,
  page: PageRequest,
) => selectChannelPairs(db, teamId, unitIds, page);
