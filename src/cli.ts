import { EXIT, say } from './commands/command.ts';
import { parseCommand, USAGE } from './commands/parsing.ts';
import { loadEnvironmentFile, readConfig } from './config.ts';
import { openRuntime, StartError } from './runtime.ts';
import { loggableError } from './services/errors.ts';

/** Runs one command and returns its exit code. */
async function main(words: string[]): Promise<number> {
  if (['help', '--help', '-h'].includes(words.join(' '))) {
    process.stdout.write(USAGE);
    return EXIT.done;
  }
  const parsed = parseCommand(words);
  if ('problem' in parsed) {
    process.stderr.write(words.length === 0 ? USAGE : `${parsed.problem}\n\n${USAGE}`);
    return EXIT.usage;
  }
  loadEnvironmentFile();
  const read = readConfig();
  if (!read.ok) throw new StartError(read.problem);
  // Migrating is what the command `migrate` is for, whatever the server is told.
  const config = parsed.name === 'migrate' ? { ...read.config, MIGRATE: true } : read.config;
  const runtime = await openRuntime(config, {
    role: 'command',
    log: say,
    onError: (error) => say(loggableError(error).message),
  });
  try {
    return await parsed.command.run(runtime, parsed.input);
  } finally {
    await runtime.close();
  }
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    say(error instanceof StartError ? error.message : loggableError(error).message);
    process.exitCode = EXIT.refused;
  },
);
