/** A team file's problems, each on one line: `path (natural key): sentence`. */

import { type Problem, presentProblem, toOneLine } from '../catalogue/problems.ts';

/** Collects the lines that refuse a file. */
export type Problems = {
  lines: string[];
  add(place: string, sentence: string): void;
  addIssues(place: string, issues: readonly Problem[]): void;
};

export function createProblems(): Problems {
  const lines: string[] = [];
  const add = (place: string, sentence: string): void => {
    lines.push(`${place}: ${sentence}.`);
  };
  return {
    lines,
    add,
    addIssues: (place, issues) => {
      for (const issue of issues) add(place, presentProblem(issue));
    },
  };
}

/** The name of an entry in a problem: `bookings[38] (HB7K2M9Q)`. Without a key it is only the index. */
export function presentPlace(collection: string, index: number | null, key: unknown): string {
  const path = index === null ? collection : `${collection}[${index}]`;
  return typeof key === 'string' && key.trim() !== '' ? `${path} (${toOneLine(key.trim())})` : path;
}
