/** A list in a body, as numbered rows of fields. Without a script, nobody can add rows, so there is always an empty one. */

import type { Form } from '../form.ts';
import { type Drawn, type FieldKind, findAt, type Values } from '../form-table.ts';
import type { SentForm } from '../sent-form.ts';
import type { Html } from '../views/html.ts';
import type { FormPart } from './join.ts';

type RowOptions<Field> = {
  /** As many as the API allows. One more can be sent, so that the API refuses it instead of the form losing it. */
  max: number;
  /** How many are shown at least. */
  least?: number;
  /** Of the list in the body, if it differs from the group. */
  path?: string;
  isEmpty?: (text: string, field: Field) => boolean;
};

/**
 * `group` begins the names of the inputs, such as `rooms` of `rooms_0_name`. Labels may tell the row's number,
 * which begins at 1.
 */
export function defineRows<Field extends string>(
  group: string,
  buildFields: (number: number) => Readonly<Record<Field, FieldKind>>,
  { max, least = 1, path: listPath = group, isEmpty = (text) => text.trim() === '' }: RowOptions<Field>,
) {
  const nameOf = (row: number, field: Field): string => `${group}_${row}_${field}`;
  const kinds = Array.from({ length: max + 1 }, (_, row) => buildFields(row + 1));
  const rows = kinds.map((kindsOfRow, row) =>
    Object.entries<FieldKind>(kindsOfRow).map(([key, kind]) => {
      const field = key as Field;
      return { ...kind, field, name: nameOf(row, field) };
    }),
  );

  const findFilled = (values: Values): number[] =>
    rows.flatMap((fields, row) =>
      fields.some(({ name, field }) => !isEmpty(values[name] ?? '', field)) ? [row] : [],
    );

  /** The one that an entry of the body came from. The last one, if the path is of the whole list. */
  function findRow(path: string, values: Values): number | undefined {
    if (path !== listPath && !path.startsWith(`${listPath}.`)) return undefined;
    const filled = findFilled(values);
    const index = Number(path.slice(listPath.length + 1).split('.')[0] || -1);
    return filled[index] ?? filled.at(-1) ?? 0;
  }

  /** Without empty rows. If all are, with the first `least` ones. */
  function readItems(form: SentForm, { least: leastRead = 0 } = {}) {
    const all = rows.map((fields, row) => {
      const item = Object.fromEntries(fields.map(({ field, name, read }) => [field, read(form, name)]));
      return { row, item: item as Record<Field, unknown> };
    });
    const filled = findFilled(form.values);
    return all.filter(({ row }) => filled.includes(row) || (filled.length === 0 && row < leastRead));
  }

  return {
    nameOf,
    findFilled,
    findRow,
    readItems,
    /** Up to the last one that is filled in, and an empty one. */
    findShown: (values: Values): number[] => {
      const count = Math.max(least, (findFilled(values).at(-1) ?? -1) + 2);
      return [...rows.keys()].slice(0, count);
    },
    field(form: Form, row: number, field: Field, drawn: Drawn = {}): Html {
      const { label, draw } = (kinds[row] ?? buildFields(row + 1))[field];
      return draw(form, { label, ...drawn, name: nameOf(row, field) });
    },
    labels: Object.fromEntries(rows.flat().map(({ name, label }) => [name, label])),
    toValues: (presented: unknown): Values =>
      Object.fromEntries(
        ((findAt(presented, listPath) ?? []) as readonly unknown[]).flatMap((item, row) =>
          (rows[row] ?? []).map(({ field, name, show }) => [name, show(findAt(item, field))]),
        ),
      ),
    read: (form: SentForm) => ({ [listPath]: readItems(form).map(({ item }) => item) }),
    findName(path: string, values: Values): string | undefined {
      const row = findRow(path, values);
      if (row === undefined) return undefined;
      const fields = rows[row] ?? [];
      const [, field] = path.slice(listPath.length + 1).split('.');
      return (fields.find((one) => one.field === field) ?? fields[0])?.name;
    },
  } satisfies FormPart & Record<string, unknown>;
}
