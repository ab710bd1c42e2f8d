/** The forms of pages, read from their HTML as a browser without scripts reads them. */
import { expect } from 'vitest';
import type { TestApp } from '../../helpers/app.ts';
import type { visitorOf } from '../../helpers/pages.ts';
import { linksIn, textWithoutEntities } from '../page-text.ts';

type Visitor = ReturnType<typeof visitorOf>;

export type PageForm = {
  /** The page that shows it. */
  page: string;
  method: string;
  action: string;
  /** What the form sends as it is shown, by its first button. */
  fields: [name: string, value: string][];
  /** The required fields that are empty, so that a browser does not send the form. */
  missing: string[];
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

/** A browser drops the first line's end, and knows only line feeds. */
const textOfArea = (html: string): string =>
  textWithoutEntities(html.replaceAll('\r\n', '\n').replace(/^\n/, ''));

function valueOfInput(tag: string): string | null {
  const isBox = ['checkbox', 'radio'].includes(attributeOf(tag, 'type') ?? '');
  return isBox && !hasAttribute(tag, 'checked') ? null : (attributeOf(tag, 'value') ?? '');
}

const CONTROL =
  /<input[^>]*>|(<select[^>]*>)(.*?)<\/select>|(<textarea[^>]*>)(.*?)<\/textarea>|<button[^>]*>/gs;

function fieldsIn(html: string): Pick<PageForm, 'fields' | 'missing'> {
  const fields: [string, string][] = [];
  const missing: string[] = [];
  let hasButton = false;
  for (const [whole, select, options = '', area, typed = ''] of html.matchAll(CONTROL)) {
    const tag = select ?? area ?? whole;
    const isButton = whole.startsWith('<button');
    const name = attributeOf(tag, 'name');
    const isSent = name !== null && !(isButton && hasButton);
    hasButton ||= isButton;
    const value = select ? valueOfSelect(options) : area ? textOfArea(typed) : valueOfInput(whole);
    if (isSent && value !== null) fields.push([name, value]);
    if (name !== null && !value && hasAttribute(tag, 'required')) missing.push(name);
  }
  return { fields, missing };
}

/** All forms of a page. A form without an address is sent to the page itself. */
export const formsIn = (html: string, page: string): PageForm[] =>
  [...html.matchAll(/(<form[^>]*>)(.*?)<\/form>/gs)].map(([, tag = '', inner = '']) => ({
    page,
    method: (attributeOf(tag, 'method') ?? 'get').toLowerCase(),
    action: attributeOf(tag, 'action') ?? page,
    ...fieldsIn(inner),
  }));

/** The kind of a form: its address without what differs between two of them. */
export const kindOfForm = (address: string): string =>
  address
    .replace(/\?.*/, '')
    .replace(/\/app\/teams\/[^/]+/, '/app/teams/*')
    .replace(/invitations\/[^/]+/, 'invitations/*')
    .replace(/messages\/kinds\/\w+/, 'messages/kinds/*')
    .replace(/\/(team|about)\/\w+$/, '/$1/*')
    .replace(/members\/roles\/(?!new)[^/]+/, 'members/roles/*')
    .replace(/languages\/[a-z]{2}\//, 'languages/*/')
    .replace(/charges\/new\/[^/]+/, 'charges/new/*')
    .replace(/charges\/(?!new)[^/]+\/[^/]+/, 'charges/*/*')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '*');

/** All bookings differ. Of other pages of one kind, the first says enough. */
const kindOfPage = (path: string): string =>
  path.includes('/bookings/') ? path : path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|=[^&]*/g, '*');

/** All forms that change something, by their kind, on every page that can be reached from some others. */
export async function crawlForms(
  visitor: Visitor,
  starts: readonly string[],
  base: string,
  toKind = kindOfPage,
): Promise<Map<string, PageForm[]>> {
  const waiting = [...starts];
  const seen = new Set<string>();
  const found = new Map<string, PageForm[]>();
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (seen.has(toKind(path)) || path.endsWith('/export')) continue;
    seen.add(toKind(path));
    const { body, statusCode } = await visitor.get(path);
    expect([path, statusCode]).toEqual([path, 200]);
    waiting.push(...linksIn(body, base));
    for (const form of formsIn(body, path)) {
      const kind = kindOfForm(form.action);
      if (form.method !== 'get') found.set(kind, [...(found.get(kind) ?? []), form]);
    }
  }
  return found;
}

/** Lines end as browsers end them. */
export function sendForm({ app }: TestApp, { cookies }: Visitor, { action, fields }: PageForm) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
  const sent = fields.map(([name, value]) => [name, value.replaceAll('\n', '\r\n')]);
  return app.inject({ method: 'POST', url: action, headers, payload: `${new URLSearchParams(sent)}` });
}
