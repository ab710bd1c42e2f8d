import { type Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { compose, escapeControlCharacters } from '../domain/text/text.ts';
import { OperatorError } from '../operator-error.ts';
import type { Services } from '../services/services.ts';

/** Done, refused, or wrong usage (docs/rules.md, 22.1). */
export const EXIT_CODES = { done: 0, refused: 1, usage: 2 } as const;

/** What a command works with. The core's own commands get the whole runtime. */
export type CommandContext = {
  services: Services;
  /** For links: `PUBLIC_URL`, or else the address on this machine. */
  address: string;
};

/**
 * Wraps a command for the library commander: opens the runtime, runs the command and keeps its exit code.
 * Without `migrates`, the setting MIGRATE decides whether pending migrations run first.
 */
export type RunAction<Context = CommandContext> = <Args extends unknown[]>(
  work: (context: Context, ...args: Args) => Promise<number>,
  settings?: { migrates: boolean },
) => (...args: Args) => Promise<void>;

/** To the program, or to a group of commands such as `token`. */
export type AddCommands<Context = CommandContext> = (program: Command, run: RunAction<Context>) => void;

/** One line with tabs between the columns. */
export const printResult = (...columns: string[]) =>
  process.stdout.write(`${columns.map(escapeControlCharacters).join('\t')}\n`);

/** To stderr, so that stdout contains only results. */
export const printNote = (line: string) =>
  process.stderr.write(`innkeep: ${escapeControlCharacters(line.replaceAll(/\s*\n\s*/g, ' '))}\n`);

/** Trimmed, in Unicode's composed form, and not blank. */
export const parseText = (value: string): string => compose(parseTypedText(value));

/** Exactly as it was typed, for example the path of a file. */
export function parseTypedText(value: string): string {
  const trimmed = value.trim();
  if (trimmed === '') throw new InvalidArgumentError('It must not be empty.');
  return trimmed;
}

export async function findTeamOrRefuse(services: Services, slug: string) {
  const team = await services.account.findSite(slug);
  if (!team) throw new OperatorError(`there is no team "${slug}".`);
  return team;
}
