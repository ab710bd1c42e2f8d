/** Reads web forms and validates them by the API's own schemas, so that no rule is written twice. */

import { createHash } from 'node:crypto';
import type { ZodType, z } from 'zod';
import { type WordPart, wordMessageText } from '../domain/text/message-text.ts';
import { parseFormFields } from '../plugins/validation.ts';
import { type AnyRefusal, Refusal } from '../services/errors.ts';
import {
  type FieldMessage,
  type FieldMessages,
  mergeMessages,
  wordFieldMessage,
} from '../services/field-messages.ts';
import { readAmount, wordAmountProblem } from './amounts.ts';
import { addError, type Form } from './form.ts';
import { presentMoney } from './views/format.ts';

export type Labels = Readonly<Record<string, string>>;
export type SentForm = ReturnType<typeof readForm>;
/** Turns a path in an API body into the name of a form field, such as `guest_name` for `guest.name`. */
type NameOf = (path: string) => string;

/**
 * How error messages of the API are turned into those of a form: names and labels of fields, and currencies.
 */
type Naming = { labels: Labels; nameOf: NameOf; currencies: Readonly<Record<string, string>> };

const sameName: NameOf = (path) => path.replaceAll('.', '_');

const SENT_BEFORE = 'This form was sent before, and has done its work.';
/** Messages of forms about some refusals, in place of the API's messages. */
const FORM_MESSAGES: Partial<Record<AnyRefusal['name'], string>> = {
  PriceChanged: 'The price has changed meanwhile. Look at the new one, then send it again.',
  VersionChanged: 'Somebody has changed this meanwhile. Look at the present values, then send it again.',
};
/** Refusals that lead to an error page instead of a message in the form. */
const NOT_FOR_FORMS: ReadonlySet<string> = new Set<AnyRefusal['name']>(['NotFound', 'WrongPassword']);

/**
 * Reads the fields of a sent form, to be validated by a schema of the API. All values that somebody typed
 * into a form are kept, so that the form can be shown again. The parameter `labels` has the names of the
 * fields in error messages.
 */
export function readForm(sent: unknown, labels: Labels, nameOf: NameOf = sameName) {
  const fields = (sent ?? {}) as Record<string, unknown>;
  const values: Record<string, string> = {};
  const errors: Record<string, string> = {};
  /** The currency of each field for an amount, because messages of the API give amounts in cents. */
  const currencies: Record<string, string> = {};

  /**
   * Reads a text from a field of the form. A text field that was not sent, or was sent more than once, counts
   * as empty.
   */
  function text(name: string): string {
    const value = Object.hasOwn(fields, name) ? fields[name] : '';
    // Browsers end lines in a text area with a carriage return and a line feed, which becomes a line feed
    // here.
    const typed = typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
    values[name] = typed;
    return typed;
  }

  const optional = (name: string): string | null => (text(name).trim() === '' ? null : values[name]) ?? null;

  return {
    values,
    errors,
    text,
    /** Reads a text from a field of the form, or null if it is empty. */
    optional,
    /** Reads a password, which may begin or end with spaces, or null if nothing was typed. */
    password: (name: string): string | null => text(name) || null,
    /**
     * Reads an integer, or null if the field is empty. A typed text that is no integer is returned as it is,
     * so that the schema refuses it.
     */
    integer(name: string): unknown {
      const typed = optional(name)?.trim() ?? null;
      return typed !== null && /^-?\d{1,15}$/.test(typed) ? Number(typed) : typed;
    },
    /** Reads a typed amount into cents, or null if it is empty or cannot be understood. */
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
    /** Reads the values of all ticked boxes with one name. */
    list(name: string): string[] {
      const value = Object.hasOwn(fields, name) ? fields[name] : [];
      const chosen = [value].flat().filter((one) => typeof one === 'string' && one !== '') as string[];
      values[name] = chosen.join(',');
      return chosen;
    },
    /**
     * Validates the values of a form by a schema of the API. Returns null if the form has any error, which is
     * then shown at its field. The parameter `others` has error messages about fields that the schema cannot
     * check.
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
    /** Adds the messages of a service's refusal to the fields of the form. */
    refused: (error: unknown): Form =>
      toRefusedForm({ values, errors }, error, { labels, nameOf, currencies }),
  };
}

/**
 * Adds the messages of a service's refusal to the fields of a form. A refusal that needs an error page of its
 * own is thrown on.
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
 * Removes the hash of the values that the sender saw, so that the form is shown again with the hash of the
 * present values.
 */
export function forgetSeen({ values, errors }: Form, name = 'seen'): Form {
  const { [name]: _former, ...typed } = values;
  return { values: typed, errors };
}

/** A hash of the values that a form shows, to find out later whether its sender saw the present values. */
export const computeFormVersion = (shown: unknown): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22);

/**
 * Turns error messages of the API into those of a form, by the names of its fields. An error message that
 * continues a field's name gets the field's label in front.
 */
function toFormMessages(messages: FieldMessages, naming: Naming): Record<string, string> {
  const { labels, nameOf } = naming;
  return Object.fromEntries(
    Object.entries(messages).map(([path, all]) => {
      const name = nameOf(path);
      const label = labels[name];
      const wordPart = createPartWords(path, naming);
      const word = (message: FieldMessage): string =>
        'predicate' in message && label !== undefined
          ? `${label} ${wordMessageText(message.predicate, wordPart)}`
          : wordFieldMessage(path, message, wordPart);
      return [name, all.map(word).join(' ')];
    }),
  );
}

/** Makes the function that words numbers, amounts and names of fields inside an error message. */
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
