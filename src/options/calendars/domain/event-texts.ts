/** What a calendar's event says about its stay (docs/rules.md, 18.11). */
import {
  MAX_EVENT_DESCRIPTION_LENGTH,
  MAX_EVENT_LINK_LENGTH,
  MAX_EVENT_SUMMARY_LENGTH,
} from '../../../domain/limits.ts';
import { compose } from '../../../domain/text/text.ts';
import { isWebAddress } from '../../../domain/text/web-address.ts';

/** Personal data of the event's guest. */
export type EventTexts = { summary: string | null; description: string | null; link: string | null };

/** Each property may be missing or empty. */
export function readEventTexts({
  summary,
  description,
  url,
  location,
}: Record<'summary' | 'description' | 'url' | 'location', string>): EventTexts {
  return {
    summary: cut(toOneLine(summary), MAX_EVENT_SUMMARY_LENGTH),
    description: cut(toLines(description), MAX_EVENT_DESCRIPTION_LENGTH),
    link: findLink([url, description, summary, location]),
  };
}

/** May be longer than the limit by a few characters. The bound keeps the expression fast. */
const ADDRESS = new RegExp(`https://[^\\s<>"\\p{Cc}\\p{Bidi_Control}]{1,${MAX_EVENT_LINK_LENGTH}}`, 'giu');

/** In the order of the texts. */
function findLink(texts: readonly string[]): string | null {
  for (const text of texts)
    for (const [found] of text.toWellFormed().matchAll(ADDRESS)) {
      const address = withoutPunctuation(found);
      if (found.length <= MAX_EVENT_LINK_LENGTH && isWebAddress(address, MAX_EVENT_LINK_LENGTH))
        return address;
    }
  return null;
}

const withoutPunctuation = (address: string): string =>
  address.replace(address.includes('(') ? /[.,;:!?'\]}]+$/ : /[.,;:!?'\]})]+$/, '');

const toLines = (text: string): string =>
  compose(text.toWellFormed()).replaceAll('\0', '').replaceAll(/\r\n?/g, '\n');

const toOneLine = (text: string): string =>
  compose(text.toWellFormed())
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ');

/** Cuts by code points. Null for an empty text. */
const cut = (text: string, max: number): string | null =>
  [...text.trim().slice(0, 2 * max)].slice(0, max).join('').trim() || null;
