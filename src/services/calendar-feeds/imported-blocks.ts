import { unsettleFeeds } from '../../db/queries/calendar-feeds/readings.ts';
import type { TeamEventData } from '../../domain/events.ts';
import type { OnEvents } from '../team-scope.ts';

/** After an import has freed nights, each calendar feed of the team blocks again the nights that its events want. */
export const unsettleFeedsAfterImport: OnEvents = async ({ tx, teamId }, events) => {
  const hasChangedBlocks = events.some(
    ({ type, data }) =>
      type === 'team.imported' && (data as TeamEventData['team.imported']).counts.blocks !== undefined,
  );
  if (hasChangedBlocks) await unsettleFeeds(tx, teamId);
};
