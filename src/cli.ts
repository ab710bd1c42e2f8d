import { runCommand } from './commands/run.ts';
import { commandPrefix, loadEnvironmentFile, readConfig } from './config.ts';

process.exitCode = await runCommand({
  name: commandPrefix(),
  words: process.argv.slice(2),
  configure: () => {
    loadEnvironmentFile();
    return readConfig();
  },
});
