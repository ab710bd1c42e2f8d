/** How columns are called in the API. */

/** One field of the API. */
const ADDRESS_COLUMNS: ReadonlySet<string> = new Set([
  'street',
  'city',
  'state',
  'postcode',
  'country',
  'latitude',
  'longitude',
]);

/** Names that do not follow from the column's. */
const OTHER_NAMES: Readonly<Record<string, string>> = { couponKey: 'coupon_code', percentPpm: 'percent' };

/** Amounts do not end in cents, and parts per million are percentages. */
export function toFieldName(column: string): string {
  if (ADDRESS_COLUMNS.has(column)) return 'address';
  return OTHER_NAMES[column] ?? toSnakeCase(column.replace(/Cents$/, '').replace(/Ppm$/, 'Percent'));
}

/** No field has a digit after an underscore, because the column's name would lose the underscore. */
export const toColumnName = (field: string): string =>
  field.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** In a request's body, such as `address.city`. */
export const toFieldPath = (column: string): string[] =>
  ADDRESS_COLUMNS.has(column) ? ['address', column] : [toFieldName(column)];

/** As an event names them, each once and in the order of their columns (docs/rules.md, 17.1). */
export const listFieldNames = (columns: readonly string[]): string[] => [
  ...new Set(columns.map(toFieldName)),
];

const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
