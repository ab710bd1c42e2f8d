/**
 * Schemas of query parameters, whose values all arrive as texts. A parameter's error message continues the
 * parameter's name, as in "must be a date."
 */
import { z } from 'zod';
import { refuseAs } from './entries/lists.ts';
import { idField } from './fields/fields.ts';

type NumberBounds = { min: number; max: number };

/** An integer in plain digits: no plus sign, no leading zero, no exponent. */
const createNumberParameter = (digits: RegExp, error: string, { min, max }: NumberBounds) =>
  z
    .string()
    .refine((text) => digits.test(text), { error })
    .transform(Number)
    .pipe(z.number().min(min).max(max));

export const integerParameter = ({ min, max }: NumberBounds) =>
  createNumberParameter(/^(0|-?[1-9][0-9]{0,15})$/, 'must be an integer.', { min, max }).meta({
    type: 'integer',
    minimum: min,
    maximum: max,
  });

/** A number that may have decimals. */
export const numberParameter = ({ min, max }: NumberBounds) =>
  createNumberParameter(/^(0|[1-9][0-9]{0,15})(\.[0-9]+)?$/, 'must be a number.', { min, max }).meta({
    type: 'number',
    minimum: min,
    maximum: max,
  });

/** Reads a list parameter, whose values may be separated by commas, or given by repeating the parameter. */
export const listParameter = z
  .preprocess((sent) => (typeof sent === 'string' ? [sent] : sent), z.array(z.string()))
  // The parameter is marked as required again, because zod counts it as optional if it is transformed before
  // its type is checked.
  .nonoptional();

const splitAtCommas = (texts: readonly string[]): string[] => texts.flatMap((text) => text.split(','));

/** An optional list parameter of known words. A word that is repeated in a list parameter counts once. */
export const wordListParameter = <Word extends string>(words: readonly Word[]) =>
  listOfWordsParameter(
    (text): text is Word => (words as readonly string[]).includes(text),
    `must be a comma list of ${words.join(', ')}.`,
    { type: 'string', enum: [...words] },
  );

/**
 * A list parameter of words that must have a certain form. The parameter `items` is the description of one
 * word of the list in the API reference.
 */
export function listOfWordsParameter<Word extends string>(
  isWord: (text: string) => text is Word,
  error: string,
  items: Record<string, unknown>,
) {
  return listParameter
    .transform((texts) => [...new Set(splitAtCommas(texts))])
    .refine((list): list is Word[] => list.every(isWord), { error })
    .meta({ type: 'array', minItems: 1, items })
    .optional()
    .describe('Any of these, separated by commas or in repeated parameters.');
}

/** A list parameter of known words, which may be empty. If it is absent, it is the list `byDefault`. */
export const wordsOrNoneParameter = <Word extends string>(
  words: readonly Word[],
  byDefault: readonly NoInfer<Word>[],
) =>
  listParameter
    .transform((texts) => [...new Set(splitAtCommas(texts.filter((text) => text !== '')))])
    .refine((list): list is Word[] => list.every((text) => (words as readonly string[]).includes(text)), {
      error: `must be empty, or a comma list of ${words.join(', ')}.`,
    })
    .meta({ type: 'array', items: { type: 'string', enum: [...words] } })
    .default([...byDefault]);

/** A list parameter of at most `most` ids. An id that is repeated in a list parameter counts once. */
export function idListParameter(most: number) {
  return listParameter
    .transform((texts) => [...new Set(splitAtCommas(texts).map((id) => id.toLowerCase()))])
    .refine((ids) => ids.every((id) => idField.safeParse(id).success), {
      error: 'must be a comma list of UUIDs.',
    })
    .refine((ids) => ids.length <= most, refuseAs('too_long', `must not name more than ${most}.`))
    .meta({ type: 'array', minItems: 1, maxItems: most, items: { type: 'string', format: 'uuid' } });
}
