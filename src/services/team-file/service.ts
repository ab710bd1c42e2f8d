import { exportTeamFile, type TeamExport } from './export/export.ts';
import { type ImportDependencies, type ImportResult, importTeamFile } from './import.ts';
import type { ReportProgress } from './plan/context.ts';

/** Moves a team's data in and out as one file (contract, section 11). */
export function createTeamFileService(dependencies: ImportDependencies) {
  return {
    /** Creates or updates the team of a parsed team file, or changes nothing and says every problem. */
    importTeam: (json: unknown, report?: ReportProgress): Promise<ImportResult> =>
      importTeamFile(json, dependencies, report),

    /** Writes the team of that name as a team file, piece by piece; false, and nothing written, where there is none. */
    exportTeam: (slug: string, options: TeamExport): Promise<boolean> =>
      exportTeamFile(slug, options, dependencies),
  };
}
