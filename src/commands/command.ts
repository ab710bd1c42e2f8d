import { type Runtime, StartError } from '../runtime.ts';

/** What a command's end says: done, refused, or that it was called wrongly (contract, section 12). */
export const EXIT = { done: 0, refused: 1, usage: 2 } as const;

export const OPTIONS = {
  team: { type: 'string' },
  name: { type: 'string' },
  email: { type: 'string' },
  scope: { type: 'string' },
  secrets: { type: 'boolean' },
  out: { type: 'string' },
} as const;
export type Options = {
  team?: string;
  name?: string;
  email?: string;
  scope?: string;
  secrets?: boolean;
  out?: string;
};

export type Input = { operand: string; options: Options };

export type Command = {
  /** What follows the command's name; null where nothing does. */
  operand: 'FILE' | 'SLUG' | null;
  needs: (keyof Options)[];
  takes?: (keyof Options)[];
  run: (runtime: Runtime, input: Input) => Promise<number>;
};

/** Results go to stdout, everything else to stderr. */
export const print = (line: string) => process.stdout.write(`${line}\n`);
export const say = (line: string) => process.stderr.write(`innkeep: ${line}\n`);

/** The team that `--team` names. */
export async function findTeam(services: Runtime['services'], { team: slug = '' }: Options) {
  const team = await services.account.findSite(slug);
  if (!team) throw new StartError(`there is no team "${slug}".`);
  return team;
}
