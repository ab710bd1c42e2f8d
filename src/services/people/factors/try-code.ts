import type { Transaction } from '../../../db/client.ts';
import { lockPersonOfAnyTeam } from '../../../db/queries/people/people.ts';
import type { StoredFactor } from '../../../domain/access/factors.ts';
import { foldCase } from '../../../domain/text/text.ts';
import type { AuditLog } from '../../access/audit-log.ts';
import { Conflict, WrongCode } from '../../errors.ts';
import { findSource, type Origin } from '../check-password.ts';
import {
  beginSignInAttempt,
  forgetWrongGuesses,
  type Guess,
  recordWrongGuess,
  type SignInPaceDependencies,
} from '../sign-in-pace.ts';
import { acceptCode } from './codes.ts';

/** As it is stored. */
export type KnownPerson = {
  id: string;
  email: string;
  name: string;
  passwordHash: string | null;
  factors: StoredFactor[];
};

export type CodeDependencies = SignInPaceDependencies & { auditLog: AuditLog };

type CodeAttempt = Origin & {
  person: KnownPerson;
  code: string;
  /** Whether what was checked before still is what is stored. The row is locked. */
  isCurrent: (present: KnownPerson) => boolean;
};

/**
 * Runs `work` in the transaction that uses the code up, with the person's row locked. Wrong codes are slowed like wrong
 * passwords, and counted apart.
 */
export async function tryCode<Result>(
  dependencies: CodeDependencies,
  { person, code, isCurrent, ...origin }: CodeAttempt,
  work: (tx: Transaction, present: KnownPerson, now: Date) => Promise<Result>,
): Promise<Result> {
  const { db, clock, keyring, auditLog } = dependencies;
  const source = findSource(keyring, origin, person);
  const guess: Guess = { guessed: 'code', emailKey: foldCase(person.email), source };
  await beginSignInAttempt(dependencies, guess);
  try {
    const result = await db.transaction(async (tx) => {
      const present = await lockPersonOfAnyTeam(tx, person.id);
      if (!present || !isCurrent(present)) throw buildChangedError();
      const now = clock();
      if (!(await acceptCode(tx, keyring, present, { code, now }))) throw new WrongCode();
      return work(tx, present, now);
    });
    await forgetWrongGuesses(dependencies, guess);
    return result;
  } catch (error) {
    if (error instanceof WrongCode) {
      await recordWrongGuess(dependencies, guess);
      auditLog.noteOfPerson({ action: 'factor_failed', person, ip: origin.address, at: clock() });
    }
    throw error;
  }
}

export const buildChangedError = () =>
  new Conflict('changed', 'Something has changed in the meantime. Please read the page again.');
