import type { z } from 'zod';
import { replaceControlCharacters } from '../../domain/text.ts';
import { teamEntry } from '../../schemas/team.ts';
import { COLLECTIONS, type CollectionName } from '../collections.ts';
import { MAX_FILE_BYTES } from '../parse.ts';

/** Where an export goes. */
export type FileOutput = {
  /** Takes the next piece of a file. The returned promise resolves when there is room for more. */
  write: (text: string) => Promise<void>;
  /** Ends the file and begins another. Without a second file, a team that needs several files is refused. */
  next?: (() => Promise<void>) | undefined;
  maxBytes?: number | undefined;
};

/** A team does not fit into the files that there are: the output is only one, or a list must not be divided. */
export class TeamTooLarge extends Error {
  override name = 'TeamTooLarge';
}

type Pages = Iterable<readonly object[]> | AsyncIterable<readonly object[]>;

export type FileWriter = ReturnType<typeof createFileWriter>;

/** Kept free in each file for its end, and for lists without entries. */
const RESERVED_BYTES = 1_000;

/**
 * Writes a team as one or more files, with a line for each entity, so that no more than a page is ever in memory. A file
 * after the first has the team's slug and further lists.
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

  /** Ends this file of an export and begins another one. */
  async function beginNext(): Promise<void> {
    if (!next) throw new TeamTooLarge(`it is larger than ${limit}`);
    await end();
    await next();
    size = 0;
    await begin({ slug });
  }

  /** Whether this file has room for all entries of a list. */
  async function hasRoomFor(name: CollectionName, pages: Pages): Promise<boolean> {
    let bytes = 0;
    for await (const entries of pages) {
      for (const entry of entries) bytes += Buffer.byteLength(toLine(COLLECTIONS[name].schema, entry)) + 2;
      if (!hasRoomForBytes(bytes)) return false;
    }
    return true;
  }

  /** Writes a list. Further files have the entries for which this one has no room. */
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

  /** Writes a list that must not be divided: into the next file if this one has no room for it. */
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

/** An entity in one line. A stored name may have a control character from before they were refused. */
function toLine(schema: z.ZodType, entity: object): string {
  const line = JSON.stringify(entity);
  return MAY_HAVE_CONTROLS.test(line) ? JSON.stringify(makeReadable(schema, entity)) : line;
}

/** A copy whose texts have no control characters where an import would refuse them. */
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
