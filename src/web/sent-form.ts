/** Forms that are checked by the API's own schemas and services, so that no rule is written twice. */

import { createHash } from 'node:crypto';
import type { ZodType, z } from 'zod';
import { type WordPart, wordMessageText } from '../domain/message-text.ts';
import { parseFormFields } from '../plugins/validation.ts';
import { type AnyRefusal, Refusal } from '../services/errors.ts';
import {
  type FieldMessage,
  type FieldMessages,
  isPredicate,
  mergeMessages,
  wordFieldMessage,
} from '../services/field-messages.ts';
import { readAmount, wordAmountProblem } from './amounts.ts';
import { addError, type Form } from './form.ts';
import { presentMoney } from './views/format.ts';

export type Labels = Readonly<Record<string, string>>;
export type SentForm = ReturnType<typeof readForm>;
/** The form's field for a path in the API's body: `guest_name` for `guest.name`. */
type NameOf = (path: string) => string;

/** How the fields of the API's messages are named in a form. */
type Naming = { labels: Labels; nameOf: NameOf; currencies: Readonly<Record<string, string>> };

const sameName: NameOf = (path) => path.replaceAll('.', '_');

const SENT_BEFORE = 'This form was sent before, and has done its work.';
/** A form's message about a refusal as a whole, if it differs from the API's. */
const FORM_MESSAGES: Partial<Record<AnyRefusal['name'], string>> = {
  PriceChanged: 'The price has changed meanwhile. Look at the new one, then send it again.',
  VersionChanged: 'Somebody has changed this meanwhile. Look at the present values, then send it again.',
};
/** Refusals that are shown as pages of their own, and not in a form. */
const NOT_FOR_FORMS: ReadonlySet<string> = new Set<AnyRefusal['name']>(['NotFound', 'WrongPassword']);

/**
 * Reads the fields of a sent form for the API's schemas. The typed values of a form are kept, so that it can
 * be shown again. The parameter `labels` has the names of the fields for error messages.
 */
export function readForm(sent: unknown, labels: Labels, nameOf: NameOf = sameName) {
  const fields = (sent ?? {}) as Record<string, unknown>;
  const values: Record<string, string> = {};
  const errors: Record<string, string> = {};
  /** The currencies of the form's fields for amounts, which messages of the API have in cents. */
  const currencies: Record<string, string> = {};

  /** Reads a text, which is empty if its field was not sent, or more than once. */
  function text(name: string): string {
    const value = Object.hasOwn(fields, name) ? fields[name] : '';
    // Browsers end the lines of a text area with a carriage return and a line feed.
    const typed = typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
    values[name] = typed;
    return typed;
  }

  const optional = (name: string): string | null => (text(name).trim() === '' ? null : values[name]) ?? null;

  return {
    values,
    errors,
    text,
    /** Reads a text, or null if it is empty. */
    optional,
    /** Reads a password, which may begin or end with spaces, or null if nothing was typed. */
    password: (name: string): string | null => text(name) || null,
    /**
     * Reads an integer, as null if the field is empty, or as the text if it is not an integer, so that the
     * schema refuses it.
     */
    integer(name: string): unknown {
      const typed = optional(name)?.trim() ?? null;
      return typed !== null && /^-?\d{1,15}$/.test(typed) ? Number(typed) : typed;
    },
    /** Reads an amount as people type it into cents, or null if it is empty or not understood. */
    cents(name: string, currency: string, options: { mayBeNegative?: boolean } = {}): number | null {
      currencies[name] = currency;
      const typed = optional(name);
      if (typed === null) return null;
      const amount = readAmount(typed, currency, options);
      if ('cents' in amount) return amount.cents;
      errors[name] = wordAmountProblem(amount.problem, labels[name] ?? name, currency);
      return null;
    },
    isChecked: (name: string): boolean => text(name) !== '',
    /** Reads the chosen values of several boxes with one name. */
    list(name: string): string[] {
      const value = Object.hasOwn(fields, name) ? fields[name] : [];
      const chosen = [value].flat().filter((one) => typeof one === 'string' && one !== '') as string[];
      values[name] = chosen.join(',');
      return chosen;
    },
    /**
     * The body as the schema parsed it, or null if a field is wrong, which the form's errors then say. The
     * parameter `others` has the error messages about fields that the schema cannot check.
     */
    check<Schema extends ZodType>(
      schema: Schema,
      body: object,
      others: FieldMessages = {},
    ): z.infer<Schema> | null {
      const parsed = parseFormFields(schema, body);
      const messages = mergeMessages(parsed.ok ? {} : parsed.errors, others);
      Object.assign(errors, { ...toFormMessages(messages, { labels, nameOf, currencies }), ...errors });
      return parsed.ok && Object.keys(errors).length === 0 ? parsed.value : null;
    },
    /** The form with the messages of a service's refusal at its fields. */
    refused: (error: unknown): Form =>
      toRefusedForm({ values, errors }, error, { labels, nameOf, currencies }),
  };
}

/**
 * The form with the messages of a service's refusal at its fields. A refusal without a field is thrown on, to
 * have its own page.
 */
export function toRefusedForm(
  form: Form,
  error: unknown,
  { labels = {}, nameOf = sameName, currencies = {} }: Partial<Naming> = {},
): Form {
  if (!(error instanceof Refusal) || NOT_FOR_FORMS.has(error.name)) throw error;
  const refusal = error as AnyRefusal;
  if (refusal.name === 'Invalid')
    return {
      values: form.values,
      errors: { ...form.errors, ...toFormMessages(refusal.messages, { labels, nameOf, currencies }) },
    };
  const wasSentBefore = refusal.name === 'Conflict' && refusal.reason === 'key_without_answer';
  return addError(
    form,
    'form',
    wasSentBefore ? SENT_BEFORE : (FORM_MESSAGES[refusal.name] ?? refusal.message),
  );
}

/**
 * The form as it is shown again after a refusal, with the hash of the present values in place of the one that
 * its sender saw.
 */
export function forgetSeen({ values, errors }: Form): Form {
  const { seen: _former, ...typed } = values;
  return { values: typed, errors };
}

/** A hash of the values that a form shows, to identify what its sender saw. */
export const computeFormVersion = (shown: unknown): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22);

/**
 * Error messages by the form's own field names. Error messages about the field itself begin with its label.
 */
function toFormMessages(messages: FieldMessages, naming: Naming): Record<string, string> {
  const { labels, nameOf } = naming;
  return Object.fromEntries(
    Object.entries(messages).map(([path, all]) => {
      const name = nameOf(path);
      const label = labels[name];
      const wordPart = createPartWords(path, naming);
      const word = (message: FieldMessage): string =>
        isPredicate(message) && label !== undefined
          ? `${label} ${wordMessageText(message.predicate, wordPart)}`
          : wordFieldMessage(path, message, wordPart);
      return [name, all.map(word).join(' ')];
    }),
  );
}

/** How a form words the data in an error message about a field. */
function createPartWords(path: string, { labels, nameOf, currencies }: Naming): WordPart {
  const currency = currencies[nameOf(path)];
  const besideIt = path.slice(0, path.lastIndexOf('.') + 1);
  return (part) => {
    switch (part.kind) {
      case 'field': {
        const label = labels[nameOf(`${besideIt}${part.name}`)];
        return label === undefined ? part.name : `“${label}”`;
      }
      case 'number':
        return currency === undefined ? String(part.value) : presentMoney(part.value, currency);
      case 'integer':
        return currency === undefined ? 'a whole number' : 'an amount';
      case 'season':
        return `the season “${part.name}”`;
    }
  };
}
