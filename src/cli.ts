import { EXIT_CODES, printNote } from './commands/command.ts';
import { runCommand } from './commands/run.ts';
import { findCommandPrefix, loadEnvironmentFile, readConfig } from './config.ts';
import { exitInOrder, toExitCode } from './orderly-exit.ts';
import { toLoggableError } from './services/errors.ts';

process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  // No error: the reader of the output, such as `head`, closed the pipe before the end.
  if (code === 'EPIPE') return;
  printNote(`the output cannot be written: ${code}.`);
  process.exitCode = EXIT_CODES.refused;
});

const { closeLast: onPostgres } = exitInOrder({
  onSignal: async (signal) => toExitCode(signal),
  onUncaughtError: (error) => printNote(toLoggableError(error).message),
});
const code = await runCommand({
  name: findCommandPrefix(),
  words: process.argv.slice(2),
  configure: () => {
    loadEnvironmentFile();
    return readConfig();
  },
  onPostgres,
});
// An error if the output could not be written, even if the command succeeded.
process.exitCode ??= code;
