import type { BookingEventRecord, BookingRecord } from '../../db/queries/team-file/team-file.ts';
import { exportTeamFile, type TeamExport } from './export/export.ts';
import { type ImportDependencies, type ImportOptions, type ImportResult, importTeamFile } from './import.ts';
import { parseBytes } from './parse.ts';
import { readTeamFile } from './read.ts';

export type { BookingEventRecord, BookingRecord };

/** Imports and exports a team's data as one file. */
export function createTeamFileService(dependencies: ImportDependencies) {
  async function importParsed(json: unknown, options: ImportOptions): Promise<ImportResult> {
    const { file, problems, notices } = readTeamFile(json);
    return file ? importTeamFile(file, dependencies, options) : { ok: false, problems, notices };
  }

  return {
    /** Creates or updates the team of a parsed team file, or changes nothing and reports every problem. */
    importTeam: (json: unknown, options: ImportOptions = {}): Promise<ImportResult> =>
      importParsed(structuredClone(json), options),

    /** The same for the bytes of a file. Throws an `UnreadableFile` if they are too many, or not JSON. */
    async importTeamBytes(
      bytes: AsyncIterable<Uint8Array>,
      options: ImportOptions = {},
    ): Promise<ImportResult> {
      options.report?.('reading the file');
      return importParsed(await parseBytes(bytes), options);
    },

    /**
     * Writes the team with that slug as a team file, piece by piece. Returns false, and writes nothing, if there is
     * none.
     */
    exportTeam: (slug: string, options: TeamExport): Promise<boolean> =>
      exportTeamFile(slug, options, dependencies),
  };
}
