import { sql } from 'drizzle-orm';
import { bigint, customType, date, timestamp, uuid } from 'drizzle-orm/pg-core';

/**
 * Text is compared and ordered by code point in every database, whatever its own collation is
 * (contract, section 2), so all of our text columns say so themselves.
 */
export const text = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** An amount in the currency's minor unit. Refuses to read what a JavaScript number cannot hold exactly. */
export const cents = customType<{ data: number; driverData: string }>({
  dataType: () => 'bigint',
  fromDriver: (value) => {
    const amount = Number(value);
    if (!Number.isSafeInteger(amount)) throw new RangeError('An amount in the database is no safe integer.');
    return amount;
  },
});

/** A moment, to the second. What writes one truncates first: PostgreSQL would round. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 0, mode: 'date' });

/** A calendar date, `YYYY-MM-DD`, read and written as text so that no time zone can move it. */
export const stayDate = (name: string) => date(name, { mode: 'string' });

export const teamId = () => bigint('team_id', { mode: 'number' }).notNull();

export const id = () => uuid('id').notNull();

export const times = () => ({
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** `column in ('a', 'b')`, for a check over one of the domain's word lists. */
export const oneOf = (column: string, words: readonly string[]) =>
  sql.raw(`${column} in (${words.map((word) => `'${word}'`).join(', ')})`);

export const condition = (predicate: string) => sql.raw(predicate);
