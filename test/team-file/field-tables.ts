/** The tables of fields in docs/team-file.md, made from the JSON Schema. */

/** The parts of JSON Schema that team files use. */
export type JsonSchema = {
  type?: string | string[];
  title?: string;
  description?: string;
  default?: unknown;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  enum?: string[];
  format?: string;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  maxLength?: number;
};

const START = '<!-- The tables are made by npm run team-file:reference. -->';
const END = '<!-- End of the tables. -->';

/** The page with its tables replaced by those of the present schema. */
export function withTables(page: string, schema: JsonSchema): string {
  const [before, rest = ''] = page.split(START);
  const [, after = ''] = rest.split(END);
  const sections = Object.entries(schema.properties ?? {})
    .filter(([name]) => name !== '$schema')
    .flatMap(([name, member]) => tablesOf(name, plain(member)));
  return `${before}${START}\n\n${sections.join('\n\n')}\n\n${END}${after}`;
}

/** The table of an object, and those of the objects in it. */
function tablesOf(place: string, schema: JsonSchema): string[] {
  if (schema.items) return tablesOf(`${place}[]`, plain(schema.items));
  if (!schema.properties) return [];
  const fields = Object.entries(schema.properties);
  const rows = fields.map(([name, field]) => {
    const title = schema.required?.includes(name) ? `**\`${name}\`**` : `\`${name}\``;
    const [description = '', described = ''] = (field.description ?? '').split(' Default: ');
    const byDefault =
      field.default === undefined ? described.replace(/\.$/, '') : `\`${JSON.stringify(field.default)}\``;
    return `| ${title} | ${typeOf(plain(field))} | ${byDefault} | ${description} |`;
  });
  const heading = `${'#'.repeat(place.split('.').length + 2)} \`${place}\``;
  const table = ['| field | type and limits | default | |', '| --- | --- | --- | --- |', ...rows].join('\n');
  return [
    `${heading}\n\n${table}`,
    ...fields.flatMap(([name, field]) => tablesOf(`${place}.${name}`, plain(field))),
  ];
}

/** A field without the null that nearly every field accepts. */
function plain(schema: JsonSchema): JsonSchema {
  const given = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
  const type = Array.isArray(given.type) ? given.type.find((each) => each !== 'null') : given.type;
  return { ...given, ...(type ? { type } : {}) };
}

const FORMATS: Record<string, string> = {
  date: 'date',
  'date-time': 'timestamp',
  email: 'email address',
  hostname: 'DNS label',
  uuid: 'UUID',
};

function typeOf(schema: JsonSchema): string {
  const { type, title, format = '', minimum, maximum, maxItems, maxLength } = schema;
  if (schema.enum) return schema.enum.map((word) => `\`${word}\``).join(', ');
  if (schema.items) {
    const item = schema.items.properties ? 'entries' : typeOf(plain(schema.items));
    return `list of ${item}, at most ${number(maxItems)}`;
  }
  if (title) return title;
  if (type === 'boolean') return 'true or false';
  if (type === 'integer') return `integer, ${number(minimum)} to ${number(maximum)}`;
  if (type === 'object') return 'object';
  if (FORMATS[format]) return FORMATS[format];
  if (type !== 'string') return String(type);
  return maxLength ? `text, at most ${number(maxLength)} characters` : 'text';
}

const number = (value: number | undefined) => value?.toLocaleString('en-US') ?? '';
