import { createReadStream } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import {
  type AddCommands,
  type CommandContext,
  EXIT_CODES,
  parseText,
  parseTypedText,
  printNote,
  printResult,
} from '../../../commands/command.ts';
import { escapeControlCharacters } from '../../../domain/text/text.ts';
import { explainFileError } from '../../../file-errors.ts';
import { OperatorError } from '../../../operator-error.ts';
import { listAllTeams } from '../../../services/tokens/authenticate.ts';
import { exportTeamFile } from '../file/export/export.ts';
import { TeamTooLarge } from '../file/export/file-writer.ts';
import { importTeamFileBytes } from '../file/import.ts';
import { UnreadableFile } from '../file/parse.ts';
import { createExportFiles, createPictureFiles } from './export-files.ts';

const FILE_READ_CHUNK_BYTES = 256 * 1024;

export const addTeamCommands: AddCommands = (program, run) => {
  const team = program.command('team').description('teams, and their team files');
  team
    .command('import')
    .description('create or update a team from a team file')
    .argument('<file>', 'the file, or - for standard input', parseTypedText)
    .addOption(new Option('--create', 'refuse the file if the team exists already').conflicts('update'))
    .option('--update', 'refuse the file if the team does not exist yet')
    .action(run(runImportTeam));
  team
    .command('export')
    .description('write a team as a team file')
    .argument('<slug>', "the team's slug", parseText)
    .option('--secrets', 'with tokens and password hashes')
    .option('--out <file>', 'write to this file instead of stdout', parsePath)
    .option(
      '--media <folder>',
      'write the pictures of photos into this folder, and the file beside them, as team.json unless --out names it',
      parsePath,
    )
    .option('--force', 'overwrite files that exist')
    .action(run(runExportTeam));
  team
    .command('list')
    .description('print slug and name of every team, with a tab between them')
    .action(run(printTeams));
};

/** Otherwise, `--media --force` would write into a folder named `--force`. */
function parsePath(value: string): string {
  const path = parseTypedText(value);
  if (path.startsWith('-') && path !== '-')
    throw new InvalidArgumentError(`Write ./${path} for a name that begins with a hyphen.`);
  return path;
}

async function printTeams({ services }: CommandContext): Promise<number> {
  for (const { slug, name } of await listAllTeams(services)) printResult(slug, name);
  return EXIT_CODES.done;
}

type ImportOptions = { create?: boolean | undefined; update?: boolean | undefined };

/** Prints either what was done or every problem of the file. */
async function runImportTeam(
  { services, address }: CommandContext,
  name: string,
  { create, update }: ImportOptions,
): Promise<number> {
  const progress = createImportProgressLine();
  const expectedTarget = create ? 'new_team' : update ? 'stored_team' : undefined;
  const result = await importTeamFileBytes(services, readTeamFile(name), {
    report: progress.report,
    expectedTarget,
    folder: name === '-' ? null : dirname(resolve(name)),
    baseUrl: address,
  })
    .catch((error: unknown) => {
      if (!(error instanceof UnreadableFile)) throw error;
      throw new OperatorError(`${name} ${error.message}.`, { cause: error });
    })
    .finally(progress.end);
  for (const notice of result.notices) printNote(`${notice}.`);
  if (!result.ok) {
    for (const problem of result.problems) process.stderr.write(`${escapeControlCharacters(problem)}\n`);
    const { length } = result.problems;
    printNote(`nothing was changed: ${length} problem${length === 1 ? '' : 's'} in the file.`);
    return EXIT_CODES.refused;
  }
  const { team, counts } = result;
  printNote(
    `${TEAM_OUTCOME_WORDS[team.outcome]} team "${team.slug}" (${escapeControlCharacters(team.name)}).`,
  );
  for (const [kind, counted] of Object.entries(counts)) {
    const { created = 0, changed = 0, unchanged = 0, removed = 0 } = counted;
    const gone = removed > 0 ? `, ${removed} removed` : '';
    printNote(`${kind}: ${created} created, ${changed} changed, ${unchanged} unchanged${gone}.`);
  }
  return EXIT_CODES.done;
}

const TEAM_OUTCOME_WORDS = {
  created: 'created the',
  changed: 'changed the',
  unchanged: 'changed no settings of the',
} as const;

