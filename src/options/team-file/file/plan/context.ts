import type { TeamEventRecord } from '../../../../db/queries/events/team-events.ts';
import type { AuditEntry } from '../../../../services/access/audit-log.ts';
import type { Pictures } from '../../../../services/catalogue/pictures.ts';
import type { TeamSettings } from '../../../../services/catalogue/team-row.ts';
import type { Passwords } from '../../../../services/people/password.ts';
import type { Problems } from '../../../../services/team-file-part.ts';
import type { CollectionName } from '../collections.ts';
import type { TeamFile } from '../read.ts';
import type { ImportTally } from './tally.ts';

export type ImportContext = {
  teamId: number;
  /** As it should be after the import. */
  team: TeamSettings;
  now: Date;
  file: TeamFile;
  problems: Problems;
  notices: string[];
  tally: ImportTally<CollectionName>;
  pictures: Pictures;
  passwords: Passwords;
  /** Where image files are, or null if the file comes from standard input. */
  folder: string | null;
  /** A photo's address that begins with one of them may be one of the team's own pictures. */
  baseUrls: readonly string[];
  /** In the team's feed, so far. */
  events: TeamEventRecord[];
  /** For the team's log, of what is stored if the import succeeds. */
  logged: AuditEntry[];
};

/** After the first problem, an import stores nothing more and only checks the rest of the file. */
export const hasNoProblems = ({ problems }: ImportContext): boolean => problems.lines.length === 0;

/** Rolls back the transaction. */
export class RefusedFile extends Error {
  readonly problems: readonly string[];
  readonly notices: readonly string[];
  constructor({ problems, notices }: Pick<ImportContext, 'problems' | 'notices'>) {
    super('The team file is refused.');
    this.problems = problems.lines;
    this.notices = notices;
  }
}

/** The next steps then do not run. */
export function throwIfRefused(context: ImportContext): void {
  if (!hasNoProblems(context)) throw new RefusedFile(context);
}

/** In a few words, for an operator who waits. */
export type ReportProgress = (what: string) => void;
