/** Values for the fields of a table, so that a new field is in every test that needs a value, or none, in each. */

import { z } from 'zod';
import { toColumnName } from '../../src/domain/field-names.ts';
import type { RowField } from '../../src/schemas/fields/row-fields.ts';

type Fields = Readonly<Record<string, RowField>>;

const takes = ({ write }: RowField, value: unknown): boolean => {
  const { success, data } = write.safeParse(value);
  return success && data === value;
};

/** The fields that take any text of one line, and those that take several lines. */
export const listTextFields = (fields: Fields): string[] =>
  Object.keys(fields).filter((name) => takes(fields[name] as RowField, 'Any text'));
export const listLongTextFields = (fields: Fields): string[] =>
  Object.keys(fields).filter((name) => takes(fields[name] as RowField, 'Any\ntext'));

/**
 * A text in each field that takes any, such as `Nickname loft 1` for the mark `loft 1`, or `Nloft 1` if that is too long
 * for the field. No text is a part of another one. Where several lines are meant, it has two, because a text of one line does not show that a line
 * break stays.
 */
export const markTexts = (
  fields: Fields,
  mark: string,
  { hasLines = false } = {},
): Record<string, string> => {
  const long = new Set(hasLines ? listLongTextFields(fields) : []);
  return Object.fromEntries(
    listTextFields(fields).map((name) => {
      const text = `${toWords(name)}${long.has(name) ? '\n' : ' '}${mark}`;
      return [name, takes(fields[name] as RowField, text) ? text : `${toInitials(name)}${mark}`];
    }),
  );
};

/** The same by the columns of the fields. */
export const markColumns = (fields: Fields, mark: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(markTexts(fields, mark)).map(([name, text]) => [toColumnName(name), text]),
  );

const toInitials = (name: string): string => name.replaceAll(/_?([a-z])[a-z]*/g, '$1').toUpperCase();

const toWords = (name: string): string => {
  const text = name.replaceAll('_', ' ');
  return `${text[0]?.toUpperCase()}${text.slice(1)}`;
};

/**
 * What answers show of a thing of which nobody has said anything: the default that the reference names, else null, an empty
 * list, an object of nulls or an empty one. Fields with none of them are left out, because they must be given or follow from something
 * else.
 */
export const listBlanks = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { write, read }]) => {
      const blank = toJson(write).default ?? findEmpty(read);
      return blank === undefined ? [] : [[name, blank]];
    }),
  );

const findEmpty = (read: z.ZodType): unknown => {
  const nulls = read instanceof z.ZodObject ? mapKeys(read.shape) : undefined;
  return [null, [], nulls, {}].find((value) => read.safeParse(value).success);
};

const mapKeys = (shape: object) => Object.fromEntries(Object.keys(shape).map((key) => [key, null]));

type Json = { default?: unknown; maxLength?: number; minimum?: number; maximum?: number; anyOf?: Json[] };

/** The JSON Schema of a field in bodies, whose bounds may stand in one of several forms. */
const toJson = (write: z.ZodType): Json => {
  const schema = z.toJSONSchema(write, { io: 'input', unrepresentable: 'any' }) as Json;
  return Object.assign({}, ...(schema.anyOf ?? []), schema);
};

/** For each field the values just outside its bounds: `[field, value]`. */
export const listOutOfRange = (fields: Fields): [string, unknown][] =>
  Object.entries(fields).flatMap(([name, { write }]): [string, unknown][] => {
    const { maxLength, minimum, maximum } = toJson(write);
    return [
      ...(maxLength === undefined ? [] : [[name, 'x'.repeat(maxLength + 1)] as [string, unknown]]),
      ...(minimum === undefined ? [] : [[name, minimum - 1] as [string, unknown]]),
      ...(maximum === undefined ? [] : [[name, maximum + 1] as [string, unknown]]),
    ];
  });
