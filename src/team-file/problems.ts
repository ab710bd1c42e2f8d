/** A team file's problems, each on one line: `path (natural key): sentence`. */

import { type Problem, presentProblem, presentValue, toOneLine } from '../services/catalogue/problems.ts';

export type Problems = ReturnType<typeof createProblems>;

/** Collects the lines that refuse a file. */
export function createProblems() {
  const lines: string[] = [];
  const add = (place: string, sentence: string): void => {
    lines.push(`${place}: ${sentence}.`);
  };
  return {
    lines,
    add,
    /** Adds a sentence about the value of a field. */
    refuse: (place: string, field: string, message: string, value: unknown): void =>
      add(place, `${field} ${message}, not ${presentValue(value)}`),
    addIssues(place: string, issues: readonly Problem[]): void {
      for (const issue of issues) add(place, presentProblem(issue));
    },
  };
}

/** The name of an entry in a problem: `bookings[38] (HB7K2M9Q)`. An entry without a key is named by its index alone. */
export function presentPlace(collection: string, index: number | null, key: unknown): string {
  const path = index === null ? collection : `${collection}[${index}]`;
  return typeof key === 'string' && key.trim() !== '' ? `${path} (${toOneLine(key.trim())})` : path;
}
