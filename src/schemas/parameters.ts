/** The kinds of fields in queries, where every value arrives as a text. An error is the end of a sentence. */
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

/**
 * The texts of a list parameter, each of which may be a comma list itself: a list may be given by commas, by repeating the
 * parameter, or both.
 */
export const listParameter = z
  .preprocess((sent) => (typeof sent === 'string' ? [sent] : sent), z.array(z.string()))
  // Zod counts a parameter as optional if it is transformed before its type is checked.
  .nonoptional();

const splitAtCommas = (texts: readonly string[]): string[] => texts.flatMap((text) => text.split(','));

/** A list of known words, which may be absent. Repeated words count once. */
export const wordListParameter = <Word extends string>(words: readonly Word[]) =>
  listOfWordsParameter(
    (text): text is Word => (words as readonly string[]).includes(text),
    `must be a comma list of ${words.join(', ')}.`,
    { type: 'string', enum: [...words] },
  );

/** The same for words that are told by their form. `items` is how the reference describes one. */
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

/** A list of at most `most` ids. Repeated ids count once. */
export function idListParameter(most: number) {
  return listParameter
    .transform((texts) => [...new Set(splitAtCommas(texts).map((id) => id.toLowerCase()))])
    .refine((ids) => ids.every((id) => idField.safeParse(id).success), {
      error: 'must be a comma list of UUIDs.',
    })
    .refine((ids) => ids.length <= most, { error: `must not name more than ${most}.` })
    .meta({ type: 'array', minItems: 1, maxItems: most, items: { type: 'string', format: 'uuid' } });
}
