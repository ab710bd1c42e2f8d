import { exportTeamFile, type TeamExport } from './export/export.ts';
import { type ImportDependencies, type ImportOptions, type ImportResult, importTeamFile } from './import.ts';
import { piecesOfBytes } from './read/json-stream.ts';
import { piecesOf } from './read/pieces.ts';
import { type Pieces, readTeamFile } from './read/team-file.ts';

/** Imports and exports a team's data as one file (contract, section 11). */
export function createTeamFileService(dependencies: ImportDependencies) {
  async function importPieces(pieces: Pieces, options: ImportOptions): Promise<ImportResult> {
    const file = await readTeamFile(pieces, options.report);
    try {
      return await importTeamFile(file, dependencies, options);
    } finally {
      file.close();
    }
  }

  return {
    /** Creates or updates the team of a parsed team file, or changes nothing and reports every problem. */
    importTeam: (json: unknown, options: ImportOptions = {}): Promise<ImportResult> =>
      importPieces([piecesOf(json)], options),

    /**
     * The same for a file that arrives as bytes and may be larger than memory. Throws a `JsonError` if it is not JSON.
     */
    importTeamBytes: (bytes: AsyncIterable<Uint8Array>, options: ImportOptions = {}): Promise<ImportResult> =>
      importPieces(piecesOfBytes(bytes), options),

    /**
     * Writes the team with that slug as a team file, piece by piece. Returns false, and writes nothing, if there is
     * none.
     */
    exportTeam: (slug: string, options: TeamExport): Promise<boolean> =>
      exportTeamFile(slug, options, dependencies),
  };
}
