/**
 * Checks an entity from any source: first its fields one by one, then missing fields, then contradictions (contract,
 * sections 3, 11 and 18). Each kind of entity has a module in this folder.
 */
import type { z } from 'zod';
import { type Problem as Issue, isGiven, isRequired } from '../catalogue/problems.ts';

export { type Issue, isGiven, isRequired };

/** A rule about the entity as a whole. It is skipped if one of its fields is refused or missing. */
export type Rule<Value> = {
  fields: readonly string[];
  /** Whether a required field is missing in the given data. It may be stored. */
  isLack?: boolean;
  issues: (value: Value) => readonly (Issue | false | null | undefined)[];
};

/** An entity with all required fields. */
export type Whole<Value, Required extends keyof Value> = Value & {
  [Field in Required]-?: NonNullable<Value[Field]>;
};

/** One kind of entity: its fields with their limits, the fields that a new one must have, and its rules. */
export type Kind<Value, Required extends keyof Value & string> = {
  schema: z.ZodObject;
  required: readonly Required[];
  rules: readonly Rule<Whole<Value, Required>>[];
};

/** The fields that a new entity of a kind must have. */
export type RequiredOf<AnyKind> = AnyKind extends Kind<infer _Value, infer Required> ? Required : never;

/** Creates rules for one kind of entity, with its field names checked by type. */
export const rulesFor =
  <Value>() =>
  <Field extends keyof Value & string>(
    fields: readonly Field[],
    issues: (value: Pick<Value, Field>) => readonly (Issue | false | null | undefined)[],
  ): Rule<Value> => ({ fields, issues });

/** The problems of an entity as a whole. `isWhole` is false if a required field is missing. */
export function checkWhole<Value, Required extends keyof Value & string>(
  { required, rules }: Kind<Value, Required>,
  value: Value,
  faulty: ReadonlySet<string> = NOTHING,
): { issues: Issue[]; isWhole: boolean } {
  const missing = required.filter((field) => !isGiven(value[field]));
  const unknown = new Set([...faulty, ...missing]);
  const contradictions = rules
    .filter(({ fields }) => !fields.some((field) => unknown.has(field)))
    .flatMap(({ issues }) => issues(value as Whole<Value, Required>))
    .filter(isIssue);
  const lacks = missing.filter((field) => !faulty.has(field)).map((field) => isRequired(field));
  return { issues: [...lacks, ...contradictions], isWhole: missing.length === 0 };
}

export const isIssue = (found: Issue | false | null | undefined): found is Issue =>
  typeof found === 'object' && found !== null;

/** Entries of an inner list that have the same key. */
export function duplicatesOf<Item>(
  items: readonly Item[],
  list: string,
  field: string,
  keyOf: (item: Item, index: number) => string,
): Issue[] {
  const first = new Map<string, number>();
  return items.flatMap((item, index) => {
    const key = keyOf(item, index);
    const earlier = first.get(key);
    if (earlier === undefined) {
      first.set(key, index);
      return [];
    }
    return [{ path: [list, index, field], message: `must not be that of ${list}[${earlier}]`, input: key }];
  });
}

const NOTHING: ReadonlySet<string> = new Set();
