/** How values and problems are put into words. */
import { instantText } from '../../domain/notation.ts';
import type { Issue } from './kind.ts';

/** Values of these fields are secrets, and others may read a refusal too. */
const SECRET_FIELDS = new Set(['password', 'password_hash', 'token']);
const MAX_VALUE_LENGTH = 60;

/**
 * A value as a problem shows it: short, on one line, and not at all if it is a secret. The contents of lists and objects
 * are not shown either, as they may hold secrets.
 */
export function shown(value: unknown, field = ''): string {
  if (SECRET_FIELDS.has(field)) return 'the given one';
  if (value instanceof Date) return JSON.stringify(instantText(value));
  if (typeof value === 'string') return onOneLine(JSON.stringify(value));
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : shownKind(value);
}

/** The type of a value, for a problem with that alone. */
export function shownKind(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return (
    { string: 'a text', number: 'a number', boolean: 'true or false' }[typeof value as string] ?? 'an object'
  );
}

/** A problem of an entity's field as a sentence: the field, what it must be, and what it was. */
export function sentenceOf({ path, message, input }: Issue): string {
  const field = fieldName(path);
  if (field === '') return `must be an object, not ${shownKind(input)}`;
  return input === undefined
    ? `${field} ${message}`
    : `${field} ${message}, not ${shown(input, String(path.at(-1)))}`;
}

/** A text that somebody else wrote, made safe to print: it cannot break the line, fill the screen or steer the terminal. */
export function onOneLine(text: string): string {
  const characters = [...text.slice(0, 2 * MAX_VALUE_LENGTH)];
  const short = characters.slice(0, MAX_VALUE_LENGTH).join('');
  const visible = short.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '�');
  return characters.length > MAX_VALUE_LENGTH ? `${visible}…` : visible;
}

function fieldName(path: Issue['path']): string {
  return path
    .map((step, position) =>
      typeof step === 'number' ? `[${step}]` : `${position > 0 ? '.' : ''}${onOneLine(String(step))}`,
    )
    .join('');
}
