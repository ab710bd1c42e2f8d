/** A team's languages, and texts in languages other than the team's first (docs/rules.md, 26.3 to 26.6). */
import { z } from 'zod';
import { isLanguageCode, LANGUAGES, type LanguageCode } from '../../domain/languages/languages.ts';
import { MAX_NAME_LENGTH, MAX_REPORTED_PROBLEMS } from '../../domain/limits.ts';
import {
  DEFAULT_LANGUAGES,
  listTranslated,
  type TeamLanguages,
  type Translations,
  type TranslationsChange,
} from '../../domain/translations.ts';
import { wordSchema } from '../formats.ts';
import { isObject } from './checks.ts';
import { objectEntry, optionalText, wordField } from './fields.ts';
import { buildIssue, distinctListOf, mustBe, refuseEmpty } from './lists.ts';

/** How bodies read a text: trimmed, and null if it is empty. */
type TextSchema = z.ZodType<string | null | undefined>;
type NestedSchemas = { [field: string]: TextSchema | NestedSchemas };

type Nested<Value> = { [field: string]: Value | Nested<Value> };
type ShownTranslations = { [Code in LanguageCode]?: Nested<string> };

const languageKey = z
  .string()
  .refine(isLanguageCode)
  .meta({ enum: [...LANGUAGES] });
const UNKNOWN_LANGUAGE = mustBe(`one of ${LANGUAGES.join(', ')}`);

/**
 * `id` names the texts of one language in the reference. `texts` has a schema for each text that can be
 * translated. A text inside another field is named by its path, such as `house_rules.text`, and is inside that
 * field here, too.
 */
export function buildTranslationsField<const Name extends string>(
  id: string,
  texts: Readonly<Record<Name, TextSchema>>,
) {
  const names = Object.keys(texts) as Name[];
  const schemas = nest(names.map((name) => [name, texts[name]]));
  const textsEntry = buildTextsEntry(schemas)
    .meta({ id, description: 'Texts in one language. Those that are left out stay.' })
    .nullish()
    .describe('The texts in a language. Null removes all of them.');
  const entry = z
    .preprocess(
      refuseManyKeys,
      z.record(languageKey, textsEntry, {
        error: ({ code }) => (code === 'invalid_key' ? UNKNOWN_LANGUAGE : mustBe('an object')).error,
      }),
    )
    // Zod counts a field as optional if it is transformed before its type is checked.
    .nonoptional();
  return {
    write: entry
      .transform((sent): NonNullable<TranslationsChange<Name>> => readTranslations(names, sent))
      .nullish()
      .describe(
        'The same texts in other languages than the team’s first, by language. What is left out stays, and null removes a text, a language or all.',
      ),
    read: z
      .partialRecord(z.enum(LANGUAGES), buildShownTexts(schemas))
      .describe('The same texts in other languages than the team’s first, by language.'),
    present: (translations: Translations<Name> | null): ShownTranslations =>
      Object.fromEntries(
        listTranslated(translations).map(([code, translated]) => {
          const given = names.flatMap((name): [string, string][] => {
            const text = translated[name];
            return text === undefined ? [] : [[name, text]];
          });
          return [code, nest(given)];
        }),
      ),
  };
}

function refuseManyKeys(sent: unknown, { issues }: z.core.$RefinementCtx): unknown {
  if (isObject(sent) && Object.keys(sent).length > MAX_REPORTED_PROBLEMS)
    issues.push({
      ...buildIssue('too_long', mustBe(`an object of at most ${LANGUAGES.length} languages`).error),
      input: sent,
    });
  return sent;
}

/** `house_rules.text` becomes a `text` in `house_rules`. */
function nest<Value>(entries: readonly (readonly [path: string, value: Value])[]): Nested<Value> {
  const byFirst = Map.groupBy(entries, ([path]) => path.split('.', 1)[0] ?? path);
  return Object.fromEntries(
    [...byFirst].map(([field, [first, ...others]]) => {
      if (first?.[0] === field) return [field, first[1]];
      const inner = [first, ...others].flatMap((entry): [string, Value][] =>
        entry ? [[entry[0].slice(field.length + 1), entry[1]]] : [],
      );
      return [field, nest(inner)];
    }),
  );
}

const isSchema = (schema: TextSchema | NestedSchemas): schema is TextSchema => schema instanceof z.ZodType;

const buildTextsEntry = (schemas: NestedSchemas): z.ZodObject =>
  objectEntry(
    Object.fromEntries(
      Object.entries(schemas).map(([field, schema]) => [
        field,
        isSchema(schema)
          ? schema.describe('As guests read it in this language. Null removes it.')
          : buildTextsEntry(schema).nullish().describe('The texts of this field.'),
      ]),
    ),
  );

const buildShownTexts = (schemas: NestedSchemas): z.ZodType<Nested<string>> =>
  z.object(
    Object.fromEntries(
      Object.entries(schemas).map(([field, schema]) => [
        field,
        isSchema(schema)
          ? z.string().optional().describe('Left out if it is not translated.')
          : buildShownTexts(schema).optional().describe('The texts of this field.'),
      ]),
    ),
  ) as z.ZodType<Nested<string>>;

function readTranslations<Name extends string>(
  names: readonly Name[],
  sent: Record<string, unknown>,
): NonNullable<TranslationsChange<Name>> {
  const read = (code: LanguageCode) => {
    const texts = sent[code];
    if (!isObject(texts)) return texts as null | undefined;
    return Object.fromEntries(names.map((name) => [name, findByPath(texts, name.split('.'))]));
  };
  return Object.fromEntries(LANGUAGES.map((code) => [code, read(code)])) as NonNullable<
    TranslationsChange<Name>
  >;
}

/** Null if a field on the way is null, because all texts in it are removed. */
const findByPath = (value: unknown, path: readonly string[]): unknown => {
  const [field, ...others] = path;
  return field === undefined || !isObject(value) ? value : findByPath(value[field], others);
};

export const languagesField = {
  write: refuseEmpty(
    distinctListOf(wordField(LANGUAGES), LANGUAGES.length, {
      value: wordField(LANGUAGES),
      error: 'must not be that of another entry',
    }),
    { error: 'must name at least one language' },
  )
    .transform(([first = DEFAULT_LANGUAGES[0], ...others]): TeamLanguages => [first, ...others])
    .nullish()
    .meta({
      description:
        'Those in which guests can read its site and messages. Its own texts are in the first, so another one cannot be the first while texts have translations into it.',
      default: DEFAULT_LANGUAGES,
    }),
  read: z
    .array(wordSchema(LANGUAGES))
    .describe('Those in which guests can read its site and messages. Its own texts are in the first.'),
  present: (languages: TeamLanguages) => [...languages],
};

/** Of a charge, a season or cancellation terms. */
export const nameTranslationsField = buildTranslationsField('TranslatedName', {
  name: optionalText(MAX_NAME_LENGTH),
});
