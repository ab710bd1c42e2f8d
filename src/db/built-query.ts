/**
 * Runs queries that drizzle has built, without drizzle. For hot queries: drizzle fills in the values, and finds out how
 * to read each column of each row, anew every time. That was a tenth of the service's own work for a change of a booking.
 */
import { Column, getTableName, is, Placeholder, SQL, Subquery } from 'drizzle-orm';
import { type Executor, sendOf } from './executor.ts';

type Decoder = { mapFromDriverValue(value: unknown): unknown };
type Field = { path: readonly string[]; field: unknown };

/** What drizzle keeps of a prepared query, privately. */
type Kept = {
  /** Undefined if the query returns no rows. */
  fields: readonly Field[] | undefined;
  joinsNotNullableMap?: HasRow;
};
/** For each table of a select, whether it has a row for each row of the answer. Outer joins may have none. */
type HasRow = Readonly<Record<string, boolean>>;

type Values = Readonly<Record<string, unknown>>;
/** A query of drizzle's, before it is prepared. */
type Built = { toSQL(): { sql: string; params: readonly unknown[] }; prepare(name: string): object };

/** Returns what runs a query, on any executor, with the values of its placeholders. */
export function runnerOf(query: Built): (db: Executor, values: Values) => Promise<unknown> {
  const { sql: text, params } = query.toSQL();
  const kept = query.prepare('');
  if (!('fields' in kept)) throw new Error(KEPT_OTHERWISE);
  const { fields, joinsNotNullableMap = {} } = kept as Kept;
  const places = params.map(placeOf);
  const valuesOf = (values: Values) => places.map((place) => place(values));
  if (!fields) return async (db, values) => (await sendOf(db)(text, valuesOf(values))).rows;
  const read = readerOf(fields, joinsNotNullableMap);
  return async (db, values) => {
    const { rows } = await sendOf(db)(text, valuesOf(values), 'array');
    return (rows as unknown[][]).map(read);
  };
}

const KEPT_OTHERWISE = 'Drizzle keeps its queries in another way than this code knows.';

/** Where the value of a parameter comes from. */
function placeOf(param: unknown): (values: Values) => unknown {
  if (!is(param, Placeholder)) {
    if (typeof param === 'object' && param !== null)
      throw new Error('A placeholder takes driver values only.');
    return () => param;
  }
  const { name } = param;
  return (values) => {
    if (!(name in values)) throw new Error(`The query has no value for "${name}".`);
    return values[name];
  };
}

type Cell = Field & { index: number };
type Read = (row: readonly unknown[]) => unknown;

/** Reads a row's values into an object, which may have objects of its own. */
function readerOf(fields: readonly Field[], hasRow: HasRow): Read {
  const cells = fields.map((field, index): Cell => ({ ...field, index }));
  const parts = [...Map.groupBy(cells, ({ path }) => path[0] ?? '')].map(([name, ofPart]) => ({
    name,
    read: ofPart[0]?.path.length === 1 ? valueReader(ofPart[0]) : objectReader(ofPart, hasRow),
  }));
  return (row) => {
    const whole: Record<string, unknown> = {};
    for (const { name, read } of parts) whole[name] = read(row);
    return whole;
  };
}

/** An object is null if an outer join has found no row for it, which its first column tells. */
function objectReader(cells: readonly Cell[], hasRow: HasRow): Read {
  if (cells.some(({ path }) => path.length > 2))
    throw new Error('The objects of a row have no objects of their own.');
  const [first] = cells;
  const table = first && is(first.field, Column) ? getTableName(first.field.table) : '';
  const missing = hasRow[table] === false ? (first?.index ?? 0) : null;
  const named = cells.map((cell) => ({ key: cell.path[1] ?? '', read: valueReader(cell) }));
  return (row) => {
    if (missing !== null && row[missing] === null) return null;
    const object: Record<string, unknown> = {};
    for (const { key, read } of named) object[key] = read(row);
    return object;
  };
}

function valueReader({ index, field }: Cell): Read {
  const decoder = decoderOf(field);
  return (row) => {
    const value = row[index];
    return value === null ? null : decoder.mapFromDriverValue(value);
  };
}

/** Drizzle keeps the decoder of an expression privately too. */
function decoderOf(field: unknown): Decoder {
  if (is(field, Column)) return field;
  const sql = is(field, SQL) ? field : is(field, Subquery) ? field._.sql : (field as SQL.Aliased).sql;
  const { decoder } = sql as { decoder?: Decoder };
  if (!decoder) throw new Error(KEPT_OTHERWISE);
  return decoder;
}
