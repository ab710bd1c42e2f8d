import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../db/client.ts';
import { databaseTroubleOf, sqlErrorOf } from '../../db/errors.ts';
import { lockOrInsertTeam } from '../../db/queries/team-file.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Clock } from '../clock.ts';
import type { Keyring } from '../keyring.ts';
import { newId } from '../new-id.ts';
import type { ImportContext, ReportProgress } from './plan/context.ts';
import { planImport } from './plan/plan.ts';
import { newTeam } from './plan/team.ts';
import { createProblems } from './read/problems.ts';
import { readTeamFile, type TeamFile } from './read/team-file.ts';
import { storeImport } from './store/store.ts';

export type ImportResult =
  | { ok: true; teamId: number; notices: string[]; counts: Record<string, number> }
  | { ok: false; problems: string[] };

export type ImportDependencies = { db: Database; clock: Clock; keyring: Keyring };

const MAX_ATTEMPTS = 4;
const RETRY_MS = 50;

/**
 * Creates or updates one team from a team file, all of it or nothing (contract, section 11). The file is compared with
 * what is stored and only what differs is written, so importing it again changes nothing.
 */
export function importTeamFile(
  json: unknown,
  dependencies: ImportDependencies,
  report: ReportProgress = () => {},
): Promise<ImportResult> {
  report('reading the file');
  // No async function: it would hold the JSON in memory for as long as the import takes.
  return importFile(readTeamFile(json), dependencies, report);
}

async function importFile(
  file: TeamFile,
  dependencies: ImportDependencies,
  report: ReportProgress,
): Promise<ImportResult> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptImport(file, dependencies, report);
    } catch (error) {
      if (error instanceof Refusal) return { ok: false, problems: error.problems };
      const sqlError = sqlErrorOf(error);
      const trouble = databaseTroubleOf(error);
      // Somebody else wrote the same meanwhile: the next attempt finds it stored, and says so or agrees with it.
      const isRace = trouble === 'conflict' || trouble === 'duplicate' || trouble === 'overlap';
      if (isRace && attempt < MAX_ATTEMPTS) {
        await sleep(RETRY_MS * attempt * (1 + Math.random()));
      } else if (sqlError?.constraint) {
        return { ok: false, problems: [`file: contradicts what is stored (${sqlError.constraint}).`] };
      } else {
        throw error;
      }
    }
  }
}

/** Thrown to take the transaction back. */
class Refusal extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super('The team file is refused.');
    this.problems = problems;
  }
}

function attemptImport(
  file: TeamFile,
  { db, clock, keyring }: ImportDependencies,
  report: ReportProgress,
): Promise<ImportResult> {
  return inTransaction(db, async (tx) => {
    const now = clock();
    const { stored, isNew } = await lockOrInsertTeam(tx, newTeam(file.team.value, now));
    const context: ImportContext = {
      teamId: stored.id,
      now,
      newId,
      problems: createProblems([...file.problems.lines]),
      notices: [...file.notices],
      named: file.named,
    };
    report('comparing with what is stored');
    const plan = await planImport(tx, context, file, { ...stored, isNew }, keyring);
    await storeImport(tx, plan, report);
    if (context.problems.lines.length > 0) throw new Refusal(context.problems.lines);
    return { ok: true, teamId: stored.id, notices: context.notices, counts: countsOf(file) };
  });
}

const countsOf = (file: TeamFile): Record<string, number> => ({
  listings: file.listings?.length ?? 0,
  guests: file.guests?.length ?? 0,
  bookings: file.bookings?.length ?? 0,
});
