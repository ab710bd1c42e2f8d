import { inflateSync } from 'node:zlib';
import type { TestApp } from './app.ts';

/** Everywhere in the database that the mark can be read, by table and column. */
export async function tracesOf(world: TestApp, mark: string): Promise<string[]> {
  const { rows: columns } = await world.db.execute<{ table: string; column: string; type: string }>(`
    select table_name as table, column_name as column, data_type as type
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'`);
  const found: string[] = [];
  for (const { table, column, type } of columns) {
    const value = type === 'bytea' ? `encode("${column}", 'base64')` : `"${column}"::text`;
    const { rows } = await world.db.execute<{ value: string }>(
      `select ${value} as value from "${table}" where "${column}" is not null`,
    );
    for (const row of rows) {
      const bytes = type === 'bytea' ? Buffer.from(row.value, 'base64') : Buffer.from(row.value);
      const text = type === 'bytea' && bytes[0] === 0x78 ? inflateSync(bytes) : bytes;
      if (text.toString().toLowerCase().includes(mark.toLowerCase())) found.push(`${table}.${column}`);
    }
  }
  return [...new Set(found)].sort();
}
