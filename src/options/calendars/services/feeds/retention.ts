import type { StayDate } from '../../../../domain/dates/dates.ts';
import { buildBlockChangedEvent } from '../../../../services/blocks.ts';
import { buildRetention } from '../../../../services/jobs/retention.ts';
import { recordTeamEvents } from '../../../../services/team-events.ts';
import type { SystemScope } from '../../../../services/team-scope.ts';
import { write } from '../../../../services/write.ts';
import {
  clearReportedTextsBefore,
  clearTextsOfBlocks,
  lockBlocksWithTextsBefore,
} from '../../db/queries/event-texts.ts';
import type { EventTexts } from '../../domain/event-texts.ts';

const listTextNames = ({ summary, description, link }: EventTexts): string[] =>
  Object.entries({ summary, description, link }).flatMap(([name, text]) => (text === null ? [] : [name]));

/**
 * Clears what calendars have said about stays that ended this many months ago or earlier, for all teams
 * (docs/rules.md, 19.3).
 */
export const clearEventTextsOlderThan = buildRetention(async (scope, date, isStopped) => {
  let cleared = 1;
  while (cleared > 0 && !isStopped()) cleared = await clearSomeBlocks(scope, date);
  if (!isStopped()) await clearReportedTextsBefore(scope.db, scope.teamId, date);
});

const clearSomeBlocks = (scope: SystemScope, date: StayDate): Promise<number> =>
  write(scope, {}, async (scope) => {
    const { tx, teamId, now } = scope;
    const found = await lockBlocksWithTextsBefore(tx, teamId, date);
    if (found.length === 0) return 0;
    const ids = found.map(({ id }) => id);
    await clearTextsOfBlocks(tx, teamId, ids, now);
    await recordTeamEvents(
      scope,
      found.map((block) => buildBlockChangedEvent(block, listTextNames(block))),
    );
    return ids.length;
  });
