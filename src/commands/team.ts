import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { Option } from '@commander-js/extra-typings';
import { toPrintable } from '../domain/text.ts';
import { explainFileError } from '../file-errors.ts';
import { type Runtime, StartError } from '../runtime.ts';
import { TeamTooLarge } from '../services/team-file/export/file-writer.ts';
import { UnreadableFile } from '../services/team-file/parse.ts';
import { type AddCommands, EXIT, print, say, text } from './command.ts';

const READ_BYTES = 256 * 1024;

export const addTeamCommands: AddCommands = (program, run) => {
  const team = program.command('team').description('teams, and their team files');
  team
    .command('import')
    .description('create or update a team from a team file')
    .argument('<file>', 'the file, or - for standard input', text)
    .addOption(new Option('--create', 'refuse the file if the team exists already').conflicts('update'))
    .option('--update', 'refuse the file if the team does not exist yet')
    .action(run(importTeam));
  team
    .command('export')
    .description('write a team as a team file')
    .argument('<slug>', "the team's slug", text)
    .option('--secrets', 'with tokens and password hashes')
    .option('--out <file>', 'write to this file instead of stdout', text)
    .option('--force', 'overwrite the file if it exists')
    .action(run(exportTeam));
  team
    .command('list')
    .description('print slug and name of every team, with a tab between them')
    .action(run(listTeams));
};

async function listTeams({ services }: Runtime): Promise<number> {
  for (const { slug, name } of await services.account.listSites()) print(slug, name);
  return EXIT.done;
}

type ImportFlags = { create?: boolean | undefined; update?: boolean | undefined };

/** Prints what it did, or every problem that refused the file. */
async function importTeam(
  { services }: Runtime,
  name: string,
  { create, update }: ImportFlags,
): Promise<number> {
  const progress = createProgressLine();
  const expectedTarget = create ? 'new_team' : update ? 'stored_team' : undefined;
  const result = await services.teamFiles
    .importTeamBytes(readInput(name), { report: progress.report, expectedTarget })
    .catch((error: unknown) => {
      if (!(error instanceof UnreadableFile)) throw error;
      throw new StartError(`${name} ${error.message}.`, { cause: error });
    })
    .finally(progress.end);
  for (const notice of result.notices) say(`${notice}.`);
  if (!result.ok) {
    for (const problem of result.problems) process.stderr.write(`${toPrintable(problem)}\n`);
    const { length } = result.problems;
    say(`nothing was changed: ${length} problem${length === 1 ? '' : 's'} in the file.`);
    return EXIT.refused;
  }
  const { team, counts } = result;
  say(`${TEAM_OUTCOME_WORDS[team.outcome]} team "${team.slug}" (${toPrintable(team.name)}).`);
  for (const [kind, counted] of Object.entries(counts)) {
    const { created = 0, changed = 0, unchanged = 0, removed = 0 } = counted;
    const gone = removed > 0 ? `, ${removed} removed` : '';
    say(`${kind}: ${created} created, ${changed} changed, ${unchanged} unchanged${gone}.`);
  }
  return EXIT.done;
}

const TEAM_OUTCOME_WORDS = {
  created: 'created the',
  changed: 'changed the',
  unchanged: 'changed no settings of the',
} as const;

/** One line with the progress of a long import, on a terminal only. */
function createProgressLine() {
  const began = performance.now();
  const isWatched = process.stderr.isTTY;
  return {
    report(what: string): void {
      const seconds = (performance.now() - began) / 1_000;
      if (isWatched && seconds >= 1)
        process.stderr.write(`\r\x1b[Kinnkeep: ${toPrintable(what)}, ${seconds.toFixed(0)} s`);
    },
    end: (): void => void (isWatched && process.stderr.write('\r\x1b[K')),
  };
}

type ExportOptions = {
  secrets?: boolean | undefined;
  out?: string | undefined;
  force?: boolean | undefined;
};

