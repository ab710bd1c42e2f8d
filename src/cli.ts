import { CommanderError } from '@commander-js/extra-typings';
import { EXIT, type Run, say } from './commands/command.ts';
import { createProgram } from './commands/program.ts';
import { commandPrefix, loadEnvironmentFile, readConfig } from './config.ts';
import { openRuntime, StartError } from './runtime.ts';
import { loggableError } from './services/errors.ts';

/** The configuration is read only if the usage is right, so that help works without one. */
const run: Run =
  (work, settings) =>
  async (...given) => {
    loadEnvironmentFile();
    const read = readConfig();
    if (!read.ok) throw new StartError(read.problem);
    const config = settings ? { ...read.config, MIGRATE: settings.migrates } : read.config;
    const runtime = await openRuntime(config, {
      role: 'command',
      log: say,
      onError: (error) => say(loggableError(error).message),
    });
    try {
      process.exitCode = await work(runtime, ...given);
    } finally {
      await runtime.close();
    }
  };

createProgram(commandPrefix(), run)
  .parseAsync()
  .catch((error: unknown) => {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage;
      return;
    }
    say(error instanceof StartError ? error.message : loggableError(error).message);
    process.exitCode = EXIT.refused;
  });
