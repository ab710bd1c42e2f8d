/**
 * The channels of a team's units, each with both of its calendars: the channel's, which Innkeep reads, and
 * ours, which the channel reads.
 */

import type { PageRequest } from '../../../../domain/page.ts';
import type { ReadScope } from '../../../../services/team-scope.ts';
import {
  type ChannelPair,
  findChannelPair as selectChannelPair,
  listChannelPairs as selectChannelPairs,
} from '../../db/queries/channel-pairs.ts';

export type { ChannelPair };

export const findChannelPair = ({ db, teamId }: ReadScope, feedId: string) =>
  selectChannelPair(db, teamId, feedId);

/** Sorted by listing and unit, perhaps of some units only. */
export const listChannelPairs = (
  { db, teamId }: ReadScope,
  unitIds: readonly string[] | null,
  page: PageRequest,
) => selectChannelPairs(db, teamId, unitIds, page);
