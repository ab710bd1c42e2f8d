/** Problems with values, and how the team file's report and the API word them. */
import { toInstantText } from '../../domain/formats.ts';
import { endWithStop, type MessageText, wordMessageText } from '../../domain/text/message-text.ts';
import { toOneLine } from '../../domain/text/text.ts';
import type { ErrorCode } from '../../domain/vocabulary.ts';
import { Invalid } from '../errors.ts';
import type { Fault, FieldMessages } from '../field-messages.ts';

/** The message is the end of a sentence that begins with the field's name. */
export type EntryProblem = {
  path: readonly PropertyKey[];
  message: MessageText;
  /** Left out if the message is clear without it. */
  input?: unknown;
};
/** With the error code, for a request. */
export type Problem = Fault & EntryProblem;

export function collectProblems(problems: Problem[] = []) {
  const refuse = (
    path: string | EntryProblem['path'],
    code: Exclude<ErrorCode, 'taken'>,
    message: MessageText,
    input?: unknown,
  ): void => {
    problems.push({ path: [path].flat(), code, message, input });
  };
  return { problems, refuse };
}

export const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** A refusal must not show secrets, because other people may read it. */
const SECRET_FIELDS = new Set(['password', 'password_hash', 'token']);

/**
 * Short, on one line, and hidden if it is a secret. Contents of lists and objects are hidden too, because
 * they may include secrets.
 */
export function presentValue(value: unknown, field = ''): string {
  if (SECRET_FIELDS.has(field)) return 'the given one';
  if (value instanceof Date) return JSON.stringify(toInstantText(value));
  if (typeof value === 'string') return toOneLine(JSON.stringify(value));
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : presentValueKind(value);
}

export function presentValueKind(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return (
    { string: 'a text', number: 'a number', boolean: 'true or false' }[typeof value as string] ?? 'an object'
  );
}

/** For a team file: which field of which thing, what it must be, and what it was. */
export function presentProblem({ path, message: text, input }: EntryProblem): string {
  const field = fieldName(path);
  const message = wordMessageText(text);
  if (field === '') return `must be an object, not ${presentValueKind(input)}`;
  return input === undefined
    ? `${field} ${message}`
    : `${field} ${message}, not ${presentValue(input, String(path.at(-1)))}`;
}

/** For the API: by field, without the refused values. */
export function toFieldMessages(problems: readonly Problem[]): FieldMessages {
  const byField = Map.groupBy(problems, ({ path }) => path.join('.'));
  return Object.fromEntries(
    [...byField].map(([field, all]) => [
      field,
      all.map(({ path: _path, message, input: _input, ...fault }) => ({
        ...fault,
        predicate: endWithStop(message),
      })),
    ]),
  );
}

/** All problems at once. */
export function throwIfInvalid(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new Invalid(toFieldMessages(problems));
}

function fieldName(path: EntryProblem['path']): string {
  return path
    .map((step, position) =>
      typeof step === 'number' ? `[${step}]` : `${position > 0 ? '.' : ''}${toOneLine(String(step))}`,
    )
    .join('');
}
