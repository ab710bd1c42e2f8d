import { and, eq, ne } from 'drizzle-orm';
import type { Executor, Transaction } from '../../client.ts';
import { people } from '../../schema/teams.ts';

const columns = { id: people.id, email: people.email, name: people.name, passwordHash: people.passwordHash };

/** A person in any team, by email in lower case. */
export async function findPersonOfAnyTeam(db: Executor, emailKey: string) {
  const [row] = await db.select(columns).from(people).where(eq(people.emailKey, emailKey));
  return row ?? null;
}

export type NewPerson = { id: string; email: string; emailKey: string; name: string; now: Date };

/** The person with this email, created if missing. The row is locked, so that nobody else sets a password meanwhile. */
export async function lockOrInsertPersonOfAnyTeam(tx: Transaction, { now, ...person }: NewPerson) {
  await tx
    .insert(people)
    .values({ ...person, passwordHash: null, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: people.emailKey });
  const [row] = await tx
    .select(columns)
    .from(people)
    .where(eq(people.emailKey, person.emailKey))
    .for('no key update');
  if (!row) throw new Error('A person disappeared while their row was locked.');
  return row;
}

/** Locks a person, so that their password stays as it is until the transaction ends. */
export async function lockPersonOfAnyTeam(tx: Transaction, personId: string) {
  const [row] = await tx.select(columns).from(people).where(eq(people.id, personId)).for('no key update');
  return row ?? null;
}

export async function updatePasswordOfAnyTeam(
  db: Executor,
  personId: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await db.update(people).set({ passwordHash, updatedAt: now }).where(eq(people.id, personId));
}

/** Replaces a password if it is still the one that was checked. */
export async function replacePasswordOfAnyTeam(
  db: Executor,
  { id, passwordHash }: { id: string; passwordHash: string },
  newHash: string,
  now: Date,
): Promise<boolean> {
  const changed = await db
    .update(people)
    .set({ passwordHash: newHash, updatedAt: now })
    .where(and(eq(people.id, id), eq(people.passwordHash, passwordHash)))
    .returning({ id: people.id });
  return changed.length > 0;
}

/** Changes nothing if the person has the name already. */
export async function updateNameOfAnyTeam(
  db: Executor,
  personId: string,
  name: string,
  now: Date,
): Promise<void> {
  await db
    .update(people)
    .set({ name, updatedAt: now })
    .where(and(eq(people.id, personId), ne(people.name, name)));
}
