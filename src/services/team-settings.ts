import { updateScopeEnforcement } from '../db/queries/teams.ts';
import { done } from './outcome.ts';
import { type WriteCall, type WriteDependencies, type WriteResult, write } from './write.ts';

export type TeamSettingsService = ReturnType<typeof createTeamSettingsService>;

/** What a team decides for itself. */
export function createTeamSettingsService(dependencies: WriteDependencies) {
  return {
    /** Refuses writes with read-only tokens from the next request on, or lets them through again (contract, section 10). */
    enforceTokenScope: (call: WriteCall<boolean>, isEnforced: boolean): Promise<WriteResult<boolean>> =>
      write(dependencies, call, async ({ tx, writer, now }) => {
        await updateScopeEnforcement(tx, writer.teamId, isEnforced, now);
        return done(isEnforced);
      }),
  };
}
