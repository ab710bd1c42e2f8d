import type { z } from 'zod';
import { replaceControlCharacters } from '../../domain/text/text.ts';
import { teamEntry } from '../../schemas/team.ts';
import { COLLECTIONS, type CollectionName } from '../collections.ts';
import { MAX_FILE_BYTES } from '../parse.ts';

/** Where an export writes a team file, or several. */
export type FileOutput = {
  /** Writes the next piece of the present file, and resolves when there is room for more. */
  write: (text: string) => Promise<void>;
  /**
   * Ends the present file of the export and begins another one. If the function `next` is missing, an export
   * that needs several files is refused.
   */
  next?: (() => Promise<void>) | undefined;
  maxBytes?: number | undefined;
};

/**
 * Thrown if a team is too large: only one file may be written, or a list is too large for one file and must
 * not be divided.
 */
export class TeamTooLarge extends Error {
  override name = 'TeamTooLarge';
}

type Pages = Iterable<readonly object[]> | AsyncIterable<readonly object[]>;

export type FileWriter = ReturnType<typeof createFileWriter>;

/** How many bytes of each file are kept free for its end, and for empty lists. */
const RESERVED_BYTES = 1_000;

/**
 * Writes a team file in one or more files, each entry on a line of its own, so that only one page of entries
 * is in memory. Each further file of an export begins with the team's slug and continues with more lists.
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

  /** Ends the present file of the export and begins the next one. */
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

  /**
   * Writes a list into the present file of the export. Entries of a list for which the present file has no
   * room go into further files.
   */
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

  /** Writes a list that must not be divided, into the next file if the present one has no room. */
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

/** Matches JSON that may contain control characters, of which `JSON.stringify` escapes only some. */
const MAY_HAVE_CONTROLS = /\\[bfnrtu]|[\u007f-\u009f\p{Bidi_Control}]/u;

/**
 * Writes an entry of a team file as JSON on one line. Control characters that an import would refuse are
 * replaced, because names stored by earlier versions may contain some.
 */
function toLine(schema: z.ZodType, entity: object): string {
  const line = JSON.stringify(entity);
  return MAY_HAVE_CONTROLS.test(line) ? JSON.stringify(makeReadable(schema, entity)) : line;
}

/** Copies an entry of a team file, and replaces control characters that an import would refuse. */
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
