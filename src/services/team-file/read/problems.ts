/** How a team file's problems are told: a line each, `path (natural key): sentence` (contract, section 11). */
import { onOneLine } from '../../team-data/wording.ts';

/** Gathers the lines that refuse a file. */
export type Problems = { lines: string[]; add(place: string, sentence: string): void };

export function createProblems(lines: string[] = []): Problems {
  return { lines, add: (place, sentence) => lines.push(`${place}: ${sentence}.`) };
}

/** Where an entry stands: `bookings[38] (HB7K2M9Q)`. Without a key, the number alone. */
export function placeOf(collection: string, index: number | null, key: unknown): string {
  const path = index === null ? collection : `${collection}[${index}]`;
  return typeof key === 'string' && key.trim() !== '' ? `${path} (${onOneLine(key.trim())})` : path;
}
