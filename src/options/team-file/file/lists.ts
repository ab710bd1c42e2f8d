/** What a list of a team file is, whichever option it belongs to. */
import type { z } from 'zod';

/**
 * `key` identifies an entry, and `same` gives the form in which keys are compared. `inner` names the lists
 * inside an entry, such as photos, whose items may have ids.
 */
export type Collection = {
  schema: z.ZodObject;
  key: string | null;
  same: (key: string) => string;
  inner: readonly string[];
  max: number;
};

/** By the names that they have in the file. */
export type Collections = Record<string, Collection>;

/** `place` names the entry in error messages. */
export type FileEntry<Value> = { index: number; place: string; value: Value };

/** `isGiven` is false if the file does not contain the list. */
export type FileList<Value> = {
  isGiven: boolean;
  entries: FileEntry<Value>[];
  /** By natural keys (such as slugs), in the form in which keys are compared, and by ids. */
  byKey: Map<string, FileEntry<unknown>>;
  byId: Map<string, FileEntry<unknown>>;
};

/** As they were read. */
export type FileLists<Lists extends Collections> = {
  [Name in keyof Lists]: FileList<z.output<Lists[Name]['schema']>>;
};

export const exactly = (key: string): string => key;
