/** What people do with their own second factor (docs/rules.md, 27.12). */
import type { Database, Transaction } from '../../../db/client.ts';
import {
  closeFactorStep,
  countUnusedRecoveryCodes,
  deleteFactorStep,
  deleteFactorSteps,
  deleteRecoveryCodes,
} from '../../../db/queries/people/factors.ts';
import {
  findPersonById,
  findPersonOfAnyTeam,
  lockPersonOfAnyTeam,
  updateFactorsOfAnyTeam,
} from '../../../db/queries/people/people.ts';
import {
  deleteOtherSessionsOfPerson,
  deleteSessionsOfPerson,
  updateSessionFactor,
} from '../../../db/queries/people/sessions.ts';
import { MAX_FACTORS } from '../../../domain/limits.ts';
import { foldCase } from '../../../domain/text/text.ts';
import { Conflict, Invalid, NotFound } from '../../errors.ts';
import { checkPassword, type Origin, type PasswordDependencies } from '../check-password.ts';
import type { PersonMailer } from '../mailer.ts';
import { makeRecoveryCodes } from './codes.ts';
import { buildStoredFactor, createFactorSetup, type FactorSetup, openFactorSetup } from './secrets.ts';
import { findTotpStep } from './totp.ts';
import { buildChangedError, type CodeDependencies, type KnownPerson, tryCode } from './try-code.ts';

type Dependencies = PasswordDependencies & CodeDependencies & { personMailer: PersonMailer | null };

/** Of the signed-in person: who changes it, and in which session. */
type FactorOwner = { personId: string; sessionId: string };
/** That it is still the same person who sits at the browser. One of the two is given. */
export type Proof = Origin & { password: string | null; code: string | null };

export type Factor = { id: string; name: string; createdAt: Date };
export type OwnFactors = { factors: Factor[]; recoveryCodesLeft: number };

export async function readOwnFactors({ db }: { db: Database }, personId: string): Promise<OwnFactors> {
  const person = await findPersonById(db, personId);
  return {
    factors: (person?.factors ?? []).map(({ id, name, createdAt }) => ({
      id,
      name,
      createdAt: new Date(createdAt),
    })),
    recoveryCodesLeft: await countUnusedRecoveryCodes(db, personId),
  };
}

/** That of a form that is shown again, or else a new one. */
export function createOwnFactorSetup(
  { clock, keyring }: Pick<Dependencies, 'clock' | 'keyring'>,
  personId: string,
  sealed: string | null,
): FactorSetup {
  const now = clock();
  const former = sealed === null ? null : openFactorSetup(keyring, personId, sealed, now);
  return former ?? createFactorSetup(keyring, personId, now);
}

/**
 * The app's first code shows that it works. With the first app the person gets recovery codes, which are shown this once;
 * null with any other. A form that is sent twice adds one app.
 */
export async function addFactor(
  dependencies: Dependencies,
  owner: FactorOwner,
  { sealed, name, firstCode }: { sealed: string; name: string; firstCode: string },
  proof: Proof,
): Promise<string[] | null> {
  const { clock, keyring } = dependencies;
  const { personId } = owner;
  const setup = openFactorSetup(keyring, personId, sealed, clock());
  if (!setup) throw buildChangedError();
  const hasIt = ({ factors }: KnownPerson) => factors.some(({ id }) => id === setup.id);
  const person = await findKnownPerson(dependencies, personId);
  if (hasIt(person)) return null;
  const step = findTotpStep(setup.secret, firstCode.replaceAll(/\s/g, ''), clock());
  if (step === null)
    throw new Invalid({
      first_code: [{ code: 'invalid', predicate: 'must be the one that the app shows now.' }],
    });
  try {
    const added = await prove(dependencies, person, proof, async (tx, present, now) => {
      if (hasIt(present)) return { isNew: false, codes: null };
      if (present.factors.length >= MAX_FACTORS)
        throw new Conflict('too_many', `You can have at most ${MAX_FACTORS} apps.`);
      await closeFactorStep(tx, { account: personId, factorId: setup.id }, step);
      const factor = buildStoredFactor(keyring, personId, setup, { name, now });
      const isFirst = present.factors.length === 0;
      await storeFactors({ ...dependencies, tx, now }, owner, {
        ...present,
        factors: [...present.factors, factor],
      });
      await updateSessionFactor(tx, owner.sessionId, true);
      return { isNew: true, codes: isFirst ? await makeRecoveryCodes(tx, personId) : null };
    });
    if (added.isNew) noteChange(dependencies, 'factor_added', person, proof);
    return added.codes;
  } catch (error) {
    // The other of two forms has used the code.
    if (hasIt(await findKnownPerson(dependencies, personId))) return null;
    throw error;
  }
}

