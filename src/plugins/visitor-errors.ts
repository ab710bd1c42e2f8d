/** The words of a refusal in the language of a visitor who writes (docs/rules.md, 26.24). */
import { wordReason } from '../domain/availability/reason-words.ts';
import { type LanguageCode, languages } from '../domain/languages/languages.ts';
import { fillPlural } from '../domain/languages/sentences.ts';
import type { ErrorCode } from '../domain/vocabulary.ts';
import type { NotCancellable } from '../services/errors.ts';
import { type FieldMessage, type FieldMessages, wordFieldMessages } from '../services/field-messages.ts';

type SentencesByField = Readonly<Record<string, Readonly<Partial<Record<ErrorCode, string>>>>>;

/** English names the field in the body, and what exactly is wrong. */
export const wordFieldMessagesIn = (
  language: LanguageCode,
  messages: FieldMessages,
): Record<string, string[]> =>
  language === 'en'
    ? wordFieldMessages(messages)
    : Object.fromEntries(
        Object.entries(messages).map(([field, all]) => [
          field,
          all.map((message) => wordIn(language, field, message)),
        ]),
      );

/** By field and code, else by the code alone. */
function wordIn(language: LanguageCode, field: string, { code, reason }: FieldMessage): string {
  if (reason) return wordReason(language, reason);
  const { fields, codes } = languages[language].errors;
  const ofField = (fields as SentencesByField)[findSentenceField(field)];
  return ofField?.[code] ?? codes[code];
}

/** `extras.0.code` is worded like any extra, and the email of a link like that of a booking. */
const findSentenceField = (field: string): string =>
  field === 'email' ? 'guest.email' : field.replaceAll(/\.\d+/g, '');

/** The first message, and how many more there are. */
export function wordFirstMessage(language: LanguageCode, messages: readonly string[]): string | undefined {
  const [message, ...others] = messages;
  if (message === undefined || others.length === 0) return message;
  const { locale, errors } = languages[language];
  return fillPlural(locale, errors.and_more, { count: others.length, message });
}

export function wordNotCancellable(language: LanguageCode, { message, why }: NotCancellable): string {
  const sentences: Partial<Record<NotCancellable['why'], string>> = languages[language].errors.cancellation;
  return language === 'en' ? message : (sentences[why] ?? message);
}
