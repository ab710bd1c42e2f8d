/**
 * What tests know of the parts of the service. The core has its registers in `core`, each option in
 * `test/options/<name>/registers.ts`, and `all.ts` lists them. The tests that look at everything loop over them.
 */
import type { Database } from '../../src/db/client.ts';
import type { TeamEventData, TeamEventType } from '../../src/domain/events.ts';
import type { RowField } from '../../src/schemas/fields/row-fields.ts';
import type { TestApp } from '../helpers/app.ts';
import type { Answer, Inn, Json } from '../helpers/bookings.ts';
import type { Entry } from './entry.ts';
import type { Life, Lived, Own } from './lived-in.ts';
import type { Shown } from './shown.ts';

type Sent = { query?: object; body?: object };
/** `dear` at all times, or the requests of a route that are dear and others that are not; or what waits in the line of texts. */
export type Load = 'dear' | 'text' | { dear: Sent[]; small: Sent[] };

/** How a route is called where that differs from what its pattern and the OpenAPI document say. */
export type RouteCall = Partial<Omit<Entry, 'body'>> & { body?: Entry['body'] | object };

/** A route is small if it has no load. `keptAs` is the `Cache-Control` of answers that may be kept. */
export type RouteRegister = 'small' | 'dear' | 'text' | (RouteCall & { load?: Load; keptAs?: string });

/** A table whose rows need no more to be known has `{}`. */
export type TableRegister = {
  /**
   * How to find a team's rows (`row`) if the table does not have the team (`$team`), in SQL. Null if they may be
   * anybody's.
   */
  rowsOfTeam?: string | null;
  /** Columns with times, numbers or a few fixed words, the same for every team. */
  fixed?: readonly string[];
  /** Columns that nothing fills in a lived-in team. */
  unfilled?: readonly string[];
  /** Columns with plain ids that no foreign key guards, by the table whose rows they name. */
  names?: Record<string, string>;
};

/** The ids in the data of an event, by the table whose rows they name. */
type EventRegister<Type extends TeamEventType> = Record<
  Extract<keyof TeamEventData[Type], `${string}_id`>,
  string
>;
export type EventRegisters = { [Type in TeamEventType]?: EventRegister<Type> };

/** An id or a name of a team. */
export type OwnRegister = {
  /** The column with such values. */
  column?: `${string}.${string}`;
  /** Parameters, and fields of bodies, that take them. */
  fields?: readonly string[];
  /** Whether its holder may do without any other access, alone or together with others. */
  secret?: 'alone' | 'with others';
};
export type OwnRegisters = { [Name in keyof Own]?: OwnRegister };

/** A list of the team file: entries of the example (`test/options/team-file/file/example.ts`). */
export type FileListRegister = {
  example: readonly object[];
  /** As an export then has them, with all defaults. By default the same. */
  exported?: readonly object[];
};

/** How a request that is answered with a 201 makes something, and the path of what it has made, by route. */
export type MakerRegister = Record<string, (inn: Inn, world: TestApp) => Promise<Maker>>;
type Maker = {
  send: (headers: Record<string, string>) => Promise<Answer>;
  locate: (data: Json) => string;
};

/** The path of one thing of each kind that has an ETag, two changes of it, and one that is refused. */
export type TaggedRegister = Record<string, (inn: Inn, world: TestApp) => Promise<Tagged>>;
type Tagged = { path: string; one: object; other: object; bad: object };

/** Rows of tables, as JSON without the keys of the team. */
export type EarlierRows = [table: string, rows: string[]][];

/** A query, the index by which it finds its rows, and values for its statement, planned for them or for any. */
export type PlanRegister = [
  title: string,
  index: string,
  query: (db: Database) => PromiseLike<unknown>,
  values: unknown[],
  kind?: 'custom' | 'generic',
];

/** Keeps a value for requests that are drawn later, or several that belong together. */
export type KeepValue = (pool: string, value: string | Record<string, string>) => void;
/** Existing values for requests that are drawn from the OpenAPI document. */
export type PoolRegister = {
  /** By the names of parameters and fields, from the lived-in team. */
  values?: (own: Own) => Record<string, readonly string[]>;
  /** Parameters of a path that belong together, by the last of them. */
  parts?: (own: Own) => Record<string, Record<string, string>>;
  /** What answers tell, by operation. */
  learn?: Record<string, (data: Json, path: Record<string, string>, keep: KeepValue) => void>;
  /** The pool of an operation's parameter if it has not the name of the parameter: `getThing part`. */
  names?: Record<string, string>;
};

/** How the nth thing of a list is made, and what changes one, if anything can. */
export type FollowedList = { make: (inn: Inn, nth: number) => Promise<Answer>; change: object | null };

type InnWithBookings = Pick<Inn, 'teamId' | 'units' | 'send' | 'data' | 'read' | 'book'>;

export type Registers = {
  /** The name of the option, or `core`. */
  name: string;
  /**
   * Every route, such as `GET /v1/me`, but for HEAD, which follows GET, and for the addresses of forms that lead to
   * their page.
   */
  routes?: Record<string, RouteRegister>;
  tables?: Record<string, TableRegister>;
  events?: EventRegisters;
  /** By name, in the file's order. */
  fileLists?: Record<string, FileListRegister>;
  own?: OwnRegisters;
  /**
   * Where a team sees its own private texts, by column: routes of the API and pages. Texts that are in no register must
   * never be shown.
   */
  shown?: Shown;
  /** Columns that a booking site shows to everybody. */
  shownToAnyone?: readonly string[];
  /** Makes one of each thing that a path names, and returns their ids by the names of their parameters. */
  makeThings?(world: TestApp, inn: InnWithBookings): Promise<Record<string, string>>;
  makers?: MakerRegister;
  tagged?: TaggedRegister;
  /**
   * Two values of each list parameter, by its name or by `listMails status`, which an answer distinguishes from each
   * other where it can.
   */
  listValues?: Record<string, readonly [string, string]>;
  /** The addresses of files, by their route, whose names are made of their content. */
  findFiles?(world: TestApp, inn: Inn): Promise<Record<string, string>>;
  pools?: PoolRegister;
  /** What every team writes as soon as a migration, by its number, has made room for it. */
  earlierRows?: Record<number, EarlierRows>;
  plans?: readonly PlanRegister[];
  /** Lists of a team of `bench`, with each filter alone and in combinations that callers use. */
  lists?: (team: number) => readonly string[];
  /** Lists that tell what has changed since. */
  followedLists?: Record<string, FollowedList>;
  /** Gives a team rows with texts in every column, and returns the values that `own` names. */
  liveIn?(life: Life): Promise<Lived>;
  /** The page of a team to which a sign-in leads, if the register has one. The last one in the list counts. */
  startPage?: string;
  /** How many statements an option adds to a booking that is made or whose dates change. */
  statementsOfBooking?: number;
  /** Path parameters that have no example in the reference, because a caller must make the thing first. */
  withoutExample?: readonly string[];
  /** Path parameters that name nothing of a team, with a value that a route knows. */
  fixedParameters?: Record<string, string>;
  /** Tables of fields, whose texts are neither ids nor names. */
  textFields?: readonly Readonly<Record<string, RowField>>[];
  /** Other parameters and fields with texts that are neither, as patterns. */
  texts?: readonly string[];
};
