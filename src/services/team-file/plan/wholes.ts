import { checkWhole, type Given, type Kind, type Whole } from '../../team-data/kind.ts';
import type { Entry } from '../read/team-file.ts';
import type { ImportContext } from './context.ts';

/** An entry that lacks nothing, be it because the rest is stored. */
export type WholeEntry<Value, Required extends keyof Value> = Entry<Whole<Value, Required>> & {
  /** What the file itself gives of it. */
  given: Value;
  /** False if it contradicts itself. */
  isSound: boolean;
};

/**
 * The entry as a whole: what the file gives over what is stored. Reports what it lacks and what contradicts itself, and
 * returns null if it lacks something that it cannot be without.
 */
export function wholeEntry<Value extends object, Required extends keyof Value & string>(
  { problems }: Pick<ImportContext, 'problems'>,
  kind: Kind<Value, Required>,
  entry: Entry<Value>,
  stored: Partial<Value> | undefined,
): WholeEntry<Value, Required> | null {
  const whole: Given<Value> = { ...entry, value: { ...stored, ...entry.value } };
  const { issues, isWhole } = checkWhole(kind, whole);
  problems.addIssues(entry.place, issues);
  if (!isWhole) return null;
  const value = whole.value as Whole<Value, Required>;
  return { ...entry, value, given: entry.value, isSound: issues.length === 0 };
}
