import type { StayDate } from '../../../../domain/dates/dates.ts';
import { type LanguageCode, languages } from '../../../../domain/languages/languages.ts';
import { isMediaPath, toWholeAddress } from '../../../../domain/text/picture-address.ts';
import type { MailValues } from '../../domain/values.ts';
import { LINK_PLACEHOLDER } from './liquid.ts';

/** Has a placeholder for the link to the booking until `fillInLink` replaces it. */
export type RenderedMail = { subject: string; text: string; html: string };

export const MAIL_STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 16px; background: #ffffff; color: #1c1f23; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; overflow-wrap: anywhere; }
main { max-width: 560px; margin: 0 auto; }
a { color: #0b57d0; }
.house { margin: 0 0 16px; padding: 0 0 12px; border-bottom: 1px solid #d9dce1; font-size: 18px; font-weight: 600; }
.picture { display: block; width: 100%; height: auto; margin: 0 0 20px; border-radius: 8px; }
h1 { margin: 24px 0 12px; font-size: 22px; line-height: 1.25; }
h2 { display: inline-block; min-width: 250px; margin: 0 16px 12px 0; font-size: 20px; line-height: 1.3; }
h2 em { display: block; color: #5a6069; font-size: 14px; font-style: normal; font-weight: 400; }
h3 { margin: 20px 0 4px; font-size: 16px; }
ul { margin: 12px 0; padding-left: 20px; }
.button a { display: inline-block; padding: 12px 20px; border-radius: 8px; background: #0b57d0; color: #ffffff; font-weight: 600; text-decoration: none; }
@media (prefers-color-scheme: dark) {
body { background: #16181b; color: #e8eaed; }
a { color: #8ab4f8; }
.house { border-color: #3c4148; }
h2 em { color: #a5abb4; }
.button a { background: #8ab4f8; color: #16181b; }
}
`;

export type Letterhead = { name: string; picture: { url: string; words: string } | null };

type Frame = { title: string; head?: Letterhead | null; language?: LanguageCode };

/** Readable at 320 pixels and in dark mode, without scripts. Nothing is fetched but the picture of the place. */
export const wrapMailHtml = (
  content: string,
  { title, head = null, language = 'en' }: Frame,
): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>${MAIL_STYLE}</style>
</head>
<body>
<main>
${head === null ? '' : renderLetterhead(head)}${content}</main>
</body>
</html>
`;

const renderLetterhead = ({ name, picture }: Letterhead): string =>
  `<p class="house">${escapeHtml(name).replaceAll('\n', '<br>\n')}</p>\n${
    picture === null
      ? ''
      : `<img class="picture" src="${escapeHtml(picture.url)}" alt="${escapeHtml(picture.words)}" width="560">\n`
  }`;

/**
 * Returns null if mail programs cannot fetch the picture: one that this service stores needs the service's own
 * address.
 */
export function findPictureUrl({ listing }: MailValues, publicUrl: string | null): string | null {
  const { picture = null } = listing;
  if (picture === null || (isMediaPath(picture) && publicUrl === null)) return null;
  const url = toWholeAddress(picture, publicUrl ?? '');
  return url !== null && /^https?:\/\//i.test(url) ? url : null;
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const fillInLink = ({ subject, text, html }: RenderedMail, link: string): RenderedMail => ({
  subject: subject.replaceAll(LINK_PLACEHOLDER, () => link),
  text: text.replaceAll(LINK_PLACEHOLDER, () => link),
  html: html.replaceAll(LINK_PLACEHOLDER, () => escapeHtml(link)),
});

const longDays = new Map<LanguageCode, Intl.DateTimeFormat>();
const findLongDayFormat = (language: LanguageCode): Intl.DateTimeFormat =>
  longDays.getOrInsertComputed(
    language,
    () => new Intl.DateTimeFormat(languages[language].locale, { dateStyle: 'full', timeZone: 'UTC' }),
  );

/** "Friday 4 June 2027". Within a Spanish sentence, no comma is written either: "del viernes 4 de junio de 2027". */
export function presentLongDay(date: StayDate, language: LanguageCode = 'en'): string {
  const day = findLongDayFormat(language).format(new Date(`${date}T00:00Z`));
  return language === 'en' || language === 'es' ? day.replace(',', '') : day;
}

export type MailButton = { link: string; words: string };

type LinesFrame = { button: MailButton | null; house?: string | null; language?: LanguageCode };

/** One paragraph for each line, then the button, or in plain text its address. `house` is the name above the text. */
export function renderLines(
  subject: string,
  lines: readonly string[],
  { button, house = null, language = 'en' }: LinesFrame,
): RenderedMail {
  const paragraphs = lines.map((line) => `<p>${escapeHtml(line).replaceAll('\n', '<br>\n')}</p>`);
  const ending =
    button === null
      ? []
      : [`<p class="button"><a href="${escapeHtml(button.link)}">${escapeHtml(button.words)}</a></p>`];
  const head = house === null ? null : { name: house, picture: null };
  return {
    subject,
    text: [...lines, ...(button === null ? [] : [button.link])].join('\n\n'),
    html: wrapMailHtml(`${[...paragraphs, ...ending].join('\n')}\n`, { title: subject, head, language }),
  };
}
