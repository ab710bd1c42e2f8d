/** External references (ids of other systems) and custom fields. */
import { z } from 'zod';
import {
  type CustomFields,
  type CustomFieldsChange,
  type CustomFieldValue,
  findCustomFieldsProblem,
  mergeCustomFields,
  presentCustomFields,
} from '../../domain/custom-fields.ts';
import {
  MAX_CUSTOM_FIELD_NAME_LENGTH,
  MAX_CUSTOM_FIELDS,
  MAX_CUSTOM_FIELDS_BYTES,
  MAX_CUSTOM_TEXT_LENGTH,
  MAX_REFERENCE_LENGTH,
  MAX_REPORTED_PROBLEMS,
} from '../../domain/limits.ts';
import { compose, findTextProblem } from '../../domain/text/text.ts';
import type { ErrorCode } from '../../domain/vocabulary.ts';
import { nullableText } from '../formats.ts';
import { isObject } from './checks.ts';
import { optionalCheckedText } from './fields.ts';
import { buildIssue, mustBe } from './lists.ts';

const REFERENCE_PATTERN = new RegExp(`^[\\x21-\\x7e]{1,${MAX_REFERENCE_LENGTH}}$`);
const NOT_A_REFERENCE = mustBe(`1 to ${MAX_REFERENCE_LENGTH} visible ASCII characters`);

/** `scope` says where the reference must be unique. */
export const buildReferenceField = (scope: string) => ({
  write: optionalCheckedText((text) => REFERENCE_PATTERN.test(text), NOT_A_REFERENCE, {
    title: 'reference',
    pattern: '^[!-~]+$',
    maxLength: MAX_REFERENCE_LENGTH,
  }).describe(`Its number in another system: visible ASCII characters. Unique ${scope}. Case matters.`),
  read: nullableText.describe(`Its number in another system, or null. Unique ${scope}.`),
});

export const referenceParameter = z
  .string()
  .trim()
  .regex(REFERENCE_PATTERN, NOT_A_REFERENCE)
  .optional()
  .describe('The one with this reference. Case matters.');

/** `message` is the end of a sentence. */
type ValueProblem = { code: ErrorCode; message: string };

const NAME_PATTERN = new RegExp(`^[a-z][a-z0-9_]{0,${MAX_CUSTOM_FIELD_NAME_LENGTH - 1}}$`);
export const isCustomFieldName = (name: string): boolean => NAME_PATTERN.test(name);
const NOT_A_NAME: ValueProblem = {
  code: 'invalid',
  message: `must have a name of at most ${MAX_CUSTOM_FIELD_NAME_LENGTH} small letters, digits and underscores that begins with a letter`,
};
const NOT_A_VALUE: ValueProblem = { code: 'invalid', message: 'must be a text, a number, true or false' };
const NUMBER_RANGE = 'must be a number from -(2^53 - 1) to 2^53 - 1';

/** Each field on its own, then the limits of all together. */
function checkFields({ value, issues }: z.core.ParsePayload<Record<string, unknown>>): void {
  if (!isObject(value)) return;
  const sent = Object.entries(value);
  const isReadable = sent.length <= MAX_REPORTED_PROBLEMS;
  for (const [name, field] of isReadable ? sent : []) {
    const problem = isCustomFieldName(name) ? findValueProblem(field) : NOT_A_NAME;
    if (problem)
      issues.push({ ...buildIssue(problem.code, problem.message), path: [name], input: field ?? name });
  }
  if (issues.length > 0) return;
  const fields = isReadable ? mergeCustomFields(null, readFields(value)) : (value as CustomFields);
  const problem = findCustomFieldsProblem(fields);
  if (problem) issues.push({ ...buildIssue(problem.code, problem.message), input: value });
}

function findValueProblem(value: unknown): ValueProblem | null {
  if (value === null || typeof value === 'boolean') return null;
  if (typeof value === 'number') {
    if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return null;
    return { code: value < 0 ? 'too_small' : 'too_large', message: NUMBER_RANGE };
  }
  if (typeof value !== 'string') return NOT_A_VALUE;
  const rules = { max: MAX_CUSTOM_TEXT_LENGTH, oneLine: true };
  const problem = findTextProblem(readText(value), rules);
  return problem && { ...problem, message: problem.message.replace(/\.$/, '') };
}

const readText = (value: string): string => compose(value.trim());

/** An empty text removes the field, as null does. */
const readValue = (value: unknown): CustomFieldValue | null => {
  if (typeof value === 'string') return readText(value) || null;
  return value === 0 ? 0 : (value as CustomFieldValue | null);
};

const readFields = (sent: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, readValue(value)]));

export const customFieldsField = {
  write: z
    .custom<Record<string, unknown>>(isObject, mustBe('an object'))
    .check(checkFields)
    .transform((sent): NonNullable<CustomFieldsChange> => readFields(sent))
    .meta({
      type: 'object',
      propertyNames: { pattern: NAME_PATTERN.source },
      additionalProperties: {
        anyOf: [
          { type: 'string', maxLength: MAX_CUSTOM_TEXT_LENGTH },
          { type: 'number' },
          { type: 'boolean' },
          { type: 'null' },
        ],
      },
    })
    .nullish()
    .describe(
      `Up to ${MAX_CUSTOM_FIELDS} fields of your own: a text, a number, true or false under each name; ${MAX_CUSTOM_FIELDS_BYTES} bytes of JSON in all. Fields that are left out stay, null or "" removes one, and null for the whole removes all. A team file replaces them as a whole.`,
    ),
  read: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .describe('The team’s own fields, in alphabetical order.'),
  present: (fields: CustomFields | null) => presentCustomFields(fields),
};
