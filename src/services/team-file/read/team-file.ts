import { foldCase } from '../../../domain/text.ts';
import type { BookingEntry } from '../../team-data/booking.ts';
import { type Given, type Issue, readGiven } from '../../team-data/kind.ts';
import { TEAM, type TeamEntry } from '../../team-data/team.ts';
import { onOneLine, shownKind } from '../../team-data/wording.ts';
import { COLLECTION_NAMES, COLLECTIONS, type CollectionName, type ValueIn } from './collections.ts';
import { createKeys, type Keys } from './keys.ts';
import { isObject } from './objects.ts';
import type { Piece } from './pieces.ts';
import { createProblems, type Problems, placeOf } from './problems.ts';
import { createDrawer, createShelf, type Drawer, type Shelf } from './shelf.ts';
import { createUnknownKeys } from './unknown-keys.ts';

/** An entry of the file, and its name in problems. */
export type Entry<Value> = Given<Value> & { index: number; place: string };

/** One list of the file. If the file leaves it out, it is empty and `isGiven` is false. */
export type FileList<Value> = { isGiven: boolean; keys: Keys; entries: Shelf<Entry<Value>> };

/**
 * A team file after reading: its entries with their valid fields, and every problem that is visible in the file alone.
 */
export type TeamFile = { [Name in CollectionName]: FileList<ValueIn<Name>> } & {
  team: Entry<TeamEntry>;
  problems: readonly string[];
  /** Notices for the operator about things that are not refused. */
  notices: readonly string[];
  /** The names that bookings refer to. They are locked before anything of them is read. */
  referred: { listings: ReadonlySet<string>; guests: ReadonlySet<string> };
  /** Frees the storage of the entries. */
  close(): void;
};

export type Pieces = Iterable<Iterable<Piece>> | AsyncIterable<Iterable<Piece>>;

/** Reads a team file piece by piece. Entries are checked one by one, so that one problem does not hide another. */
export async function readTeamFile(
  pieces: Pieces,
  report: (what: string) => void = () => {},
): Promise<TeamFile> {
  const drawer = createDrawer();
  const reader = createReader(drawer);
  try {
    for await (const batch of pieces) {
      for (const piece of batch) reader.take(piece);
      report(`reading the file, ${reader.count()} entries`);
    }
    return { ...reader.finish(), close: drawer.close };
  } catch (error) {
    drawer.close();
    throw error;
  }
}

const GIVEN_TWICE = 'must be given only once';

function createReader(drawer: Drawer) {
  const problems = createProblems();
  const unknown = createUnknownKeys();
  const strangers: string[] = [];
  const lists = Object.fromEntries(
    COLLECTION_NAMES.map((name) => [name, createListReader(name, { problems, unknown, drawer })]),
  ) as { [Name in CollectionName]: ReturnType<typeof createListReader> };
  let team: Entry<TeamEntry> | null = null;
  let isObjectAtAll = true;

  const noteStranger = (name: string) => {
    // With this key, editors find the schema of a file.
    if (name !== '$schema') strangers.push(`file: ${onOneLine(name)} is not known and was ignored`);
  };
  const listNamed = (name: string) => (Object.hasOwn(lists, name) ? lists[name as CollectionName] : null);
  const takers: { [Kind in Piece['is']]: (piece: Extract<Piece, { is: Kind }>) => void } = {
    root: ({ value }) => {
      isObjectAtAll = false;
      problems.add('file', `must be an object with a team, not ${shownKind(value)}`);
    },
    member: ({ name, value }) => {
      if (name === 'team') {
        if (team) problems.add('team', GIVEN_TWICE);
        team = readTeam(value, problems, unknown);
      } else if (listNamed(name)) listNamed(name)?.begin(value);
      else noteStranger(name);
    },
    list: ({ name }) => {
      if (listNamed(name)) listNamed(name)?.begin([]);
      else noteStranger(name);
    },
    entry: ({ name, value }) => listNamed(name)?.add(value),
  };
  return {
    take: (piece: Piece): void => takers[piece.is](piece as never),
    count: (): number => COLLECTION_NAMES.reduce((sum, name) => sum + lists[name].list.entries.count, 0),
    finish(): Omit<TeamFile, 'close'> {
      const found = team ?? readTeam(undefined, isObjectAtAll ? problems : createProblems(), unknown);
      const { listings, guests } = lists.bookings.referred;
      return {
        ...(Object.fromEntries(COLLECTION_NAMES.map((name) => [name, lists[name].list])) as {
          [Name in CollectionName]: FileList<ValueIn<Name>>;
        }),
        team: found,
        problems: problems.lines,
        notices: [...strangers, ...unknown.notices()],
        referred: { listings, guests },
      };
    },
  };
}

type Tools = { problems: Problems; unknown: ReturnType<typeof createUnknownKeys>; drawer: Drawer };

function readTeam(json: unknown, problems: Problems, unknown: Tools['unknown']): Entry<TeamEntry> {
  const place = placeOf('team', null, isObject(json) ? json.slug : null);
  const { given, issues } = readGiven<TeamEntry>(TEAM, json);
  problems.addIssues(place, issues);
  unknown.add('team', place, TEAM.schema, json);
  const nothing = { value: {} as TeamEntry, faulty: new Set(Object.keys(TEAM.schema.shape)) };
  return { index: 0, place, ...(given ?? nothing) };
}

function createListReader(name: CollectionName, { problems, unknown, drawer }: Tools) {
  const collection = COLLECTIONS[name];
  const { kind, max, perPage } = collection;
  const keys = createKeys(name, collection, problems);
  const list: FileList<unknown> = { isGiven: false, keys, entries: createShelf(drawer, perPage) };
  const referred = { listings: new Set<string>(), guests: new Set<string>() };
  let count = 0;
  let hasBegun = false;
  return {
    list,
    referred,
    begin(value: unknown): void {
      if (hasBegun) problems.add(name, GIVEN_TWICE);
      hasBegun = true;
      // Null empties a list, like an empty list. Only an absent key leaves everything as it is.
      list.isGiven = value === null || Array.isArray(value);
      if (!list.isGiven) problems.add(name, `must be a list, not ${shownKind(value)}`);
    },
    add(json: unknown): void {
      const index = count++;
      if (index === max) problems.add(name, `must have at most ${max} entries`);
      if (index >= max) return;
      const place = keys.name(index, isObject(json) ? nameOf(name, json) : null);
      const { given, issues } = readGiven<Record<string, unknown>>(kind, json);
      problems.addIssues(place, issues as Issue[]);
      unknown.add(name, place, kind.schema, json);
      if (!given) return;
      keys.add(index, given.value);
      if (name === 'bookings') noteReferences(given.value as BookingEntry, referred);
      list.entries.add({ index, place, ...given });
    },
  };
}

/** The key of an entry as the file writes it, for a problem. */
function nameOf(name: CollectionName, item: Record<string, unknown>): string | null {
  if (name === 'blocks')
    return [item.listing, item.unit, item.start_date].filter((part) => typeof part === 'string').join(' ');
  const { key } = COLLECTIONS[name];
  const texts = [key === null ? null : item[key], name === 'guests' ? item.id : null];
  return (
    texts.map((text) => (typeof text === 'string' ? text.trim() : '')).find((text) => text !== '') ?? null
  );
}

function noteReferences(
  { listing, units, guest }: BookingEntry,
  referred: { listings: Set<string>; guests: Set<string> },
): void {
  if (listing) referred.listings.add(listing);
  for (const unit of units ?? []) referred.listings.add(unit.listing);
  if (guest) referred.guests.add(foldCase(guest));
}
