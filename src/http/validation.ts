import type { FastifySchemaCompiler } from 'fastify';
import type { ZodType, z } from 'zod';
import type { FieldMessages } from '../services/outcome.ts';
import { invalidFields, NOT_AN_OBJECT, notFound } from './errors.ts';

type Issue = z.core.$ZodIssue;

/**
 * Checks parameters and bodies against their zod schemas, and answers with all that is wrong at once.
 * A path whose id or slug is malformed names nothing, so that is a 404 (contract, section 2).
 */
export const validatorCompiler: FastifySchemaCompiler<ZodType> =
  ({ schema, httpPart }) =>
  (data: unknown) => {
    const result = schema.safeParse(data ?? {}, { reportInput: true });
    if (result.success) return { value: result.data };
    // Named as the route names it, so that the answer is the one for an id that nothing has.
    if (httpPart === 'params') return { error: notFound(String(result.error.issues[0]?.path[0])) };
    return {
      error: invalidFields(fieldErrorsOf(result.error.issues, httpPart === 'querystring'), NOT_AN_OBJECT),
    };
  };

/** The messages of a schema's issues, by field. An issue with the whole has no field and is left to the message. */
function fieldErrorsOf(issues: readonly Issue[], isQuery: boolean): FieldMessages {
  const errors: FieldMessages = {};
  for (const issue of issues) {
    if (issue.path.length === 0) continue;
    const field = issue.path.join('.');
    // Not every name is one's own: a field called "constructor" must find nothing here.
    const messages = Object.hasOwn(errors, field) ? errors[field] : undefined;
    const message = `The ${field.replaceAll(/[._]/g, ' ')} field ${predicateOf(issue, isQuery)}`;
    if (messages) messages.push(message);
    else errors[field] = [message];
  }
  return errors;
}

/** What a field must be, as the end of a sentence. Our own checks say it themselves. */
function predicateOf(issue: Issue, isQuery: boolean): string {
  const isMissing = issue.input === undefined || issue.input === null;
  if (isMissing) return 'is required.';
  switch (issue.code) {
    case 'custom':
    case 'invalid_format':
      return issue.message;
    case 'invalid_type':
      // A parameter that is repeated arrives as a list.
      return isQuery && Array.isArray(issue.input)
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
