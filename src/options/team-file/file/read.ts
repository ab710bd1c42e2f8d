import type { z } from 'zod';
import { compose, toOneLine } from '../../../domain/text/text.ts';
import { type TeamEntry, teamEntry } from '../../../schemas/team.ts';
import { type EntryProblem, isGiven, presentValueKind } from '../../../services/catalogue/problems.ts';
import type {
  Collection,
  FileEntry,
  FileList,
  FileLists,
  Problems,
} from '../../../services/team-file-part.ts';
import { COLLECTION_NAMES, COLLECTIONS, type CollectionName } from './collections.ts';
import { createProblems, presentPlace } from './problems.ts';
import { createUnknownKeys, isObject } from './unknown-keys.ts';

export type TeamFile = FileLists<typeof COLLECTIONS> & {
  team: FileEntry<TeamEntry>;
  /** For the operator, about what did not make the import fail. */
  notices: string[];
};

type FileReading = { file: TeamFile | null; problems: readonly string[]; notices: string[] };

/**
 * Without stored data: each entry by its schema, and natural keys for duplicates. The JSON is emptied while
 * it is read, so that its values are not in memory twice. `file` is null if there is any problem.
 */
export function readTeamFile(json: unknown): FileReading {
  const problems = createProblems();
  const unknown = createUnknownKeys();
  if (!isObject(json)) {
    problems.add('file', `must be an object with a team, not ${presentValueKind(json)}`);
    return { file: null, problems: problems.lines, notices: [] };
  }
  // Code editors find the JSON Schema by `$schema`.
  const isKnown = (name: string) => name === 'team' || name === '$schema' || Object.hasOwn(COLLECTIONS, name);
  const strangers = Object.keys(json).filter((name) => !isKnown(name));
  const place = presentPlace('team', null, isObject(json.team) ? json.team.slug : null);
  const team = readFields(teamEntry, json.team, place, problems);
  unknown.add('team', place, teamEntry, json.team);
  const lists = COLLECTION_NAMES.map((name) => {
    const value = json[name];
    delete json[name];
    return [name, readList(name, value, { problems, unknown })] as const;
  });
  const notices = [
    ...strangers.map((name) => `file: ${toOneLine(name)} is not known and was ignored`),
    ...unknown.notices(),
  ];
  if (problems.lines.length > 0) return { file: null, problems: problems.lines, notices };
  const file = { ...Object.fromEntries(lists), team: { index: 0, place, value: team }, notices };
  return { file: file as TeamFile, problems: [], notices };
}

type Tools = { problems: Problems; unknown: ReturnType<typeof createUnknownKeys> };

function readList(name: CollectionName, value: unknown, { problems, unknown }: Tools): FileList<unknown> {
  const { schema, max } = COLLECTIONS[name];
  const list: FileList<unknown> = {
    isGiven: value !== undefined,
    entries: [],
    byKey: new Map(),
    byId: new Map(),
  };
  // Null counts as an empty list. A missing list leaves the stored one unchanged.
  if (value === undefined || value === null) return list;
  if (!Array.isArray(value)) {
    problems.add(name, `must be a list, not ${presentValueKind(value)}`);
    return list;
  }
  if (value.length > max) problems.add(name, `must have at most ${max} entries`);
  const claim = claimer(name, list, problems);
  for (const [index, json] of value.slice(0, max).entries()) {
    value[index] = null;
    const place = presentPlace(name, index, isObject(json) ? presentKey(name, json) : null);
    const entry = { index, place, value: readFields(schema, json, place, problems) };
    unknown.add(name, place, schema, json);
    list.entries.push(entry);
    if (isObject(json)) claim(entry, json);
  }
  return list;
}

function readFields(schema: z.ZodObject, json: unknown, place: string, problems: Problems): unknown {
  const result = schema.safeParse(json, { reportInput: true });
  if (!result.success) problems.addIssues(place, result.error.issues.map(toProblem));
  return result.data;
}

function toProblem(issue: z.core.$ZodIssue): EntryProblem {
  const { path, message, input } = issue;
  // A missing field is required, whatever type it should have.
  if (path.length > 0 && !isGiven(input)) return { path, message: 'is required' };
  return issue.code === 'custom' && issue.params?.isClear ? { path, message } : { path, message, input };
}

function claimer(name: CollectionName, list: FileList<unknown>, problems: Problems) {
  const { key, within, same, inner }: Collection = COLLECTIONS[name];
  const takenIdsByPart = inner.map((part) => [part, new Map<string, FileEntry<unknown>>()] as const);
  function take(
    taken: Map<string, FileEntry<unknown>>,
    entry: FileEntry<unknown>,
    field: string,
    value: string,
  ): void {
    const earlier = taken.get(value);
    if (!earlier) taken.set(value, entry);
    else problems.refuse(entry.place, field, `must not be that of ${earlier.place}`, value);
  }
  function listWithin(json: Record<string, unknown>): string[] {
    if (within === undefined) return [];
    const text = json[within.field];
    return [typeof text === 'string' ? text : within.default];
  }
  return (entry: FileEntry<unknown>, json: Record<string, unknown>): void => {
    const own = key === null ? null : json[key];
    if (typeof own === 'string' && own.trim() !== '')
      take(list.byKey, entry, String(key), same(compose([own.trim(), ...listWithin(json)].join(' '))));
    if (typeof json.id === 'string') take(list.byId, entry, 'id', json.id.toLowerCase());
    for (const [part, taken] of takenIdsByPart) {
      const items: unknown = json[part];
      if (!Array.isArray(items)) continue;
      for (const item of items)
        if (isObject(item) && typeof item.id === 'string')
          take(taken, entry, `${part}.id`, item.id.toLowerCase());
    }
  };
}

/** As the file spells it. */
function presentKey(name: CollectionName, item: Record<string, unknown>): string | null {
  if (name === 'blocks')
    return [item.listing, item.unit, item.start_date].filter((part) => typeof part === 'string').join(' ');
  const { key } = COLLECTIONS[name];
  const texts = [key === null ? null : item[key], name === 'guests' ? item.id : null];
  return (
    texts.map((text) => (typeof text === 'string' ? text.trim() : '')).find((text) => text !== '') ?? null
  );
}

/** Only the stored rows of one batch are in memory. */
export function* splitIntoBatches<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
