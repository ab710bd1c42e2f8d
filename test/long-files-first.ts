import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files. If one of them came last, one worker would run it while the others wait. */
const LONG =
  /\/(browser\/[\w-]+|examples\/booking-\w+|server|http\/reference\/page|reliability\/(canaries|cross-team-sweep))\.test\.ts$/;

/** Orders the files by the run's seed, except for the slow ones, which come first. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence;
    const placeOf = ({ moduleId }: TestSpecification) =>
      (LONG.test(moduleId) ? '0' : '1') + createHash('sha256').update(`${seed} ${moduleId}`).digest('hex');
    const places = new Map(files.map((file) => [file, placeOf(file)]));
    return files.toSorted((a, b) => ((places.get(a) ?? '') < (places.get(b) ?? '') ? -1 : 1));
  }
}