async function exportTeam(
  { services }: Runtime,
  slug: string,
  { secrets = false, out = '-', force = false }: ExportOptions,
): Promise<number> {
  const unknown = () => {
    say(`there is no team "${slug}".`);
    return EXIT.refused;
  };
  if (out === '-') {
    // Kept until the end, because a team that is too large for one file is refused before anything is written.
    const pieces: string[] = [];
    const write = async (content: string): Promise<void> => void pieces.push(content);
    const isKnown = await services.teamFiles.exportTeam(slug, { secrets, write }).catch((error: unknown) => {
      if (!(error instanceof TeamTooLarge)) throw error;
      throw new StartError(`the team needs several files: add --out (${error.message}).`, { cause: error });
    });
    if (!isKnown) return unknown();
    for (const piece of pieces) await toStdout(piece);
    return EXIT.done;
  }
  const outputFiles = createOutputFiles(out, force);
  try {
    await outputFiles.next();
    const exported = services.teamFiles.exportTeam(slug, { secrets, ...outputFiles });
    const isKnown = await exported.catch((error: unknown) => {
      if (!(error instanceof TeamTooLarge)) throw error;
      throw new StartError(`the team cannot be exported: ${error.message}.`, { cause: error });
    });
    if (!isKnown) return unknown();
    await outputFiles.publish();
    return EXIT.done;
  } finally {
    await outputFiles.close();
  }
}

/** The files of an export: the file of the option, and for a large team more with .2, .3 and so on behind its name. */
function createOutputFiles(out: string, force: boolean) {
  const written: { name: string; unfinished: string }[] = [];
  let file: FileHandle | null = null;
  const throwUnwritable = (error: unknown): never => {
    throw new StartError(`${written.at(-1)?.name} cannot be written: ${explainFileError(error)}.`, {
      cause: error,
    });
  };
  return {
    write: async (content: string): Promise<void> => file?.writeFile(content).catch(throwUnwritable),
    async next(): Promise<void> {
      await file?.close();
      const name = written.length === 0 ? out : `${out}.${written.length + 1}`;
      await refuseToOverwrite(name, force);
      // Written under another name and readable only by its owner, so that the file appears complete or not at all.
      const unfinished = `${name}.${process.pid}.tmp`;
      written.push({ name, unfinished });
      file = await open(unfinished, 'wx', 0o600).catch(throwUnwritable);
    },
    async publish(): Promise<void> {
      await file?.close();
      for (const { name, unfinished } of written) await rename(unfinished, name).catch(throwUnwritable);
      if (written.length > 1)
        say(
          `wrote ${written.length} files: import ${written.map(({ name }) => name).join(', ')} in this order.`,
        );
    },
    async close(): Promise<void> {
      await file?.close();
      for (const { unfinished } of written) await rm(unfinished, { force: true });
    },
  };
}

async function refuseToOverwrite(out: string, force: boolean): Promise<void> {
  const present = await stat(out).catch(() => null);
  if (!present) return;
  // Replacing a device such as /dev/null would damage the system.
  if (!present.isFile()) throw new StartError(`${out} cannot be written: it is not a file.`);
  if (!force) throw new StartError(`${out} exists already: add --force to overwrite it.`);
}

/** Waits until the text is written, so that a slow reader slows the export down. It ends if the reader stops. */
const toStdout = (content: string): Promise<void> =>
  new Promise((resolve, reject) => {
    // Outside its texts a file has no control characters except line feeds, and escaping one inside a text keeps its
    // value.
    process.stdout.write(content.replaceAll(/[^\n]+/g, toPrintable), (cause) => {
      if (!cause) return resolve();
      reject(new StartError('the output was closed before the export ended.', { cause }));
    });
  });

/** The bytes of the file, or of standard input. */
async function* readInput(name: string): AsyncGenerator<Uint8Array> {
  try {
    yield* name === '-' ? process.stdin : createReadStream(name, { highWaterMark: READ_BYTES });
  } catch (error) {
    // Errors of the consumer do not arrive here, so this is an error of reading.
    throw new StartError(`${name} cannot be read: ${explainFileError(error)}.`, { cause: error });
  }
}
