import type { TeamEventRecord } from '../../db/queries/events/team-events.ts';
import type { TeamSettings } from '../../services/catalogue/team-row.ts';
import type { Pictures } from '../../services/media/pictures.ts';
import type { FoundProblem, Problems } from '../problems.ts';
import type { TeamFile } from '../read.ts';
import type { ImportTally } from './tally.ts';

export type ImportContext = {
  teamId: number;
  /** The team's row as it should be after the import. */
  team: TeamSettings;
  now: Date;
  file: TeamFile;
  problems: Problems;
  /** What is wrong with the file's texts of messages, which are checked before the transaction. */
  mailTextProblems: readonly FoundProblem[];
  notices: string[];
  tally: ImportTally;
  pictures: Pictures;
  /**
   * The folder of the team file, in which its image files are, or null if the file comes from standard input.
   */
  folder: string | null;
  /**
   * The addresses of the service: a photo's address that begins with one of them may be one of the team's own
   * pictures.
   */
  baseUrls: readonly string[];
  /** The events that the import has stored for the team's event feed so far. */
  events: TeamEventRecord[];
};

/**
 * Whether the import has found no problem so far. After the first problem, an import stores nothing more and
 * only checks the rest of the file.
 */
export const hasNoProblems = ({ problems }: ImportContext): boolean => problems.lines.length === 0;

/** Thrown to roll back the transaction of an import if its file is refused. */
export class RefusedFile extends Error {
  readonly problems: readonly string[];
  readonly notices: readonly string[];
  constructor({ problems, notices }: Pick<ImportContext, 'problems' | 'notices'>) {
    super('The team file is refused.');
    this.problems = problems.lines;
    this.notices = notices;
  }
}

/** Throws if the import has found problems, so that the next steps do not run. */
export function throwIfRefused(context: ImportContext): void {
  if (!hasNoProblems(context)) throw new RefusedFile(context);
}

/** Reports the present step in a few words, for an operator who waits for a large import. */
export type ReportProgress = (what: string) => void;
