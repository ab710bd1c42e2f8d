import type { z } from 'zod';
import { replaceControlCharacters } from '../../domain/text.ts';
import { teamEntry } from '../../schemas/team.ts';
import { COLLECTIONS, type CollectionName } from '../collections.ts';
import { MAX_FILE_BYTES } from '../parse.ts';

/** The output of an export, as one or more files. */
export type FileOutput = {
  /** Takes the next piece of a file, and returns a promise that resolves when there is room for more. */
  write: (text: string) => Promise<void>;
  /**
   * Ends the present file of an export and begins another. An output without further files refuses a team
   * that needs several.
   */
  next?: (() => Promise<void>) | undefined;
  maxBytes?: number | undefined;
};

/**
 * Thrown if a team does not fit into the files that there are: the output is only one, or a list must not be
 * divided.
 */
export class TeamTooLarge extends Error {
  override name = 'TeamTooLarge';
}

type Pages = Iterable<readonly object[]> | AsyncIterable<readonly object[]>;

export type FileWriter = ReturnType<typeof createFileWriter>;

/** The bytes kept free in each file for its end, and for lists without entries. */
const RESERVED_BYTES = 1_000;

/**
 * Writes a team as one or more files, with a line for each entity, so that no more than a page is ever in
 * memory. Each further file has the team's slug and further lists.
 */
export function createFileWriter({ write, next, maxBytes = MAX_FILE_BYTES }: FileOutput, slug: string) {
  let size = 0;
  let pieces: string[] = [];
  const put = (text: string): void => {
    size += Buffer.byteLength(text);
    pieces.push(text);
  };
  const flush = (): Promise<void> => {
    const text = pieces.join('');
    pieces = [];
    return write(text);
  };
  const hasRoomForBytes = (bytes: number): boolean => size + bytes + RESERVED_BYTES <= maxBytes;
  const limit = `${maxBytes / 1_048_576} MiB`;

  async function begin(value: object): Promise<void> {
    put(`{\n"team":${toLine(teamEntry, value)}`);
    await flush();
  }

  async function end(): Promise<void> {
    put('\n}\n');
    await flush();
  }

  /** Ends the present file of an export and begins another one. */
  async function beginNext(): Promise<void> {
    if (!next) throw new TeamTooLarge(`it is larger than ${limit}`);
    await end();
    await next();
    size = 0;
    await begin({ slug });
  }

  /** Whether the present file has room for all entries of a list. */
  async function hasRoomFor(name: CollectionName, pages: Pages): Promise<boolean> {
    let bytes = 0;
    for await (const entries of pages) {
      for (const entry of entries) bytes += Buffer.byteLength(toLine(COLLECTIONS[name].schema, entry)) + 2;
      if (!hasRoomForBytes(bytes)) return false;
    }
    return true;
  }

  /** Writes a list to the present file, and the entries for which it has no room to further files. */
  async function list(name: CollectionName, pages: Pages): Promise<void> {
    const start = `,\n"${name}":[`;
    let isOpen = false;
    for await (const entries of pages) {
      for (const entry of entries) {
        const line = `\n${toLine(COLLECTIONS[name].schema, entry)}`;
        if (!hasRoomForBytes(Buffer.byteLength(line))) {
          if (isOpen) put('\n]');
          await beginNext();
          isOpen = false;
        }
        put(isOpen ? `,${line}` : start + line);
        isOpen = true;
      }
      await flush();
    }
    put(isOpen ? '\n]' : `${start}]`);
  }

  /** Writes a list that must not be divided, if necessary to the next file. */
  async function wholeList(name: CollectionName, entries: readonly object[]): Promise<void> {
    if (!(await hasRoomFor(name, [entries]))) {
      await beginNext();
      if (!(await hasRoomFor(name, [entries])))
        throw new TeamTooLarge(`its ${name} are larger than ${limit}`);
    }
    await list(name, [entries]);
  }

  return { begin, end, beginNext, hasRoomFor, list, wholeList };
}

/** Control characters in JSON: those of C0 are escaped, all others are not. */
const MAY_HAVE_CONTROLS = /\\[bfnrtu]|[\u007f-\u009f\p{Bidi_Control}]/u;

/**
 * An entity as JSON on one line. A stored name may have a control character from before such characters were
 * refused.
 */
function toLine(schema: z.ZodType, entity: object): string {
  const line = JSON.stringify(entity);
  return MAY_HAVE_CONTROLS.test(line) ? JSON.stringify(makeReadable(schema, entity)) : line;
}

/** A copy of an entity whose texts have no control characters where an import would refuse them. */
function makeReadable(schema: z.ZodType, entity: object): object {
  const copy: object = structuredClone(entity);
  for (const { path } of schema.safeParse(copy).error?.issues ?? []) {
    const field = path.at(-1);
    const parent = path.slice(0, -1).reduce((part, key) => Reflect.get(part, key), copy);
    const text: unknown = field === undefined ? null : Reflect.get(parent, field);
    if (field !== undefined && typeof text === 'string')
      Reflect.set(parent, field, replaceControlCharacters(text));
  }
  return copy;
}
