import { html } from 'ghtml';
import { nameOf, type Schema } from './document.ts';
import { type Html, inline } from './markdown.ts';

const FORMATS: Record<string, string> = {
  uuid: 'id',
  date: 'date',
  'date-time': 'time',
  email: 'email',
  uri: 'URL',
};

/** The type of a value in words: "list of Booking", "text or null". */
export function typeOf(schema: Schema): Html {
  if (schema.$ref) return html`<a href="#schema-${nameOf(schema.$ref)}">${nameOf(schema.$ref)}</a>`;
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ');
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' or ');
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`;
  if (schema.type === 'string') return FORMATS[schema.format ?? ''] ?? 'text';
  return schema.type ?? 'any value';
}

/** The fields of an object, with those of inner objects below. `marksRequired` is for requests. */
export function fields(schema: Schema, marksRequired: boolean): Html {
  const rows = Object.entries(schema.properties ?? {}).map(([name, field]) =>
    row(name, field, marksRequired && (schema.required?.includes(name) ?? false), marksRequired),
  );
  return html`<dl class="fields">!${rows}</dl>`;
}

/** One field or parameter: its name, type, limits and description. */
export function row(name: string, field: Schema, isRequired: boolean, marksRequired = true): Html {
  const within = objectIn(field);
  return html`<dt><code>${name}</code> <span class="type">!${typeOf(field)}</span>!${
    isRequired ? ' <strong class="required">required</strong>' : ''
  }</dt><dd>!${field.description ? inline(field.description) : ''}!${facts(field)}!${
    within ? fields(within, marksRequired) : ''
  }</dd>`;
}

/** The object in a field, directly or in a list, if it is described in place. */
function objectIn(schema: Schema): Schema | null {
  if (schema.properties) return schema;
  const inner = schema.items ? [schema.items] : (schema.anyOf ?? []);
  return inner.map(objectIn).find((found) => found !== null) ?? null;
}

/** The possible words of a value, its bounds and its default. */
function facts(schema: Schema): Html {
  const parts = [schema, schema.items, ...(schema.anyOf ?? [])].filter((part) => part !== undefined);
  const words = parts.flatMap(({ enum: values = [] }) => values).filter((value) => value !== null);
  const bounds = parts.flatMap(boundsOf);
  const told = [
    ...(words.length > 0
      ? [html`One of !${words.map((word) => html`<code>${String(word)}</code>`).join(', ')}.`]
      : []),
    ...(bounds.length > 0 ? [`${bounds.join(', ')}.`] : []),
    ...(schema.default === undefined ? [] : [html`Default <code>${JSON.stringify(schema.default)}</code>.`]),
  ];
  return told.length > 0 ? html` <span class="facts">!${told.join(' ')}</span>` : '';
}

const number = new Intl.NumberFormat('en');

function boundsOf(schema: Schema): string[] {
  const range = (min: number | undefined, max: number | undefined, unit: string) => {
    if (max === undefined) return min === undefined || min === 0 ? [] : [`From ${number.format(min)}${unit}`];
    return [
      min === undefined || (min <= 1 && unit !== '')
        ? `Up to ${number.format(max)}${unit}`
        : `From ${number.format(min)} to ${number.format(max)}${unit}`,
    ];
  };
  return [
    ...range(schema.minimum, schema.maximum, ''),
    ...(schema.maxLength === undefined ? [] : range(schema.minLength, schema.maxLength, ' characters')),
    ...range(schema.minItems === 1 ? undefined : schema.minItems, schema.maxItems, ' entries'),
  ];
}
