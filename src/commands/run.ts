import { CommanderError } from '@commander-js/extra-typings';
import type { readConfig } from '../config.ts';
import { openRuntime, StartError } from '../runtime.ts';
import { toLoggableError } from '../services/errors.ts';
import { EXIT, type Run, say } from './command.ts';
import { createProgram } from './program.ts';

type CommandLine = {
  /** The command with which the caller starts the program, for the help. */
  name: string;
  words: string[];
  /** Called only if the usage is right, so that help works without a configuration. */
  configure: () => ReturnType<typeof readConfig>;
};

/** Runs one command and returns its exit code. */
export async function runCommand({ name, words, configure }: CommandLine): Promise<number> {
  let code: number = EXIT.done;
  const run: Run =
    (work, settings) =>
    async (...args) => {
      const read = configure();
      if (!read.ok) throw new StartError(read.problem);
      const config = settings ? { ...read.config, MIGRATE: settings.migrates } : read.config;
      const runtime = await openRuntime(config, {
        role: 'command',
        log: say,
        onError: (error) => say(toLoggableError(error).message),
      });
      try {
        code = await work(runtime, ...args);
      } finally {
        await runtime.close();
      }
    };
  try {
    await createProgram(name, run).parseAsync(words, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    say(error instanceof StartError ? error.message : toLoggableError(error).message);
    return EXIT.refused;
  }
}