/** With the last app the recovery codes end too. */
export async function removeFactor(
  dependencies: Dependencies,
  owner: FactorOwner,
  factorId: string,
  proof: Proof,
): Promise<void> {
  const person = await findKnownPerson(dependencies, owner.personId);
  await prove(dependencies, person, proof, async (tx, present, now) => {
    const factors = present.factors.filter(({ id }) => id !== factorId);
    if (factors.length === present.factors.length) throw new NotFound();
    await deleteFactorStep(tx, { account: present.id, factorId });
    await storeFactors({ ...dependencies, tx, now }, owner, { ...present, factors });
    if (factors.length > 0) return;
    await deleteRecoveryCodes(tx, present.id);
    await updateSessionFactor(tx, owner.sessionId, false);
  });
  noteChange(dependencies, 'factor_removed', person, proof);
}

/** Earlier ones no longer work. */
export async function renewRecoveryCodes(
  dependencies: Dependencies,
  personId: string,
  proof: Proof,
): Promise<string[]> {
  const person = await findKnownPerson(dependencies, personId);
  return prove(dependencies, person, proof, async (tx, present) => {
    if (present.factors.length === 0) throw new NotFound();
    return makeRecoveryCodes(tx, personId);
  });
}

/**
 * By an operator, for somebody who has lost all. Ends all sessions. Returns how many apps were removed, or null if nobody
 * has the email.
 */
export async function resetFactors(
  { db, clock, personMailer, auditLog }: Omit<Dependencies, 'keyring' | 'passwords' | 'pause'>,
  email: string,
): Promise<number | null> {
  const emailKey = foldCase(email);
  const person = await findPersonOfAnyTeam(db, emailKey);
  if (!person) return null;
  const removed = await db.transaction(async (tx) => {
    const present = await lockPersonOfAnyTeam(tx, person.id);
    const count = present?.factors.length ?? 0;
    if (count === 0) return 0;
    await deleteFactorSteps(tx, person.id);
    await deleteRecoveryCodes(tx, person.id);
    await updateFactorsOfAnyTeam(tx, person.id, []);
    await deleteSessionsOfPerson(tx, person.id);
    await personMailer?.tellOfChangedFactor(tx, { id: person.id, emailKey }, clock());
    return count;
  });
  if (removed > 0)
    auditLog.noteOfPerson({ person, isByOperator: true, action: 'factor_removed', ip: null, at: clock() });
  return removed;
}

const noteChange = (
  { auditLog, clock }: Dependencies,
  action: 'factor_added' | 'factor_removed',
  person: KnownPerson,
  { address }: Proof,
): void => auditLog.noteOfPerson({ action, person, ip: address, at: clock() });

async function findKnownPerson({ db }: Pick<Dependencies, 'db'>, personId: string): Promise<KnownPerson> {
  const person = await findPersonById(db, personId);
  if (!person) throw new Error('A person disappeared.');
  return person;
}

/** Runs `work` in a transaction with the person's row locked. */
async function prove<Result>(
  dependencies: Dependencies,
  person: KnownPerson,
  { password, code, ...origin }: Proof,
  work: (tx: Transaction, present: KnownPerson, now: Date) => Promise<Result>,
): Promise<Result> {
  const isCurrent = ({ passwordHash }: KnownPerson) => passwordHash === person.passwordHash;
  if (password === null)
    return tryCode(dependencies, { person, code: code ?? '', isCurrent, ...origin }, work);
  await checkPassword(dependencies, { emailKey: foldCase(person.email), person, password, ...origin });
  return dependencies.db.transaction(async (tx) => {
    const present = await lockPersonOfAnyTeam(tx, person.id);
    if (!present || !isCurrent(present)) throw buildChangedError();
    return work(tx, present, dependencies.clock());
  });
}

/** Ends the other sessions. */
async function storeFactors(
  { personMailer, tx, now }: Pick<Dependencies, 'personMailer'> & { tx: Transaction; now: Date },
  { sessionId }: FactorOwner,
  { id, email, factors }: KnownPerson,
): Promise<void> {
  await updateFactorsOfAnyTeam(tx, id, factors);
  await deleteOtherSessionsOfPerson(tx, id, sessionId);
  await personMailer?.tellOfChangedFactor(tx, { id, emailKey: foldCase(email) }, now);
}
