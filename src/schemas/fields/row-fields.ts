/**
 * A table of fields lists each field of a thing once, if the field is stored in a column of the same name in
 * snake case. Bodies, team file entries, answers and rows are typed and built from the table of fields
 * (docs/contributing.md, "A field").
 */
import type { z } from 'zod';
import { toColumnName } from '../../domain/field-names.ts';

/**
 * The type of a field in a table of fields, where `write` is the schema in bodies and team files, and `read`
 * the schema in answers. If a field differs from its column, `column` names the column, and `present` makes
 * the answer's value from the stored one.
 */
export type RowField = {
  write: z.ZodType;
  read: z.ZodType;
  column?: string;
  present?: (value: never) => unknown;
};
type RowFields = Readonly<Record<string, RowField>>;

type NameOf<Fields> = keyof Fields & string;
type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;
type ColumnOf<Fields, Name extends NameOf<Fields>> = Fields[Name] extends {
  column: infer Column extends string;
}
  ? Column
  : CamelCase<Name>;
type StoredValue<Field extends RowField> = Field extends { present: (value: infer Value) => unknown }
  ? Value
  : z.output<Field['read']>;
type ShownValue<Field extends RowField> = Field extends { present: (value: never) => infer Value }
  ? Value
  : z.output<Field['read']>;

/** The fields of a body or of an entry in a team file, each of which may be missing. */
type SentFields<Fields extends RowFields> = {
  [Name in keyof Fields]?: z.output<Fields[Name]['write']> | undefined;
};
type SentColumns<Fields extends RowFields> = {
  [Name in NameOf<Fields> as ColumnOf<Fields, Name>]: z.output<Fields[Name]['write']> | null | undefined;
};
export type RowOf<Fields extends RowFields> = {
  readonly [Name in NameOf<Fields> as ColumnOf<Fields, Name>]: StoredValue<Fields[Name]>;
};
type Shown<Fields extends RowFields> = { [Name in keyof Fields]: ShownValue<Fields[Name]> };

/** Builds the schemas and functions that follow from a table of fields. */
export function createRowFields<const Fields extends RowFields>(fields: Fields) {
  const columns = Object.entries(fields).map(([name, field]) => ({
    name,
    column: findColumn(name, field),
    present: (field.present ?? keep) as (value: unknown) => unknown,
  }));
  return {
    written: mapValues(fields, ({ write }) => write) as { [Name in keyof Fields]: Fields[Name]['write'] },
    shown: mapValues(fields, ({ read }) => read) as { [Name in keyof Fields]: Fields[Name]['read'] },

    /**
     * Turns the fields of an entry in a team file, or of a body, into database columns. A field that the
     * entry leaves out becomes undefined. If the entry as a whole is null, all of its columns become null.
     */
    toColumns(sent: SentFields<Fields> | null | undefined): SentColumns<Fields> {
      const read = (name: string) => (sent === null ? null : sent?.[name]);
      return Object.fromEntries(
        columns.map(({ name, column }) => [column, read(name)]),
      ) as SentColumns<Fields>;
    },

    /** Turns a stored row into the fields of an answer or a team file. */
    present(row: RowOf<Fields>): Shown<Fields> {
      const values = row as Record<string, unknown>;
      return Object.fromEntries(
        columns.map(({ name, column, present }) => [name, present(values[column])]),
      ) as Shown<Fields>;
    },
  };
}

const findColumn = (name: string, { column }: RowField): string => column ?? toColumnName(name);

const keep = (value: unknown) => value;

const mapValues = <Value, Mapped>(record: Readonly<Record<string, Value>>, map: (value: Value) => Mapped) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));

type NameWith<Fields, Mark extends string, Value> = {
  [Name in keyof Fields]: Fields[Name] extends Record<Mark, Value> ? Name : never;
}[keyof Fields];

/** Picks the fields of a table that have a given value of a flag, such as `inBookings`. */
export const pickFields = <
  Fields extends Readonly<Record<string, Record<Mark, boolean>>>,
  Mark extends string,
  const Value extends boolean,
>(
  fields: Fields,
  mark: Mark,
  value: Value,
) =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => field[mark] === value)) as Pick<
    Fields,
    NameWith<Fields, Mark, Value>
  >;

/** The names of some fields in the form that zod's `pick` and `omit` take. */
export const maskFields = <Fields extends RowFields>(fields: Fields) =>
  mapValues(fields, () => true) as { [Name in keyof Fields]: true };

/** The names of the database columns of some fields. */
export const listColumns = <Fields extends RowFields>(fields: Fields) =>
  Object.entries(fields).map(([name, field]) => findColumn(name, field)) as {
    [Name in NameOf<Fields>]: ColumnOf<Fields, Name>;
  }[NameOf<Fields>][];

/** Picks exactly the keys that a schema has, in the order of the schema. */
export const pickShown = <
  Shape extends z.core.$ZodLooseShape,
  Values extends { [Key in keyof Shape]: unknown },
>(
  { shape }: z.ZodObject<Shape>,
  values: Values,
) =>
  Object.fromEntries(
    Object.keys(shape).flatMap((key) => (key in values ? [[key, values[key as keyof Values]]] : [])),
  ) as Pick<Values, keyof Shape & keyof Values>;
