/** All values arrive as texts. An error message continues the parameter's name, as in "must be a date." */
import { z } from 'zod';
import { idField } from './fields/fields.ts';
import { refuseAs } from './fields/lists.ts';

type NumberBounds = { min: number; max: number };

/** Plain digits: no plus sign, no leading zero, no exponent. */
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

export const numberParameter = ({ min, max }: NumberBounds) =>
  createNumberParameter(/^(0|[1-9][0-9]{0,15})(\.[0-9]+)?$/, 'must be a number.', { min, max }).meta({
    type: 'number',
    minimum: min,
    maximum: max,
  });

/** With a token. One that the team does not offer counts as absent. */
export const languageParameter = z
  .string()
  .optional()
  .describe(
    'The language of reasons and of names of lines, such as `de`. Default, and if the team does not offer it: its first.',
  );

/** Separated by commas, or by repeating the parameter. */
export const listParameter = z
  .preprocess((sent) => (typeof sent === 'string' ? [sent] : sent), z.array(z.string()))
  // Zod counts the parameter as optional if it is transformed before its type is checked.
  .nonoptional();

const splitAtCommas = (texts: readonly string[]): string[] => texts.flatMap((text) => text.split(','));

/** A repeated word counts once. */
export const wordListParameter = <Word extends string>(words: readonly Word[]) =>
  listOfWordsParameter(
    (text): text is Word => (words as readonly string[]).includes(text),
    `must be a comma list of ${words.join(', ')}.`,
    { type: 'string', enum: [...words] },
  );

/** `items` describes one word in the API reference. */
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

/** May be empty. `byDefault` if it is absent. */
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

/** A repeated id counts once. */
export function idListParameter(most: number) {
  return listParameter
    .transform((texts) => [...new Set(splitAtCommas(texts).map((id) => id.toLowerCase()))])
    .refine((ids) => ids.every((id) => idField.safeParse(id).success), {
      error: 'must be a comma list of UUIDs.',
    })
    .refine((ids) => ids.length <= most, refuseAs('too_long', `must not name more than ${most}.`))
    .meta({ type: 'array', minItems: 1, maxItems: most, items: { type: 'string', format: 'uuid' } });
}
