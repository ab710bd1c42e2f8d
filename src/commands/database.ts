import type { Runtime } from '../runtime.ts';
import { type AddCommands, EXIT, print, say } from './command.ts';

export const addDatabaseCommands: AddCommands = (program, run) => {
  program
    .command('migrate')
    .description('bring the database to the newest schema')
    .action(run(reportMigration, { migrates: true }));
  program
    .command('verify')
    .description('check what must hold for every row of every team')
    .action(run(verify));
};

async function reportMigration({ migrated }: Runtime): Promise<number> {
  say(migrated === 0 ? 'the schema is current.' : `${migrated} migrations applied.`);
  return EXIT.done;
}

/** Prints each promise about the data with the number of its violations. Refused if there are any. */
async function verify({ services }: Runtime): Promise<number> {
  const verified = await services.verify();
  for (const { promise, violations } of verified) print(`${violations}\t${promise}`);
  const broken = verified.filter(({ violations }) => violations > 0).length;
  say(
    broken === 0
      ? `all ${verified.length} promises hold.`
      : `${broken} of ${verified.length} promises are broken.`,
  );
  return broken === 0 ? EXIT.done : EXIT.refused;
}
