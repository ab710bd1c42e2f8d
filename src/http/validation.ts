import type { ZodType, z } from 'zod';
import type { FieldMessages } from '../services/outcome.ts';
import { fieldSentence } from '../services/team-data/wording.ts';

type Issue = z.core.$ZodIssue;

export type Place = 'query' | 'body';
export type Parsed = { ok: true; value: unknown } | { ok: false; errors: FieldMessages };

/**
 * Reads fields by their schema. All problems are reported at once. `errors` is empty if the data has no fields at all.
 */
export const parseFields = (schema: ZodType, data: unknown, place: Place): Parsed =>
  parsedOf(schema.safeParse(data, { reportInput: true }), place);

/** Reads fields by a schema that lets other requests run meanwhile. */
export const parseFieldsInPieces = async (schema: ZodType, data: unknown, place: Place): Promise<Parsed> =>
  parsedOf(await schema.safeParseAsync(data, { reportInput: true }), place);

const parsedOf = (result: z.ZodSafeParseResult<unknown>, place: Place): Parsed =>
  result.success
    ? { ok: true, value: result.data }
    : { ok: false, errors: messagesOf(result.error.issues, place) };

/** A message for each parameter that is not in the schema. A misspelt filter would otherwise match everything. */
export function unknownParameters(query: object, schema: z.ZodObject | null): FieldMessages {
  const unknown = Object.keys(query).filter((name) => schema === null || !Object.hasOwn(schema.shape, name));
  return Object.fromEntries(
    unknown.map((name) => [name, [fieldSentence(name, 'is not a known parameter.')]]),
  );
}

/** The messages of a schema's issues, by field. An issue with the whole body has no field. */
function messagesOf(issues: readonly Issue[], place: Place): FieldMessages {
  const ofFields = issues.filter(({ path }) => path.length > 0);
  const byField = Map.groupBy(ofFields, ({ path }) => path.join('.'));
  return Object.fromEntries(
    [...byField].map(([field, all]) => [
      field,
      all.map((issue) => fieldSentence(field, predicateOf(issue, place))),
    ]),
  );
}

/** What a field must be, as the end of a sentence. Our own checks have such messages already. */
function predicateOf(issue: Issue, place: Place): string {
  const isMissing = issue.input === undefined || issue.input === null;
  if (isMissing) return 'is required.';
  // Messages of our own checks begin in lower case, zod's with a capital.
  if (/^[a-z]/.test(issue.message)) return issue.message.replace(/\.?$/, '.');
  switch (issue.code) {
    case 'invalid_type':
      // A repeated parameter arrives as a list.
      return place === 'query' && Array.isArray(issue.input)
        ? 'must be given once.'
        : `must be ${typeName(issue.expected)}.`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}.`;
    case 'too_small':
      return issue.origin === 'string'
        ? `must have at least ${issue.minimum} characters.`
        : `must be at least ${issue.minimum}.`;
    case 'too_big':
      return issue.origin === 'string'
        ? `must not have more than ${issue.maximum} characters.`
        : `must not be greater than ${issue.maximum}.`;
    default:
      return 'is invalid.';
  }
}

function typeName(expected: string): string {
  const names: Record<string, string> = {
    int: 'an integer',
    number: 'an integer',
    string: 'a text',
    boolean: 'true or false',
    object: 'an object',
    array: 'a list',
  };
  return names[expected] ?? expected;
}
