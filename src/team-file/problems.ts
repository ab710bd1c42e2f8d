/** Collects the problems of a team file, each on one line in the form `path (natural key): sentence`. */

import type { MessageText } from '../domain/text/message-text.ts';
import { toOneLine } from '../domain/text/text.ts';
import { type EntryProblem, presentProblem, presentValue } from '../services/catalogue/problems.ts';

/** A problem that was found before the others, with the place of its entry. */
export type FoundProblem = { place: string; sentence: string };

export type Problems = ReturnType<typeof createProblems>;

/** Collects the problems for which a team file is refused. */
export function createProblems() {
  const lines: string[] = [];
  const add = (place: string, sentence: string): void => {
    lines.push(`${place}: ${sentence}.`);
  };
  return {
    lines,
    add,
    /** Adds a problem about the value of a field, as a sentence. */
    refuse: (place: string, field: string, message: string, value: unknown): void =>
      add(place, `${field} ${message}, not ${presentValue(value)}`),
    addIssues(place: string, issues: readonly EntryProblem[]): void {
      for (const issue of issues) add(place, presentProblem(issue));
    },
  };
}

/** Collects the problems of one entry. */
export function collectEntryProblems() {
  const problems: EntryProblem[] = [];
  const refuse = (path: string | EntryProblem['path'], message: MessageText, input?: unknown): void => {
    problems.push({ path: [path].flat(), message, input });
  };
  return { problems, refuse };
}

/**
 * The name of an entry in the line of a problem, such as `bookings[38] (HB7K2M9Q)`. An entry of a team file
 * without a natural key is named by its index alone.
 */
export function presentPlace(collection: string, index: number | null, key: unknown): string {
  const path = index === null ? collection : `${collection}[${index}]`;
  return typeof key === 'string' && key.trim() !== '' ? `${path} (${toOneLine(key.trim())})` : path;
}
