import { z } from 'zod';
import { foldCase } from '../../../domain/fold-case.ts';
import { type TeamEntry, teamSchema } from '../../team-data/team.ts';
import { onOneLine, sentenceOf, shownKind } from '../../team-data/wording.ts';
import { COLLECTIONS, type CollectionName } from './collections.ts';
import { createProblems, type Problems, placeOf } from './problems.ts';

/** An entry of the file, and how a problem names it. */
export type Entry<Value> = {
  place: string;
  value: Value;
  /** Fields that are refused, and that `value` is without: what they would have said is not known. */
  faulty: ReadonlySet<string>;
};

/** An entry that lacks something it cannot be without. It is looked through for further problems, no more. */
export type Fragment<Value> = Entry<Partial<Value>>;

type ValueOf<Name extends CollectionName> = z.infer<(typeof COLLECTIONS)[Name]['schema']>;

/** A team file as it was read: what of it is sound, and every problem of the rest. A collection not given is null. */
export type TeamFile = { [Name in CollectionName]: Entry<ValueOf<Name>>[] | null } & {
  team: Fragment<TeamEntry>;
  fragments: { [Name in CollectionName]: Fragment<ValueOf<Name>>[] };
  problems: Problems;
  /** What the operator should know although nothing is refused. */
  notices: string[];
  /** Natural keys of all entries, unsound ones too: a reference to one of those is no second problem. */
  named: { [Name in CollectionName]: Set<string> };
};

/** The fields by one of which an entry is known; the first one given names it in a problem. */
const NATURAL_KEYS: { [Name in CollectionName]: readonly string[] } = {
  members: ['email'],
  tokens: ['name'],
  fees: ['code'],
  taxes: ['code'],
  discounts: ['code'],
  coupons: ['code'],
  listings: ['slug'],
  guests: ['email', 'id'],
  blocks: [],
  bookings: ['confirmation_code'],
};

const COLLECTION_NAMES = Object.keys(COLLECTIONS) as CollectionName[];

/** Reads parsed JSON as a team file. Entries are read one by one, so that one problem does not hide another. */
export function readTeamFile(json: unknown): TeamFile {
  const reader: Reader = { problems: createProblems(), notices: [], unknown: new Map() };
  const root = isObject(json) ? json : {};
  if (!isObject(json)) reader.problems.add('file', `must be an object with a team, not ${shownKind(json)}`);
  for (const key of Object.keys(root)) {
    if (key !== 'team' && !Object.hasOwn(COLLECTIONS, key)) {
      reader.notices.push(`file: ${onOneLine(key)} is not known and was left aside`);
    }
  }
  const place = placeOf('team', null, isObject(root.team) ? root.team.slug : undefined);
  const team = readEntry(reader, teamSchema, root.team, place);
  const collections = COLLECTION_NAMES.map(
    (name) => [name, readCollection(reader, name, root[name])] as const,
  );
  const each = <Part>(part: (read: ReadCollection) => Part) =>
    Object.fromEntries(collections.map(([name, read]) => [name, part(read)]));
  return {
    ...each((read) => read.entries),
    fragments: each((read) => read.fragments),
    named: each((read) => read.named),
    team: team.entry ?? team.fragment ?? { place, value: {}, faulty: new Set(Object.keys(teamSchema.shape)) },
    problems: reader.problems,
    notices: [...reader.notices, ...noticesOfUnknown(reader)],
  } as TeamFile;
}

type Reader = {
  problems: Problems;
  notices: string[];
  /** Keys that no field has, wherever they stand in a collection: a mistake is seldom made only once. */
  unknown: Map<string, { place: string; key: string; count: number }>;
};
type ReadCollection = { entries: Entry<unknown>[] | null; fragments: Entry<unknown>[]; named: Set<string> };

