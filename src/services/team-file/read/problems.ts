/** A team file's problems: a line each, `path (natural key): sentence` (contract, section 11). */
import type { Issue } from '../../team-data/kind.ts';
import { onOneLine, sentenceOf } from '../../team-data/wording.ts';

/** Gathers the lines that refuse a file. */
export type Problems = {
  lines: string[];
  add(place: string, sentence: string): void;
  addIssues(place: string, issues: readonly Issue[]): void;
};

export function createProblems(lines: string[] = []): Problems {
  const add = (place: string, sentence: string): void => {
    lines.push(`${place}: ${sentence}.`);
  };
  return {
    lines,
    add,
    addIssues: (place, issues) => {
      for (const issue of issues) add(place, sentenceOf(issue));
    },
  };
}

/** How a problem names an entry: `bookings[38] (HB7K2M9Q)`. Without a key, by its number alone. */
export function placeOf(collection: string, index: number | null, key: unknown): string {
  const path = index === null ? collection : `${collection}[${index}]`;
  return typeof key === 'string' && key.trim() !== '' ? `${path} (${onOneLine(key.trim())})` : path;
}
