import { and, eq, lt, sql } from 'drizzle-orm';
import type { Executor } from '../../client.ts';
import { signInAttempts } from '../../schema/sign-in-attempts.ts';
import { firstRow } from '../statements.ts';

const { account, source, failures, lastAt } = signInAttempts;
type Place = { account: string; source: string };
const isAt = (place: Place) => and(eq(account, place.account), eq(source, place.source));

export type WaitRules = {
  /** How many wrong passwords are free of waiting. */
  free: number;
  /** The wait starts at 2 seconds and doubles with each wrong password. */
  maxWaitSeconds: number;
  /** Counted from the last wrong password. */
  forgetAfterSeconds: number;
};

const buildSecondsSql = (count: number) => sql`make_interval(secs => ${count}::int)`;
const buildSignInWaitSql = ({ free, maxWaitSeconds }: WaitRules) =>
  sql`make_interval(secs => least(${maxWaitSeconds}::int, power(2, least(${failures} - ${free}::int + 1, 20))))`;

/**
 * Counts an attempt as failed before the password is checked. Returns null if it comes too early. One
 * statement counts it and locks its row, so that of a hundred attempts at once all are counted.
 */
export async function countSignInAttempt(db: Executor, place: Place, pace: WaitRules, now: Date) {
  const at = sql`${now.toISOString()}::timestamptz`;
  // A difference of two times, because Citus refuses sums of times in an upsert: they could depend on the
  // session's time zone.
  const sinceLastAttempt = sql`${at} - ${lastAt}`;
  const isForgotten = sql`${sinceLastAttempt} >= ${buildSecondsSql(pace.forgetAfterSeconds)}`;
  const countedAttempt = db
    .insert(signInAttempts)
    .values({ ...place, failures: 1, lastAt: now })
    .onConflictDoUpdate({
      target: [account, source],
      set: {
        failures: sql`case when ${isForgotten} then 1 else ${failures} + 1 end`,
        lastAt: now,
      },
      setWhere: sql`${isForgotten} or ${failures} < ${pace.free}::int or ${sinceLastAttempt} >= ${buildSignInWaitSql(pace)}`,
    })
    .returning({ failures });
  return (await firstRow(countedAttempt))?.failures ?? null;
}

export async function findNextSignInTime(db: Executor, place: Place, pace: WaitRules): Promise<Date | null> {
  const at = sql<Date>`${lastAt} + ${buildSignInWaitSql(pace)}`.mapWith(lastAt);
  return (await firstRow(db.select({ at }).from(signInAttempts).where(isAt(place))))?.at ?? null;
}

/** Those that still count towards a wait. */
export async function countSignInFailures(db: Executor, place: Place, since: Date): Promise<number> {
  const row = await firstRow(db.select({ failures, lastAt }).from(signInAttempts).where(isAt(place)));
  return row && row.lastAt > since ? row.failures : 0;
}

export const deleteAttempts = (db: Executor, place: Place) => db.delete(signInAttempts).where(isAt(place));

export const deleteSignInAttemptsBefore = (db: Executor, before: Date) =>
  db.delete(signInAttempts).where(lt(lastAt, before));
