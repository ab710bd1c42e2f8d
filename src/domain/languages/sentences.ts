/**
 * What guests read, in their languages (docs/rules.md, 26.1). A sentence is a text with `{variables}`. One that
 * depends on a `count` has a text for each plural form of its language. English is the model of the others: a
 * missing sentence, variable or plural form does not compile.
 */

type PluralForm = Intl.LDMLPluralRule;

/** The names in braces: `count` of `{count} nights`. Those of Liquid keep what is written in their braces. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? WithoutDateFormat<Name> | NamesIn<Rest>
  : never;

/** Each language writes dates in its own way. */
type WithoutDateFormat<Name extends string> = Name extends `${infer Path} | date${string}` ? Path : Name;

declare const names: unique symbol;

/** A text with these variables. */
type Sentence<Names extends string = never> = string & { readonly [names]?: (name: Names) => void };
/** A text for each plural form. `other` stands for a form that the language does not have. */
type PluralSentence<Names extends string = never> = {
  readonly [Form in PluralForm]?: Sentence<Names>;
} & {
  readonly other: Sentence<Names>;
};

type PluralTexts = { readonly other: string };

/** What is made of the English texts: each with the names of its variables. */
export type Sentences<English> = English extends string
  ? Sentence<NamesIn<English>>
  : English extends PluralTexts
    ? PluralSentence<NamesIn<English['other']>>
    : { readonly [Key in keyof English]: Sentences<English[Key]> };

/** The form of a translation: the same keys, and the plural forms of its language. */
type Translated<English, Forms extends PluralForm> = English extends string
  ? string
  : English extends PluralTexts
    ? { readonly [Form in Forms]: string }
    : { readonly [Key in keyof English]: Translated<English[Key], Forms> };

/** The same variables as in English. A form other than `other` may leave out some, such as the count. */
type Checked<English, Given> = English extends string
  ? Given extends string
    ? SameNames<English, Given>
    : never
  : English extends PluralTexts
    ? {
        readonly [Form in keyof Given]: Given[Form] extends string
          ? Form extends 'other'
            ? SameNames<English['other'], Given[Form]>
            : KnownNames<English['other'], Given[Form]>
          : never;
      }
    : {
        readonly [Key in keyof English]: Key extends keyof Given ? Checked<English[Key], Given[Key]> : never;
      };

/** `string` itself stands for a file that has another mistake, which is the one to tell. */
type SameNames<English extends string, Given extends string> = string extends Given
  ? Given
  : [NamesIn<English>] extends [NamesIn<Given>]
    ? KnownNames<English, Given>
    : { readonly lacks: Exclude<NamesIn<English>, NamesIn<Given>> };
type KnownNames<English extends string, Given extends string> = [NamesIn<Given>] extends [NamesIn<English>]
  ? Given
  : { readonly isUnknown: Exclude<NamesIn<Given>, NamesIn<English>> };

/** `Forms` are the plural forms of the language, as `Intl.PluralRules` names them. */
export const createTranslation =
  <English, Forms extends PluralForm>() =>
  <const Given extends Translated<English, Forms>>(
    given: Given & Checked<English, Given>,
  ): Sentences<English> =>
    given as unknown as Sentences<English>;

type Values<Names extends string> = Readonly<Record<Names, string | number>>;

/** Puts the values in place of the names. */
export const fill = <Names extends string>(sentence: Sentence<Names>, values: Values<Names>): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (name, key: Names) => String(values[key] ?? name));

/** The text for the count, with the other values. `{count}` groups its digits as the language does, `{number}` does not. */
export function fillPlural<Names extends string>(
  locale: string,
  sentence: PluralSentence<Names>,
  { count, ...values }: { count: number } & Values<Exclude<Names, 'count' | 'number'>>,
): string {
  const text = sentence[pluralRulesOf(locale).select(count)] ?? sentence.other;
  const all = { number: count, ...values, count: numbersOf(locale).format(count) };
  return fill(text, all as unknown as Values<Names>);
}

const pluralRules = new Map<string, Intl.PluralRules>();
const numbers = new Map<string, Intl.NumberFormat>();
/** Of the languages that there are, because making one takes long. */
const pluralRulesOf = (locale: string) =>
  pluralRules.getOrInsertComputed(locale, () => new Intl.PluralRules(locale));
const numbersOf = (locale: string) =>
  numbers.getOrInsertComputed(locale, () => new Intl.NumberFormat(locale));
