import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { type Runtime, StartError } from '../runtime.ts';
import { EXIT, type Input, say } from './command.ts';

/** Creates or updates a team from a file, or says every problem of it. */
export async function importTeam({ services }: Runtime, { operand: file }: Input): Promise<number> {
  const progress = createProgressLine();
  // Neither the text nor what it parses to is kept here, as a large file would then be in memory three times over.
  const result = await services.teamFiles
    .importTeam(parseJson(await readInput(file), file), progress.report)
    .finally(progress.end);
  if (!result.ok) {
    for (const problem of result.problems) process.stderr.write(`${problem}\n`);
    say(
      `nothing was changed: ${result.problems.length} problem${result.problems.length === 1 ? '' : 's'} in the file.`,
    );
    return EXIT.refused;
  }
  for (const notice of result.notices) say(`${notice}.`);
  say(
    `imported: ${Object.entries(result.counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')}.`,
  );
  return EXIT.done;
}

/** One line that says how far a long import is, where somebody sits before a terminal. */
function createProgressLine() {
  const began = performance.now();
  const isWatched = process.stderr.isTTY;
  return {
    report(what: string): void {
      const seconds = (performance.now() - began) / 1_000;
      if (isWatched && seconds >= 1)
        process.stderr.write(`\r\x1b[Kinnkeep: ${what}, ${seconds.toFixed(0)} s`);
    },
    end: (): void => void (isWatched && process.stderr.write('\r\x1b[K')),
  };
}

/** Writes a team as a file, to stdout or whole into place. */
export async function exportTeam({ services }: Runtime, { operand: slug, options }: Input): Promise<number> {
  const { secrets = false, out = '-' } = options;
  const unknown = () => {
    say(`there is no team "${slug}".`);
    return EXIT.refused;
  };
  if (out === '-') {
    return (await services.teamFiles.exportTeam(slug, { secrets, write: toStdout })) ? EXIT.done : unknown();
  }
  // Beside the file, so that it comes into place whole or not at all; nobody else reads what is in it meanwhile.
  const unfinished = `${out}.${process.pid}.tmp`;
  const refuse = (error: NodeJS.ErrnoException): never => {
    throw new StartError(`${out} cannot be written: ${error.code}.`, { cause: error });
  };
  const file: FileHandle = await open(unfinished, 'wx', 0o600).catch(refuse);
  try {
    const write = (text: string) => file.writeFile(text).catch(refuse);
    const isKnown = await services.teamFiles.exportTeam(slug, { secrets, write }).finally(() => file.close());
    if (!isKnown) return unknown();
    await rename(unfinished, out).catch(refuse);
    return EXIT.done;
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Waits until the text is taken, so that a slow reader slows the export down; one that goes away ends it. */
const toStdout = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (cause) => {
      if (!cause) return resolve();
      // The stream tells the same once more, to whoever listens: unheard, that would end the process.
      process.stdout.once('error', () => {});
      reject(new StartError('the output was closed before the export had ended.', { cause }));
    });
  });

async function readInput(file: string): Promise<string> {
  if (file === '-') return text(process.stdin);
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`${file} cannot be read: ${error.code}.`, { cause: error });
  });
}

/** The parser's own message is not passed on, as it quotes from the file, and there may be a secret. */
function parseJson(content: string, file: string): unknown {
  try {
    return JSON.parse(content.replace(/^\uFEFF/, ''));
  } catch (error) {
    const place = /line \d+ column \d+/.exec((error as Error).message)?.[0];
    throw new StartError(`${file} is not valid JSON${place ? ` (${place})` : ''}.`, { cause: error });
  }
}
