/** `npm run -s team-file:fields` prints a table of the fields of each thing in a team file, made from the JSON Schema. */
import { buildTeamFileJsonSchema } from '../src/options/team-file/file/json-schema.ts';

/** The parts of JSON Schema that team files use. */
type JsonSchema = {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
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

/** The tables as Markdown. */
function buildFieldTables(schema: JsonSchema): string {
  const sections = Object.entries(schema.properties ?? {})
    .filter(([name]) => name !== '$schema')
    .flatMap(([name, member]) => tablesOf(name, plain(member)));
  const shared = Object.entries(schema.$defs ?? {}).flatMap(([name, member]) => tablesOf(name, member));
  return `${[...sections, ...shared].join('\n\n')}\n`;
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

/** A field without the null that nearly every field accepts, or the name of the table that several fields share. */
function plain(schema: JsonSchema): JsonSchema {
  const given = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
  if (given.$ref) return { title: `\`${given.$ref.replace('#/$defs/', '')}\`` };
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

process.stdout.write(buildFieldTables(buildTeamFileJsonSchema() as JsonSchema));
