import type { StayDate } from '../../../domain/dates/dates.ts';
import { LINK_PLACEHOLDER } from './liquid.ts';

/**
 * A message as its reader sees it. The rendered message has a placeholder for the link to the booking until
 * `fillInLink` puts the link in.
 */
export type RenderedMail = { subject: string; text: string; html: string };

/** The CSS of every message. */
export const MAIL_STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 16px; background: #ffffff; color: #1c1f23; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; overflow-wrap: anywhere; }
main { max-width: 560px; margin: 0 auto; }
a { color: #0b57d0; }
@media (prefers-color-scheme: dark) {
body { background: #16181b; color: #e8eaed; }
a { color: #8ab4f8; }
}
`;

/**
 * Builds the HTML of a message around its text: readable at 320 pixels and in dark mode, without pictures,
 * scripts or anything that is fetched.
 */
export const wrapMailHtml = (content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>${MAIL_STYLE}</style>
</head>
<body>
<main>
${content}</main>
</body>
</html>
`;

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Puts the address of the guest's own page in the place of its placeholder. */
export const fillInLink = ({ subject, text, html }: RenderedMail, link: string): RenderedMail => ({
  subject: subject.replaceAll(LINK_PLACEHOLDER, () => link),
  text: text.replaceAll(LINK_PLACEHOLDER, () => link),
  html: html.replaceAll(LINK_PLACEHOLDER, () => escapeHtml(link)),
});

const LONG_DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });

/** A date as a person reads it within a sentence: "Friday 4 June 2027". */
export const presentLongDay = (date: StayDate): string =>
  LONG_DAY.format(new Date(`${date}T00:00Z`)).replace(',', '');

/** Renders a message with a fixed text: a paragraph for each line, and at the end a link to a page. */
export function renderLines(subject: string, lines: readonly string[], link: string | null): RenderedMail {
  const paragraphs = lines.map((line) => `<p>${escapeHtml(line).replaceAll('\n', '<br>\n')}</p>`);
  const anchor = link === null ? [] : [`<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`];
  return {
    subject,
    text: [...lines, ...(link === null ? [] : [link])].join('\n\n'),
    html: wrapMailHtml(`${[...paragraphs, ...anchor].join('\n')}\n`),
  };
}
