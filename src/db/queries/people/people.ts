import { and, eq, ne } from 'drizzle-orm';
import type { StoredFactor } from '../../../domain/access/factors.ts';
import type { Executor, Transaction } from '../../client.ts';
import { people } from '../../schema/teams.ts';
import { firstRow } from '../statements.ts';

export type PersonRecord = typeof people.$inferSelect;

const columns = {
  id: people.id,
  email: people.email,
  name: people.name,
  passwordHash: people.passwordHash,
  factors: people.factors,
};

export const findPersonOfAnyTeam = (db: Executor, emailKey: string) =>
  firstRow(db.select(columns).from(people).where(eq(people.emailKey, emailKey)));

export const findPersonById = (db: Executor, personId: string) =>
  firstRow(db.select(columns).from(people).where(eq(people.id, personId)));

type NewPerson = { id: string; email: string; emailKey: string; name: string; now: Date };

/** The locked row keeps others from setting a password at the same time. */
export async function lockOrInsertPersonOfAnyTeam(tx: Transaction, { now, ...person }: NewPerson) {
  await tx
    .insert(people)
    .values({ ...person, passwordHash: null, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: people.emailKey });
  const personQuery = tx.select(columns).from(people).where(eq(people.emailKey, person.emailKey));
  const row = await firstRow(personQuery.for('no key update'));
  if (!row) throw new Error('A person disappeared while their row was locked.');
  return row;
}

/** Neither the password nor the factors can change before the transaction ends. */
export const lockPersonOfAnyTeam = (tx: Transaction, personId: string) =>
  firstRow(tx.select(columns).from(people).where(eq(people.id, personId)).for('no key update'));

export const updatePasswordOfAnyTeam = (
  db: Executor,
  personId: string,
  passwordHash: string,
  updatedAt: Date,
) => db.update(people).set({ passwordHash, updatedAt }).where(eq(people.id, personId));

/** Only if the password is still the one that was checked before. */
export async function replacePasswordOfAnyTeam(
  db: Executor,
  { id, passwordHash }: { id: string; passwordHash: string },
  newHash: string,
  updatedAt: Date,
): Promise<boolean> {
  const isUnchanged = and(eq(people.id, id), eq(people.passwordHash, passwordHash));
  const changed = await db.update(people).set({ passwordHash: newHash, updatedAt }).where(isUnchanged);
  return (changed.rowCount ?? 0) > 0;
}

export const updateFactorsOfAnyTeam = (tx: Transaction, personId: string, factors: StoredFactor[]) =>
  tx.update(people).set({ factors }).where(eq(people.id, personId));

/** Returns false and writes nothing if the name is the same. */
export async function updateNameOfAnyTeam(
  db: Executor,
  personId: string,
  name: string,
  updatedAt: Date,
): Promise<boolean> {
  const isOther = and(eq(people.id, personId), ne(people.name, name));
  const changed = await db.update(people).set({ name, updatedAt }).where(isOther);
  return (changed.rowCount ?? 0) > 0;
}
