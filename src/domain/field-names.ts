/** The names that columns have as fields of the API. */

/** The columns of an address, which is one field. */
const ADDRESS_COLUMNS: ReadonlySet<string> = new Set([
  'street',
  'city',
  'state',
  'postcode',
  'country',
  'latitude',
  'longitude',
]);

/** The columns whose names as fields of the API do not follow from the names of the columns. */
const OTHER_NAMES: Readonly<Record<string, string>> = { couponKey: 'coupon_code', percentPpm: 'percent' };

/** The field that shows a column: names of amounts do not end in cents, and parts per million are percentages. */
export function toFieldName(column: string): string {
  if (ADDRESS_COLUMNS.has(column)) return 'address';
  return OTHER_NAMES[column] ?? toSnakeCase(column.replace(/Cents$/, '').replace(/Ppm$/, 'Percent'));
}

/**
 * The name of a field's column, in camel case. No name of a field has a digit after an underscore, because the
 * column's name would lose the underscore.
 */
export const toColumnName = (field: string): string =>
  field.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** The path of a column's field in a request's body, such as `address.city` for the column of the city. */
export const toFieldPath = (column: string): string[] =>
  ADDRESS_COLUMNS.has(column) ? ['address', column] : [toFieldName(column)];

/** The fields that an event says have changed, each once and in the order of their columns (docs/rules.md, 17.1). */
export const listFieldNames = (columns: readonly string[]): string[] => [
  ...new Set(columns.map(toFieldName)),
];

const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
