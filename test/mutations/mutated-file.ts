import { globSync, readFileSync } from 'node:fs';

let fileOf: Map<string, string> | null = null;

/** The file that has a mutation, relative to the mutated copy. Stryker writes the mutations' numbers into the code. */
export function mutatedFile(mutant: string): string | undefined {
  fileOf ??= new Map(
    globSync('src/{domain,services,db/queries}/**/*.ts').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/stryMutAct_9fa48\("(\d+)"\)/g)].map(
        ([, number = '']) => [number, file] as const,
      ),
    ),
  );
  return fileOf.get(mutant);
}
