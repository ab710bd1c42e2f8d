import { describeDemo, findDemo } from '../demo.ts';
import type { Runtime } from '../runtime.ts';
import { verifyDatabase } from '../services/verify.ts';
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
  program
    .command('distribute')
    .description('spread the tables over the workers of a Citus cluster; if it was interrupted, run it again')
    .action(run(distribute, { migrates: false }));
  program
    .command('demo')
    .description('print the demo’s addresses, token and sign-in again')
    .action(run(showDemo));
};

async function reportMigration({ migrated }: Runtime): Promise<number> {
  say(migrated === 0 ? 'the schema is current.' : `${migrated} migrations applied.`);
  return EXIT.done;
}

/** Prints each invariant with the number of its violations. The command is refused if there are any. */
async function verify({ services }: Runtime): Promise<number> {
  const checks = await verifyDatabase(services.db);
  for (const { invariant, violations } of checks) print(String(violations), invariant);
  const broken = checks.filter(({ violations }) => violations > 0).length;
  say(
    broken === 0
      ? `all ${checks.length} promises hold.`
      : `${broken} of ${checks.length} promises are broken.`,
  );
  return broken === 0 ? EXIT.done : EXIT.refused;
}

async function distribute(runtime: Runtime): Promise<number> {
  const count = await runtime.distribute(say);
  say(count === 0 ? 'all tables were spread already.' : `${count} tables are spread now.`);
  return EXIT.done;
}

async function showDemo({ services, address }: Runtime): Promise<number> {
  const demo = await findDemo(services);
  if (!demo) {
    say('there is no demo team with its token here: start the service with DEMO=true.');
    return EXIT.refused;
  }
  for (const line of describeDemo(address, demo).split('\n')) print(line);
  return EXIT.done;
}
