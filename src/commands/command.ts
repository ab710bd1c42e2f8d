import { type Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { compose, escapeControlCharacters } from '../domain/text.ts';
import { OperatorError, type Runtime } from '../runtime.ts';

/** A command's exit codes: done, refused, or wrong usage (docs/rules.md, 22.1). */
export const EXIT_CODES = { done: 0, refused: 1, usage: 2 } as const;

/**
 * Makes a commander action of a command: it opens the runtime, runs the command and keeps its exit code. The
 * setting MIGRATE decides whether pending migrations are applied first, unless the command decides itself.
 */
export type RunAction = <Args extends unknown[]>(
  work: (runtime: Runtime, ...args: Args) => Promise<number>,
  settings?: { migrates: boolean },
) => (...args: Args) => Promise<void>;

/** Adds a folder's commands to the program, or to a group such as `token`. */
export type AddCommands = (program: Command, run: RunAction) => void;

/** Prints a result to stdout, as one line with tabs between its columns. */
export const printResult = (...columns: string[]) =>
  process.stdout.write(`${columns.map(escapeControlCharacters).join('\t')}\n`);

/** Prints a line to stderr, which takes everything except results. */
export const printNote = (line: string) =>
  process.stderr.write(`innkeep: ${escapeControlCharacters(line.replaceAll(/\s*\n\s*/g, ' '))}\n`);

/** A command's argument, trimmed and composed, that must not be blank. */
export const parseText = (value: string): string => compose(parseTypedText(value));

/** A command's argument for a path of a file, exactly as it was typed. */
export function parseTypedText(value: string): string {
  const trimmed = value.trim();
  if (trimmed === '') throw new InvalidArgumentError('It must not be empty.');
  return trimmed;
}

export async function findTeamOrRefuse(services: Runtime['services'], slug: string) {
  const team = await services.account.findSite(slug);
  if (!team) throw new OperatorError(`there is no team "${slug}".`);
  return team;
}
