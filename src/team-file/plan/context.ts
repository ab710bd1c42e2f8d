import type { TeamEventRecord } from '../../db/queries/events/team-events.ts';
import type { TeamRecord } from '../../db/queries/teams/teams.ts';
import type { Pictures } from '../../services/media/pictures.ts';
import type { Problems } from '../problems.ts';
import type { TeamFile } from '../read.ts';
import type { ImportTally } from './tally.ts';

export type ImportContext = {
  teamId: number;
  /** The team after the import. */
  team: TeamRecord;
  now: Date;
  file: TeamFile;
  problems: Problems;
  notices: string[];
  tally: ImportTally;
  pictures: Pictures;
  /**
   * The folder of the file, for the pictures that it names, or null if the file comes from standard input.
   */
  folder: string | null;
  /** The addresses of the service, under which a whole address of a photo may name a picture of the team. */
  baseUrls: readonly string[];
  /** The events that the import has recorded in the team's feed so far. */
  events: TeamEventRecord[];
};

/**
 * Whether no problem was found so far. After a problem the import writes nothing more, and only checks the
 * rest.
 */
export const hasNoProblems = ({ problems }: ImportContext): boolean => problems.lines.length === 0;

/** Thrown to roll the transaction of a refused file back. */
export class RefusedFile extends Error {
  readonly problems: readonly string[];
  readonly notices: readonly string[];
  constructor({ problems, notices }: Pick<ImportContext, 'problems' | 'notices'>) {
    super('The team file is refused.');
    this.problems = problems.lines;
    this.notices = notices;
  }
}

/** Ends a step of the import: the next step is checked only if nothing is wrong so far. */
export function throwIfRefused(context: ImportContext): void {
  if (!hasNoProblems(context)) throw new RefusedFile(context);
}

/** Called with the current step in a few words, for an operator who waits for a large import. */
export type ReportProgress = (what: string) => void;
