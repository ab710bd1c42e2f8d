/**
 * A table lists once each field that is stored in a column of the same name in snake case. Bodies, team file
 * entries, answers and rows are typed and built from it (docs/contributing.md, "A field").
 */
import type { z } from 'zod';
import { toColumnName } from '../../domain/field-names.ts';

/**
 * `write` is the schema in bodies and team files, `read` that in answers. `column` names a column that is
 * called otherwise, and `present` makes the answer's value from the stored one.
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
     * A field that is left out becomes undefined. If the entry as a whole is null, all columns become null.
     */
    toColumns(sent: SentFields<Fields> | null | undefined): SentColumns<Fields> {
      const read = (name: string) => (sent === null ? null : sent?.[name]);
      return Object.fromEntries(
        columns.map(({ name, column }) => [column, read(name)]),
      ) as SentColumns<Fields>;
    },

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

/** By a flag such as `inBookings`. */
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

/** For zod's `pick` and `omit`. */
export const maskFields = <Fields extends RowFields>(fields: Fields) =>
  mapValues(fields, () => true) as { [Name in keyof Fields]: true };

export const listColumns = <Fields extends RowFields>(fields: Fields) =>
  Object.entries(fields).map(([name, field]) => findColumn(name, field)) as {
    [Name in NameOf<Fields>]: ColumnOf<Fields, Name>;
  }[NameOf<Fields>][];

/** In the order of the schema. */
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
