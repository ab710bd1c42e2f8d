/** The languages that a team offers: its own, and others. */
import { LANGUAGES, type LanguageCode } from '../../../../domain/languages/languages.ts';
import { type FormPart, joinForm } from '../../../../web/form-table/join.ts';
import { nameLanguage } from './words.ts';

export const LANGUAGE_CHOICES = LANGUAGES.map((code) => ({ value: code, name: nameLanguage(code) }));

const LANGUAGES_PART: FormPart = {
  labels: { first: 'Your own language', others: 'Further languages' },
  toValues(presented) {
    const [first = '', ...others] = (presented as { languages: LanguageCode[] }).languages;
    return { first, others: others.join(',') };
  },
  read(form) {
    const first = form.text('first');
    return { languages: [first, ...form.list('others').filter((code) => code !== first)] };
  },
  /** An error about the first is about the own language, and so is one about all of them. */
  findName: (path) =>
    /^languages(\.0)?$/.test(path) ? 'first' : path.startsWith('languages.') ? 'others' : undefined,
};

export const LANGUAGES_FORM = joinForm(LANGUAGES_PART);
