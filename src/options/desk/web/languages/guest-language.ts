/** The language in which a guest, or the guest of a booking, is written to. */
import { isLanguageCode, type LanguageCode } from '../../../../domain/languages/languages.ts';
import type { Form } from '../../../../web/form.ts';
import {
  type Drawn,
  defineForm,
  type FieldKind,
  field,
  oneOf,
  unmarked,
} from '../../../../web/form-table.ts';
import type { Choice } from '../../../../web/views/fields.ts';
import { EMPTY_HTML, type Html } from '../../../../web/views/html.ts';
import { nameLanguage } from './words.ts';

/** The pages of a team with one language do not show it, so it stays as it is. */
export const guestLanguage = (label: string): FieldKind => ({
  ...unmarked(oneOf(label)),
  read: (form, name) => (form.isSent(name) ? form.optional(name) : undefined),
});

/** With the chosen one, which the team may no longer offer. `none` says what applies if none is chosen. */
export function listLanguageChoices(
  languages: readonly LanguageCode[],
  { values: { language = '' } }: Form,
  none: string,
): Choice[] {
  const chosen = isLanguageCode(language) && !languages.includes(language) ? [language] : [];
  const named = [...languages, ...chosen].map((code) => ({ value: code, name: nameLanguage(code) }));
  return [{ value: '', name: none }, ...named];
}

export const BOOKING_LANGUAGE = guestLanguage('Language of messages and invoices');
const BOOKING = defineForm({ language: BOOKING_LANGUAGE });

/** Only a team with several languages has the field. */
export const renderBookingLanguage = (
  form: Form,
  languages: readonly LanguageCode[],
  drawn: Drawn = {},
): Html =>
  languages.length > 1
    ? field(form, BOOKING, 'language', {
        choices: listLanguageChoices(languages, form, 'As the guest’s, or else your own'),
        ...drawn,
      })
    : EMPTY_HTML;