/** In one line, if stderr is a terminal. */
function createImportProgressLine() {
  const began = performance.now();
  const isWatched = process.stderr.isTTY;
  return {
    report(what: string): void {
      const seconds = (performance.now() - began) / 1_000;
      if (isWatched && seconds >= 1)
        process.stderr.write(`\r\x1b[Kinnkeep: ${escapeControlCharacters(what)}, ${seconds.toFixed(0)} s`);
    },
    end: (): void => void (isWatched && process.stderr.write('\r\x1b[K')),
  };
}

type ExportOptions = {
  secrets?: boolean | undefined;
  out?: string | undefined;
  media?: string | undefined;
  force?: boolean | undefined;
};

async function runExportTeam(
  { services }: CommandContext,
  slug: string,
  {
    secrets = false,
    media,
    out = media === undefined ? '-' : join(media, 'team.json'),
    force = false,
  }: ExportOptions,
): Promise<number> {
  const refuseUnknownTeam = () => {
    printNote(`there is no team "${slug}".`);
    return EXIT_CODES.refused;
  };
  if (out === '-' && media !== undefined)
    throw new OperatorError('--media needs a file: leave --out away, or name one.');
  if (media !== undefined && dirname(resolve(out)) !== resolve(media))
    throw new OperatorError(
      `--out must name a file in the folder of --media, because an import reads pictures beside the file: leave --out away, or name ${join(media, basename(out))}.`,
    );
  if (out === '-') {
    // Collected before it is printed, because a team that is too large for one file is refused without any
    // output.
    const pieces: string[] = [];
    const write = async (content: string): Promise<void> => void pieces.push(content);
    const isKnown = await exportOrRefuse(
      exportTeamFile(services, slug, { secrets, write, onPicturesLeftOut }),
      (problem) => `the team needs several files: add --out (${problem}).`,
    );
    if (!isKnown) return refuseUnknownTeam();
    for (const piece of pieces) await writeToStdout(piece);
    return EXIT_CODES.done;
  }
  const pictureFiles = media === undefined ? null : await createPictureFiles(media, force);
  const outputFiles = createExportFiles(out, force);
  try {
    await outputFiles.next();
    const isKnown = await exportOrRefuse(
      exportTeamFile(services, slug, {
        secrets,
        ...outputFiles,
        writePicture: pictureFiles?.write,
        onPicturesLeftOut,
      }),
      (problem) => `the team cannot be exported: ${problem}.`,
    );
    if (!isKnown) return refuseUnknownTeam();
    await pictureFiles?.publish();
    await outputFiles.publish();
    return EXIT_CODES.done;
  } finally {
    pictureFiles?.close();
    await outputFiles.close();
  }
}

function onPicturesLeftOut(count: number): void {
  const pictures = count === 1 ? '1 picture is' : `${count} pictures are`;
  printNote(
    `${pictures} stored here and not in the file, so another installation refuses the file: add --media.`,
  );
}

/** `explain` words the error if the team is too large for its files. */
const exportOrRefuse = (exported: Promise<boolean>, explain: (problem: string) => string): Promise<boolean> =>
  exported.catch((error: unknown) => {
    if (!(error instanceof TeamTooLarge)) throw error;
    throw new OperatorError(explain(error.message), { cause: error });
  });

/**
 * Waits until the text is written, so that a slow reader slows down the export instead of filling the memory.
 * Throws if the reader closes the stream.
 */
const writeToStdout = (content: string): Promise<void> =>
  new Promise((resolve, reject) => {
    // Line feeds separate the lines of JSON. All other control characters can only be inside JSON texts,
    // where an escape has the same meaning.
    process.stdout.write(content.replaceAll(/[^\n]+/g, escapeControlCharacters), (cause) => {
      if (!cause) return resolve();
      reject(new OperatorError('the output was closed before the export ended.', { cause }));
    });
  });

/** "-" is standard input. */
async function* readTeamFile(name: string): AsyncGenerator<Uint8Array> {
  try {
    yield* name === '-' ? process.stdin : createReadStream(name, { highWaterMark: FILE_READ_CHUNK_BYTES });
  } catch (error) {
    // Only errors of reading: those of the code that uses the bytes never arrive in this generator.
    throw new OperatorError(`${name} cannot be read: ${explainFileError(error)}.`, { cause: error });
  }
}
