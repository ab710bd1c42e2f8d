import {
  clearReportedTextsBefore,
  clearTextsOfBlocks,
  lockBlocksWithTextsBefore,
} from '../../db/queries/calendar-feeds/event-texts.ts';
import { listAllTeams } from '../../db/queries/teams/teams.ts';
import type { EventTexts } from '../../domain/calendar-feed/event-texts.ts';
import { addMonths, type StayDate } from '../../domain/dates/dates.ts';
import { buildBlockChangedEvent } from '../blocks.ts';
import { recordTeamEvents } from '../team-events.ts';
import { createSystemScope, type SystemDependencies } from '../team-scope.ts';
import { write } from '../write.ts';

/** The names of the texts that a block had. */
export const listTextNames = ({ summary, description, link }: EventTexts): string[] =>
  Object.entries({ summary, description, link }).flatMap(([name, text]) => (text === null ? [] : [name]));

/**
 * Clears what calendars have said about stays that ended this many months ago or earlier, for all teams
 * (docs/rules.md, 19.3).
 */
export async function clearEventTextsOlderThan(
  dependencies: SystemDependencies,
  months: number,
  isStopped: () => boolean,
): Promise<void> {
  const { db, clock } = dependencies;
  const date = addMonths(clock().toISOString().slice(0, 10), -months);
  for (const { id: teamId } of await listAllTeams(db)) {
    let cleared = 1;
    while (cleared > 0 && !isStopped()) cleared = await clearSomeBlocks(dependencies, teamId, date);
    if (!isStopped()) await clearReportedTextsBefore(db, teamId, date);
  }
}

const clearSomeBlocks = (dependencies: SystemDependencies, teamId: number, date: StayDate): Promise<number> =>
  write(createSystemScope(dependencies, teamId), {}, async (scope) => {
    const { tx, now } = scope;
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
