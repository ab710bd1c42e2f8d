/** What contradicts itself within one entity, as sentences for its problems (contract, section 11). */
import { shown } from './wording.ts';

/** An entity as it was given: the fields that are sound, and the names of those that are refused. */
export type Given<Value> = { value: Partial<Value>; faulty: ReadonlySet<string> };

type Sentences = readonly (string | false | null | undefined)[];

/** A rule of an entry, and the fields that it looks at: where one of them is refused, the rule has nothing to say. */
export type Rule<Value> = {
  fields: readonly string[];
  sentences: (value: Partial<Value>) => Sentences;
};

/** Makes rules over entries of one kind. */
export const rulesFor =
  <Value>() =>
  <Field extends keyof Value & string>(
    fields: readonly Field[],
    // Every entry and fragment has the fields that are not refused, and only those are asked for.
    sentences: (value: Pick<Value, Field>) => Sentences,
  ): Rule<Value> => ({ fields, sentences: sentences as Rule<Value>['sentences'] });

export const contradictionsOf = <Value>(
  rules: readonly Rule<Value>[],
  { value, faulty }: Given<Value>,
): string[] =>
  rules
    .filter(({ fields }) => !fields.some((field) => faulty.has(field)))
    .flatMap(({ sentences }) => sentences(value))
    .filter((sentence) => typeof sentence === 'string');

export const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** Entries of an inner list that share what they are told apart by. */
export function duplicatesOf<Item>(
  items: readonly Item[],
  list: string,
  field: string,
  keyOf: (item: Item) => string,
): string[] {
  const first = new Map<string, number>();
  return items.flatMap((item, index) => {
    const key = keyOf(item);
    const earlier = first.get(key);
    if (earlier === undefined) {
      first.set(key, index);
      return [];
    }
    return [`${list}[${index}].${field} must not be that of ${list}[${earlier}], not ${shown(key)}`];
  });
}
