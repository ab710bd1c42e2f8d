import {
  type AddCommands,
  type CommandContext,
  EXIT_CODES,
  printNote,
  printResult,
} from '../../../commands/command.ts';
import { describeDemo, findDemo } from '../demo.ts';

export const addDemoCommand: AddCommands = (program, run) => {
  program
    .command('demo')
    .description('print the demo’s addresses, token and sign-in again')
    .action(run(showDemoAddresses));
};

async function showDemoAddresses({ services, address }: CommandContext): Promise<number> {
  const demo = await findDemo(services);
  if (!demo) {
    printNote('there is no demo team with its token here: start the service with DEMO=true.');
    return EXIT_CODES.refused;
  }
  for (const line of describeDemo(address, demo).split('\n')) printResult(line);
  return EXIT_CODES.done;
}
