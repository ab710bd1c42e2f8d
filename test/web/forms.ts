/** The forms of a page, read from its HTML as a browser without scripts reads them. */
import { textWithoutEntities } from './busy-team.ts';

export type PageForm = {
  /** The page that shows it. */
  page: string;
  method: string;
  action: string;
  /** What the form sends as it is shown, by its first button. */
  fields: [name: string, value: string][];
};

const attributeOf = (tag: string, name: string): string | null => {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? null : textWithoutEntities(value);
};
const hasAttribute = (tag: string, name: string): boolean => new RegExp(`\\s${name}(?=[\\s>=])`).test(tag);

/** The chosen option of a select, or its first. */
function valueOfSelect(options: string): string {
  const tags = options.match(/<option[^>]*>/g) ?? [];
  const chosen = tags.find((tag) => hasAttribute(tag, 'selected')) ?? tags[0] ?? '';
  return attributeOf(chosen, 'value') ?? '';
}

function valueOfInput(tag: string): string | null {
  const isBox = ['checkbox', 'radio'].includes(attributeOf(tag, 'type') ?? '');
  return isBox && !hasAttribute(tag, 'checked') ? null : (attributeOf(tag, 'value') ?? '');
}

const CONTROL =
  /<input[^>]*>|(<select[^>]*>)(.*?)<\/select>|(<textarea[^>]*>)(.*?)<\/textarea>|<button[^>]*>/gs;

function fieldsIn(html: string): [string, string][] {
  const fields: [string, string][] = [];
  let hasButton = false;
  for (const [whole, select, options = '', area, typed = ''] of html.matchAll(CONTROL)) {
    const isButton = whole.startsWith('<button');
    const name = attributeOf(select ?? area ?? whole, 'name');
    const isSent = name !== null && !(isButton && hasButton);
    hasButton ||= isButton;
    const value = select ? valueOfSelect(options) : area ? textWithoutEntities(typed) : valueOfInput(whole);
    if (isSent && value !== null) fields.push([name, value]);
  }
  return fields;
}

/** All forms of a page. A form without an address is sent to the page itself. */
export const formsIn = (html: string, page: string): PageForm[] =>
  [...html.matchAll(/(<form[^>]*>)(.*?)<\/form>/gs)].map(([, tag = '', inner = '']) => ({
    page,
    method: (attributeOf(tag, 'method') ?? 'get').toLowerCase(),
    action: attributeOf(tag, 'action') ?? page,
    fields: fieldsIn(inner),
  }));
