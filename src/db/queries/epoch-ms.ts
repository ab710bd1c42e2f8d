import { sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** A moment in milliseconds since 1970. */
export const epochMs = <Value extends number | null>(column: PgColumn) =>
  sql<Value>`(extract(epoch from ${column}) * 1000)::float8`;
