import { unsettleFeeds } from '../../db/queries/calendar-feeds/calendar-readings.ts';
import type { TeamEventData } from '../../domain/events.ts';
import type { OnEvents } from '../team-scope.ts';

/** Sees to nights that an import has freed: each feed of the team then looks at its unit again. */
export const unsettleFeedsAfterImport: OnEvents = async ({ tx, teamId }, events) => {
  const hasChangedBlocks = events.some(
    ({ type, data }) =>
      type === 'team.imported' && (data as TeamEventData['team.imported']).counts.blocks !== undefined,
  );
  if (hasChangedBlocks) await unsettleFeeds(tx, teamId);
};
