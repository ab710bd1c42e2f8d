import type { Database } from '../db/client.ts';
import { updateScopeEnforcement } from '../db/queries/teams.ts';
import type { Clock } from './clock.ts';
import { done } from './outcome.ts';
import { type WriteCall, type WriteResult, write } from './write.ts';

export type TeamSettingsService = ReturnType<typeof createTeamSettingsService>;

type Dependencies = { db: Database; clock: Clock };

/** What a team decides for itself. */
export function createTeamSettingsService(dependencies: Dependencies) {
  return {
    /** Refuses writes with read-only tokens from the next request on, or lets them through again (contract, section 10). */
    enforceTokenScope: (call: WriteCall<boolean>, isEnforced: boolean): Promise<WriteResult<boolean>> =>
      write(dependencies, call, async ({ tx, writer, now }) => {
        await updateScopeEnforcement(tx, writer.teamId, isEnforced, now);
        return done(isEnforced);
      }),
  };
}
