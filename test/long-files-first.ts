import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that take longest: were one of them the last, one worker would be at it and the others stand still. */
const LONG = /\/(browser\/pages|examples\/booking-site|server|http\/reference\/page)\.test\.ts$/;

/** The files in an order that the run's seed gives, but for the long ones, which come first. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence;
    const placeOf = ({ moduleId }: TestSpecification) =>
      (LONG.test(moduleId) ? '0' : '1') + createHash('sha256').update(`${seed} ${moduleId}`).digest('hex');
    const places = new Map(files.map((file) => [file, placeOf(file)]));
    return files.toSorted((a, b) => ((places.get(a) ?? '') < (places.get(b) ?? '') ? -1 : 1));
  }
}
