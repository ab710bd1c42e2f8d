import { checkWhole, type Kind, type Whole } from '../../team-data/kind.ts';
import type { Entry } from '../read.ts';
import type { ImportContext } from './context.ts';

/** An entry with all required fields, some of which may be stored ones. */
export type WholeEntry<Value, Required extends keyof Value> = Entry<Whole<Value, Required>> & {
  /** The values that the file itself gives. */
  given: Value;
  /** False if it contradicts itself. */
  isSound: boolean;
};

/**
 * The entry as a whole: the file's values over the stored ones. Reports missing fields and contradictions, and returns
 * null if a required field is missing.
 */
export function wholeEntry<Value extends object, Required extends keyof Value & string>(
  { problems }: Pick<ImportContext, 'problems'>,
  kind: Kind<Value, Required>,
  entry: Entry<Value>,
  stored: Partial<Value> | undefined,
): WholeEntry<Value, Required> | null {
  const whole: Value = { ...stored, ...entry.value };
  const { issues, isWhole } = checkWhole(kind, whole);
  problems.addIssues(entry.place, issues);
  if (!isWhole) return null;
  const value = whole as Whole<Value, Required>;
  return { ...entry, value, given: entry.value, isSound: issues.length === 0 };
}
