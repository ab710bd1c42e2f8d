import type { MessageText } from '../../../domain/text/message-text.ts';
import { toOneLine } from '../../../domain/text/text.ts';
import { type EntryProblem, presentProblem, presentValue } from '../../../services/catalogue/problems.ts';
import type { Problems } from '../../../services/team-file-part.ts';

export function createProblems(): Problems {
  const lines: string[] = [];
  const add = (place: string, sentence: string): void => {
    lines.push(`${place}: ${sentence}.`);
  };
  return {
    lines,
    add,
    refuse: (place: string, field: string, message: string, value: unknown): void =>
      add(place, `${field} ${message}, not ${presentValue(value)}`),
    addIssues(place: string, issues: readonly EntryProblem[]): void {
      for (const issue of issues) add(place, presentProblem(issue));
    },
  };
}

export function collectEntryProblems() {
  const problems: EntryProblem[] = [];
  const refuse = (path: string | EntryProblem['path'], message: MessageText, input?: unknown): void => {
    problems.push({ path: [path].flat(), message, input });
  };
  return { problems, refuse };
}

/** Such as `bookings[38] (HB7K2M9Q)`, or by index alone without a natural key. */
export function presentPlace(collection: string, index: number | null, key: unknown): string {
  const path = index === null ? collection : `${collection}[${index}]`;
  return typeof key === 'string' && key.trim() !== '' ? `${path} (${toOneLine(key.trim())})` : path;
}
