/** What can be translated on the pages *Languages*: each thing has a form of its own. */
import type { LanguageCode } from '../../../../domain/languages/languages.ts';
import {
  MAX_ARRIVAL_INSTRUCTIONS_LENGTH,
  MAX_CAPTION_LENGTH,
  MAX_HOUSE_RULES_LENGTH,
  MAX_IMPRINT_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_PAYMENT_INSTRUCTIONS_LENGTH,
} from '../../../../domain/limits.ts';
import { defineForm, findAt, longText, optional } from '../../../../web/form-table.ts';
import type { SentForm } from '../../../../web/sent-form.ts';

/** A text by its path in what the API presents of the thing. */
type Text = { path: string; label: string; maxLength: number; rows?: number };

export type Thing = {
  /** Tells it from the others of its page. */
  key: string;
  title: string;
  texts: readonly Text[];
  /** As the API presents it, with its texts and `translations`. */
  presented: unknown;
  /** Null if the form is refused, with its errors in the form. */
  prepareSave: (
    form: SentForm,
    translations: unknown,
    isSeen: (presented: unknown) => boolean,
  ) => Save | null;
};
type Save = () => Promise<unknown>;

const NAME: Text = { path: 'name', label: 'Name', maxLength: MAX_NAME_LENGTH };
export const NAME_TEXTS: readonly Text[] = [NAME];
export const CAPTION_TEXTS: readonly Text[] = [
  { path: 'caption', label: 'Caption', maxLength: MAX_CAPTION_LENGTH, rows: 2 },
];
export const TEAM_TEXTS: readonly Text[] = [
  { path: 'site_headline', label: 'Headline of your site', maxLength: MAX_NAME_LENGTH },
  { path: 'site_sentence', label: 'Sentence below it', maxLength: MAX_NAME_LENGTH },
  { path: 'imprint', label: 'Imprint', maxLength: MAX_IMPRINT_LENGTH, rows: 4 },
  {
    path: 'payment_instructions',
    label: 'How guests pay',
    maxLength: MAX_PAYMENT_INSTRUCTIONS_LENGTH,
    rows: 4,
  },
];
/** Those that guests read only together. */
export const TEXTS_OF_PAGE: readonly Text[] = [
  { path: 'public_title', label: 'Name', maxLength: MAX_NAME_LENGTH },
  { path: 'headline', label: 'In one sentence', maxLength: MAX_NAME_LENGTH },
  { path: 'description', label: 'Description', maxLength: MAX_NOTES_LENGTH, rows: 8 },
  { path: 'house_rules.text', label: 'Further rules', maxLength: MAX_HOUSE_RULES_LENGTH, rows: 4 },
];
export const PLACE_TEXTS: readonly Text[] = [
  ...TEXTS_OF_PAGE,
  {
    path: 'arrival_instructions',
    label: 'What guests need to arrive',
    maxLength: MAX_ARRIVAL_INSTRUCTIONS_LENGTH,
    rows: 5,
  },
];

/** In the first language. */
export const findFirstText = (presented: unknown, { path }: Text): string | null => {
  const text = findAt(presented, path);
  return typeof text === 'string' && text !== '' ? text : null;
};

const findTranslation = (presented: unknown, code: LanguageCode, { path }: Text): unknown =>
  findAt(presented, `translations.${code}.${path}`);

/** Only what the first language says can be translated. */
export const listTexts = ({ texts, presented }: Pick<Thing, 'texts' | 'presented'>): Text[] =>
  texts.filter((text) => findFirstText(presented, text) !== null);

export const countTexts = (things: readonly Pick<Thing, 'texts' | 'presented'>[], code: LanguageCode) => {
  const texts = things.flatMap((thing) => listTexts(thing).map((text) => ({ thing, text })));
  const translated = texts.filter(
    ({ thing: { presented }, text }) => findTranslation(presented, code, text) !== undefined,
  );
  return { all: texts.length, translated: translated.length };
};

/** Several of these forms stand on one page, so their inputs are named by their thing. */
export function buildTranslationForm(thing: Pick<Thing, 'key' | 'texts' | 'presented'>, code: LanguageCode) {
  const texts = listTexts(thing);
  const toPath = ({ path }: Text) => `translations.${code}.${path}`;
  const form = defineForm(
    Object.fromEntries(texts.map((text) => [toPath(text), (text.rows ? longText : optional)(text.label)])),
    Object.fromEntries(texts.map((text) => [toPath(text), `${thing.key}-${text.path.replaceAll('.', '_')}`])),
  );
  return {
    ...form,
    toPath,
    /** Errors of a body that has the thing inside lead to it. */
    open: (sent: unknown) =>
      form.open(sent, (path) => path.slice(Math.max(path.indexOf('translations.'), 0))),
  };
}
