import type { Runtime } from '../runtime.ts';
import { EXIT, print, say } from './command.ts';

export async function reportMigration({ migrated }: Runtime): Promise<number> {
  say(migrated === 0 ? 'the schema is current.' : `${migrated} migrations applied.`);
  return EXIT.done;
}

/** Prints each promise of the data with the number of its violations, over all teams; refused where there is any. */
export async function verify({ services }: Runtime): Promise<number> {
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
