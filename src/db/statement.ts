import { sql } from 'drizzle-orm';
import type { Executor } from './client.ts';

/**
 * A plain SQL statement. The text names the columns like the row's properties, and the driver must return their types as
 * they are: texts, booleans, integers and JSON.
 */
export function statement<Values extends readonly unknown[], Row>(text: string) {
  const parts = text.split(/\$(\d+)/);
  return async (db: Executor, ...values: Values): Promise<Row[]> => {
    const chunks = parts.map((part, index) =>
      index % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1])}`,
    );
    return (await db.execute(sql.join(chunks))).rows as Row[];
  };
}