function readCollection(reader: Reader, name: CollectionName, value: unknown): ReadCollection {
  const read: ReadCollection = { entries: [], fragments: [], named: new Set() };
  // Null empties what it stands for, as an empty list does; only a key that is not there leaves all as it is.
  if (value === undefined || value === null) return { ...read, entries: value === null ? [] : null };
  const { schema, max } = COLLECTIONS[name];
  if (!Array.isArray(value) || value.length > max) {
    const sentence = Array.isArray(value)
      ? `must have at most ${max} entries, not ${value.length}`
      : `must be a list, not ${shownKind(value)}`;
    reader.problems.add(name, sentence);
    return { ...read, entries: null };
  }
  for (const [index, item] of value.entries()) {
    const keys = isObject(item) ? naturalKeysOf(name, item) : [];
    for (const key of keys) read.named.add(foldCase(key));
    const place = placeOf(name, index, name === 'blocks' ? blockName(item) : keys[0]);
    const { entry, fragment } = readEntry(reader, schema, item, place);
    if (entry) read.entries?.push(entry);
    if (fragment) read.fragments.push(fragment);
  }
  return read;
}

/** Reads one entry whole; else what of it is sound, which is still an entry where nothing is missing that it needs. */
function readEntry(
  reader: Reader,
  schema: z.ZodObject,
  value: unknown,
  place: string,
): { entry?: Entry<unknown>; fragment?: Entry<unknown> } {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) {
    for (const key of unknownKeys(schema, value)) noteUnknown(reader, place, key);
    return { entry: { place, value: result.data, faulty: NOTHING } };
  }
  for (const issue of result.error.issues) reader.problems.add(place, sentenceOf(issue));
  if (!isObject(value)) return {};
  const faulty = new Set(result.error.issues.map(({ path }) => String(path[0])));
  const sound = Object.entries(schema.shape).flatMap(([key, field]) => {
    const read = faulty.has(key) ? null : (field as z.ZodType).safeParse(value[key]);
    return read?.success && read.data !== undefined ? [[key, read.data] as const] : [];
  });
  const read = { place, value: Object.fromEntries(sound), faulty };
  const isEnough = [...faulty].every((key) => (schema.shape[key] as z.ZodType).safeParse(undefined).success);
  return isEnough ? { entry: read } : { fragment: read };
}

function noteUnknown({ unknown }: Reader, place: string, key: string): void {
  const collection = /^[a-z]+/.exec(place)?.[0];
  const everywhere = `${collection}.${key.replaceAll(/\[\d+\]/g, '')}`;
  const known = unknown.get(everywhere);
  if (known) known.count += 1;
  else unknown.set(everywhere, { place, key, count: 1 });
}

const noticesOfUnknown = ({ unknown }: Reader): string[] =>
  [...unknown.values()].map(({ place, key, count }) => {
    const others = count > 1 ? `, there and in ${count - 1} more` : '';
    return `${place}: ${key} is not known and was left aside${others}`;
  });

const NOTHING: ReadonlySet<string> = new Set();

const naturalKeysOf = (name: CollectionName, item: Record<string, unknown>): string[] =>
  NATURAL_KEYS[name].flatMap((field) => {
    const key = item[field];
    return typeof key === 'string' && key.trim() !== '' ? [key.trim()] : [];
  });

const blockName = (item: unknown): string =>
  isObject(item)
    ? [item.listing, item.unit, item.start_date].filter((part) => typeof part === 'string').join(' ')
    : '';

/** Keys that no field of the schema has, at any depth: most often a typing mistake, which nobody should have to find. */
function unknownKeys(schema: z.core.$ZodType, value: unknown, prefix = ''): string[] {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((item, index) => unknownKeys(inner.element, item, `${prefix}[${index}]`));
  }
  if (!(inner instanceof z.ZodObject) || !isObject(value)) return [];
  const shape: Record<string, z.core.$ZodType> = inner.shape;
  return Object.entries(value).flatMap(([key, item]) => {
    const path = prefix === '' ? onOneLine(key) : `${prefix}.${onOneLine(key)}`;
    const field = Object.hasOwn(shape, key) ? shape[key] : undefined;
    return field ? unknownKeys(field, item, path) : [path];
  });
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return unwrapped(schema.unwrap());
  return schema;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
