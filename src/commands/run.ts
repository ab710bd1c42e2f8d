import { CommanderError } from '@commander-js/extra-typings';
import type { readConfig } from '../config.ts';
import { OperatorError } from '../operator-error.ts';
import { openRuntime, type Runtime, type RuntimeOptions } from '../runtime.ts';
import { toLoggableError } from '../services/errors.ts';
import { EXIT_CODES, printNote, type RunAction } from './command.ts';
import { createCommandProgram } from './program.ts';

type CommandLineInput = {
  /** As the help shows it. */
  name: string;
  words: string[];
  /** Called only if the usage is right, so that help works without a configuration. */
  configure: () => ReturnType<typeof readConfig>;
  onPostgres?: RuntimeOptions['onPostgres'];
};

/** Returns the exit code. */
export async function runCommand({
  name,
  words,
  configure,
  onPostgres = () => {},
}: CommandLineInput): Promise<number> {
  let code: number = EXIT_CODES.done;
  const run: RunAction<Runtime> =
    (work, settings) =>
    async (...args) => {
      const read = configure();
      if (!read.ok) throw new OperatorError(read.problem);
      const config = settings ? { ...read.config, MIGRATE: settings.migrates } : read.config;
      const runtime = await openRuntime(config, {
        role: 'command',
        log: printNote,
        onPostgres,
        onError: (error) => printNote(toLoggableError(error).message),
      });
      try {
        code = await work(runtime, ...args);
      } finally {
        await runtime.close();
      }
    };
  try {
    await createCommandProgram(name, run).parseAsync(words, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_CODES.done : EXIT_CODES.usage;
    printNote(error instanceof OperatorError ? error.message : toLoggableError(error).message);
    return EXIT_CODES.refused;
  }
}
