import { listAllTeams } from '../../db/queries/teams/teams.ts';
import { addMonths, type StayDate } from '../../domain/dates/dates.ts';
import { createSystemScope, type SystemDependencies, type SystemScope } from '../team-scope.ts';

/** Clears what says something about guests, this many months after their stays. */
export type Retention = (
  dependencies: SystemDependencies,
  months: number,
  isStopped: () => boolean,
) => Promise<void>;

/** Of each team in turn. */
export const buildRetention =
  (clearUntil: (scope: SystemScope, date: StayDate, isStopped: () => boolean) => Promise<void>): Retention =>
  async (dependencies, months, isStopped) => {
    const { db, clock } = dependencies;
    const date = addMonths(clock().toISOString().slice(0, 10), -months);
    for (const { id } of await listAllTeams(db))
      if (!isStopped()) await clearUntil(createSystemScope(dependencies, id), date, isStopped);
  };
