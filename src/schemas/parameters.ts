/**
 * The kinds of parameters in queries, where every value arrives as a text. The error message of a parameter
 * is the end of a sentence that begins with its name.
 */
import { z } from 'zod';
import { idField } from './fields.ts';

type NumberBounds = { min: number; max: number };

/** A number in plain digits: no plus sign, no leading zero, no exponent. */
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

/** A number with or without decimals. */
export const numberParameter = ({ min, max }: NumberBounds) =>
  createNumberParameter(/^(0|[1-9][0-9]{0,15})(\.[0-9]+)?$/, 'must be a number.', { min, max }).meta({
    type: 'number',
    minimum: min,
    maximum: max,
  });

/** The values of a list parameter, which may be given by commas, by repeating the parameter, or both. */
export const listParameter = z
  .preprocess((sent) => (typeof sent === 'string' ? [sent] : sent), z.array(z.string()))
  // Parameters are checked before they are transformed, because zod counts a parameter as optional if it is
  // transformed before its type is checked.
  .nonoptional();

const splitAtCommas = (texts: readonly string[]): string[] => texts.flatMap((text) => text.split(','));

/** A list parameter of known words, which may be absent, where repeated words count once. */
export const wordListParameter = <Word extends string>(words: readonly Word[]) =>
  listOfWordsParameter(
    (text): text is Word => (words as readonly string[]).includes(text),
    `must be a comma list of ${words.join(', ')}.`,
    { type: 'string', enum: [...words] },
  );

/**
 * A list parameter of words that have a certain form. The parameter `items` is the reference's description of
 * one word.
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

/** A list parameter of at most `most` ids, where repeated ids count once. */
export function idListParameter(most: number) {
  return listParameter
    .transform((texts) => [...new Set(splitAtCommas(texts).map((id) => id.toLowerCase()))])
    .refine((ids) => ids.every((id) => idField.safeParse(id).success), {
      error: 'must be a comma list of UUIDs.',
    })
    .refine((ids) => ids.length <= most, { error: `must not name more than ${most}.` })
    .meta({ type: 'array', minItems: 1, maxItems: most, items: { type: 'string', format: 'uuid' } });
}
