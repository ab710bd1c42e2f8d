/** Web forms, validated by the API's own schemas, so that no rule is written twice. */

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
/** From a path in an API body to a form field, such as `guest_name` for `guest.name`. */
type NameOf = (path: string) => string;
/** The typed values tell from which row an entry of a list came. */
type NameOfSent = (path: string, values: Form['values']) => string;

/** What turns the API's error messages into a form's. */
type Naming = { labels: Labels; nameOf: NameOf; currencies: Readonly<Record<string, string>> };

const sameName: NameOf = (path) => path.replaceAll('.', '_');

const SENT_BEFORE = 'This form was sent before, and has done its work.';
/** In place of the API's messages. */
const FORM_MESSAGES: Partial<Record<AnyRefusal['name'], string>> = {
  PriceChanged: 'The price has changed meanwhile. Look at the new one, then send it again.',
  VersionChanged: 'Somebody has changed this meanwhile. Look at the present values, then send it again.',
};
/** They lead to an error page instead of a message in the form. */
const NOT_FOR_FORMS: ReadonlySet<string> = new Set<AnyRefusal['name']>([
  'NotFound',
  'WrongPassword',
  'WrongCode',
]);

/**
 * All typed values are kept, so that the form can be shown again. `labels` name the fields in error messages.
 */
export function readForm(sent: unknown, labels: Labels, nameOfSent: NameOfSent = sameName) {
  const fields = (sent ?? {}) as Record<string, unknown>;
  const values: Record<string, string> = {};
  const errors: Record<string, string> = {};
  /** Messages of the API give amounts in cents. */
  const currencies: Record<string, string> = {};
  const naming: Naming = { labels, nameOf: (path) => nameOfSent(path, values), currencies };

  /** A field that was not sent, or was sent more than once, counts as empty. */
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
    optional,
    /** It may begin or end with spaces. Null if nothing was typed. */
    password: (name: string): string | null => text(name) || null,
    /** A text that is no integer is returned as it is, so that the schema refuses it. */
    integer(name: string): unknown {
      const typed = optional(name)?.trim() ?? null;
      return typed !== null && /^-?\d{1,15}$/.test(typed) ? Number(typed) : typed;
    },
    /** Null if it is empty or cannot be understood. */
    cents(name: string, currency: string, options: { mayBeNegative?: boolean } = {}): number | null {
      currencies[name] = currency;
      const typed = optional(name);
      if (typed === null) return null;
      const amount = readAmount(typed, currency, options);
      if ('cents' in amount) return amount.cents;
      errors[name] = wordAmountProblem(amount.problem, labels[name] ?? name, currency);
      return null;
    },
    isSent: (name: string): boolean => Object.hasOwn(fields, name),
    isChecked: (name: string): boolean => text(name) !== '',
    /** All ticked boxes with this name. */
    list(name: string): string[] {
      const value = Object.hasOwn(fields, name) ? fields[name] : [];
      const chosen = [value].flat().filter((one) => typeof one === 'string' && one !== '') as string[];
      values[name] = chosen.join(',');
      return chosen;
    },
    /**
     * Null if the form has any error, which is then shown at its field. `others` are messages about fields
     * that the schema cannot check.
     */
    check<Schema extends ZodType>(
      schema: Schema,
      body: object,
      others: FieldMessages = {},
    ): z.infer<Schema> | null {
      const parsed = parseFormFields(schema, body);
      const messages = mergeMessages(parsed.ok ? {} : parsed.errors, others);
      Object.assign(errors, { ...toFormMessages(messages, naming), ...errors });
      return parsed.ok && Object.keys(errors).length === 0 ? parsed.value : null;
    },
    refused: (error: unknown): Form => toRefusedForm({ values, errors }, error, naming),
  };
}

/** A refusal that needs an error page of its own is thrown on. */
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

/** The form is shown again with the hash of the present values. */
export function forgetSeen({ values, errors }: Form, name = 'seen'): Form {
  const { [name]: _former, ...typed } = values;
  return { values: typed, errors };
}

/** It tells later whether the sender of a form saw the present values. */
export const computeFormVersion = (shown: unknown): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22);

/** An error message that continues a field's name gets the field's label in front. */
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
