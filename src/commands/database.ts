import type { Runtime } from '../runtime.ts';
import { verifyDatabase } from '../services/verify.ts';
import { type AddCommands, EXIT_CODES, printNote, printResult } from './command.ts';

export const addDatabaseCommands: AddCommands<Runtime> = (program, run) => {
  program
    .command('migrate')
    .description('bring the database to the newest schema')
    .action(run(reportMigration, { migrates: true }));
  program
    .command('verify')
    .description('check what must hold for every row of every team')
    .action(run(reportInvariants));
  program
    .command('distribute')
    .description('spread the tables over the workers of a Citus cluster; if it was interrupted, run it again')
    .action(run(reportDistribution, { migrates: false }));
};

async function reportMigration({ migrated }: Runtime): Promise<number> {
  printNote(migrated === 0 ? 'the schema is current.' : `${migrated} migrations applied.`);
  return EXIT_CODES.done;
}

/** Prints each invariant with the number of rows that violate it. */
async function reportInvariants({ services, options }: Runtime): Promise<number> {
  const checks = await verifyDatabase(
    services,
    options.flatMap(({ invariants }) => invariants ?? []),
  );
  for (const { invariant, violations } of checks) printResult(String(violations), invariant);
  const broken = checks.filter(({ violations }) => violations > 0).length;
  printNote(
    broken === 0
      ? `all ${checks.length} promises hold.`
      : `${broken} of ${checks.length} promises are broken.`,
  );
  return broken === 0 ? EXIT_CODES.done : EXIT_CODES.refused;
}

async function reportDistribution(runtime: Runtime): Promise<number> {
  const count = await runtime.distribute(printNote);
  printNote(count === 0 ? 'all tables were spread already.' : `${count} tables are spread now.`);
  return EXIT_CODES.done;
}
