/** How values and problems are put into words. */
import type { z } from 'zod';
import { instantText } from '../../domain/notation.ts';

/** Values of these fields are secrets, and a refusal is read by whoever stands beside. */
const SECRET_FIELDS = new Set(['password', 'password_hash', 'token']);
const MAX_VALUE_LENGTH = 60;

export type Path = readonly PropertyKey[];

/**
 * A value as a problem shows it: short, on one line, and not at all where it is a secret. What a list or an object
 * holds is not shown either, as there may be secrets in it.
 */
export function shown(value: unknown, field = ''): string {
  if (SECRET_FIELDS.has(field)) return 'the given one';
  if (value instanceof Date) return JSON.stringify(instantText(value));
  if (typeof value === 'string') return onOneLine(JSON.stringify(value));
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : shownKind(value);
}

/** What sort of value it is, where that alone is wrong with it. */
export function shownKind(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return (
    { string: 'a text', number: 'a number', boolean: 'true or false' }[typeof value as string] ?? 'an object'
  );
}

/** The sentence for what zod found wrong: the field's path in its entry, what it must be, and what it was. */
export function sentenceOf(issue: z.core.$ZodIssue): string {
  const field = fieldName(issue.path);
  if (field === '') return `must be an object, not ${shownKind(issue.input)}`;
  if (issue.input === undefined || issue.input === null) return `${field} is required`;
  if (issue.message === 'is required') return `${field} is required, not ${shown(issue.input)}`;
  return `${field} ${issue.message}, not ${shown(issue.input, String(issue.path.at(-1)))}`;
}

/** A text that somebody else wrote, so that it neither breaks the line nor fills the screen. */
export function onOneLine(text: string): string {
  const characters = [...text.slice(0, 2 * MAX_VALUE_LENGTH)];
  const short = characters.slice(0, MAX_VALUE_LENGTH).join('');
  const visible = short.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '�');
  return characters.length > MAX_VALUE_LENGTH ? `${visible}…` : visible;
}

function fieldName(path: Path): string {
  return path
    .map((step, position) =>
      typeof step === 'number' ? `[${step}]` : `${position > 0 ? '.' : ''}${onOneLine(String(step))}`,
    )
    .join('');
}
