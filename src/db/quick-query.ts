import { Column, fillPlaceholders, getTableName, is, SQL } from 'drizzle-orm';

/** What drizzle knows of a query that it has put together, and does not tell of. */
type MadeQuery = {
  client: { query(config: object, values: unknown[]): Promise<{ rows: unknown[][] }> };
  logger: { logQuery(text: string, values: unknown[]): void };
  queryConfig: { text: string };
  params: unknown[];
  fields?: readonly SelectedField[];
  joinsNotNullableMap?: Readonly<Record<string, boolean>>;
};
/** A column of the answer: where its value stands in a row's object, and what reads it. */
type SelectedField = { path: readonly string[]; field: unknown };
type Decoder = { mapFromDriverValue(value: unknown): unknown };
type Values = Record<string, unknown>;

/**
 * Runs a query that drizzle has put together as drizzle would, but with all that is the same each time found out once:
 * drizzle asks what each field is, and where it belongs, again for every row. What this does not know is left to drizzle.
 */
export function runQuickly<Result>(query: {
  execute(values?: Values): Promise<Result>;
}): (values: Values) => Promise<Result> {
  const { client, logger, queryConfig, params, fields, joinsNotNullableMap } = query as unknown as MadeQuery;
  const read = fields ? rowReader(fields, joinsNotNullableMap) : null;
  if (!read) return (values) => query.execute(values);
  return async (values) => {
    const filled = fillPlaceholders(params, values);
    logger.logQuery(queryConfig.text, filled);
    const { rows } = await client.query(queryConfig, filled);
    return rows.map((row) => read(row)) as Result;
  };
}

function rowReader(
  fields: readonly SelectedField[],
  isAlwaysThere: Readonly<Record<string, boolean>> | undefined,
): ((values: unknown[]) => Record<string, unknown>) | null {
  const columns: { outer: string; inner: string | undefined; decoder: Decoder }[] = [];
  for (const { path, field } of fields) {
    const [outer, inner] = path;
    const decoder = decoderOf(field);
    if (outer === undefined || path.length > 2 || !decoder) return null;
    columns.push({ outer, inner, decoder });
  }
  if (isAlwaysThere && mayHoldNullFor(fields, isAlwaysThere)) return null;
  return (values) => {
    const row: Record<string, unknown> = {};
    let index = 0;
    for (const { outer, inner, decoder } of columns) {
      const value = values[index] === null ? null : decoder.mapFromDriverValue(values[index]);
      index += 1;
      if (inner === undefined) {
        row[outer] = value;
        continue;
      }
      row[outer] ??= {};
      (row[outer] as Record<string, unknown>)[inner] = value;
    }
    return row;
  };
}

function decoderOf(field: unknown): Decoder | null {
  if (is(field, Column)) return field;
  if (is(field, SQL)) return (field as unknown as { decoder: Decoder }).decoder;
  if (is(field, SQL.Aliased)) return (field.sql as unknown as { decoder: Decoder }).decoder;
  return null;
}

/** Whether drizzle might put null in place of an object: one whose columns are all of a table that is joined from the left. */
function mayHoldNullFor(
  fields: readonly SelectedField[],
  isAlwaysThere: Readonly<Record<string, boolean>>,
): boolean {
  const tablesOf = new Map<string, Set<string>>();
  for (const { path, field } of fields) {
    const [outer = ''] = path;
    if (path.length !== 2 || !is(field, Column)) continue;
    tablesOf.set(outer, (tablesOf.get(outer) ?? new Set()).add(getTableName(field.table)));
  }
  return [...tablesOf.values()].some(
    (tables) => tables.size === 1 && [...tables].some((name) => !isAlwaysThere[name]),
  );
}
