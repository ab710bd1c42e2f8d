/**
 * Markdown without HTML, pictures and code blocks, and with links only to the web and to email addresses. It has
 * marks instead of a booking's values, so that no value is read as Markdown (docs/rules.md, 25.4).
 */
import MarkdownIt, { type Token } from 'markdown-it';
import { MARK_PATTERN } from './liquid.ts';

const LINK_PATTERN = /^(https?:\/\/|mailto:)/i;
const hasMark = (text: string): boolean => text.includes('\uE000');

function createReader() {
  const reader = new MarkdownIt({ html: true });
  reader.disable(['table', 'code', 'fence', 'strikethrough']);
  const { normalizeLink } = reader;
  reader.normalizeLink = (url) => (hasMark(url) ? url : normalizeLink(url));
  reader.validateLink = (url) => hasMark(url) || LINK_PATTERN.test(url);
  return reader;
}

const reader = createReader();
const { escapeHtml } = reader.utils;

export const readMarkdown = (source: string): Token[] => reader.parse(source, {});

/** Nested ones too. */
function* walkTokens(tokens: readonly Token[]): Generator<Token> {
  for (const token of tokens) {
    yield token;
    yield* walkTokens(token.children ?? []);
  }
}

const readHref = (token: Token): string | null => {
  const href = token.attrGet('href');
  return href === null ? null : String(href);
};

const listMarks = (text: string): number[] =>
  [...text.matchAll(MARK_PATTERN)].map(([, index]) => Number(index));

/** The first link whose address is a value that no link may have, or contains a value as only a part of it. */
export function findLinkProblem(
  tokens: readonly Token[],
  findProblem: (mark: number) => string | null,
): string | null {
  for (const token of walkTokens(tokens)) {
    const href = readHref(token);
    if (href === null || !hasMark(href)) continue;
    const marks = listMarks(href);
    for (const mark of marks) {
      const problem = findProblem(mark);
      if (problem !== null) return problem;
    }
    if (href.replace(MARK_PATTERN, '') !== '') return 'a part of an address';
  }
  return null;
}

/** What replaces a mark. */
export type ValueWriter = {
  /** Null for a value that is no link. */
  findHref: (mark: number) => string | null;
  toText: (mark: number) => string;
};

export function renderHtml(tokens: readonly Token[], values: ValueWriter): string {
  let depth = 0;
  const write = (text: string): string =>
    escapeHtml(text).replace(MARK_PATTERN, (_: string, index: string) => writeValue(Number(index)));
  const writeValue = (mark: number): string => {
    const href = depth === 0 ? values.findHref(mark) : null;
    const shown = escapeHtml(values.toText(mark)).replaceAll('\n', '<br>\n');
    return href === null ? shown : `<a href="${escapeHtml(href)}">${shown}</a>`;
  };
  const writeOne = (token: Token): string => {
    switch (token.type) {
      case 'inline':
        return (token.children ?? []).map(writeOne).join('');
      case 'text':
        return write(token.content);
      case 'code_inline':
        return `<code>${write(token.content)}</code>`;
      // People write the lines of an address below each other, so a line break stays one.
      case 'softbreak':
      case 'hardbreak':
        return '<br>\n';
      case 'link_open': {
        depth += 1;
        const href = findLinkHref(token, values);
        return href === '' ? '' : `<a href="${escapeHtml(href)}">`;
      }
      case 'link_close':
        depth -= 1;
        return token.meta?.isOfEmptyLink ? '' : '</a>';
      case 'html_block':
      case 'html_inline':
      case 'image':
        return '';
      default:
        return writeTag(token);
    }
  };
  markEmptyLinks(tokens, values);
  markButton(tokens, values);
  return tokens.map(writeOne).join('');
}

/** The paragraphs of a tight list are hidden. */
function writeTag({ tag, nesting, hidden, block, meta }: Token): string {
  if (hidden || tag === '') return '';
  if (meta?.isButton) return `<${tag} class="button">`;
  const start = nesting === -1 ? `</${tag}>` : `<${tag}>`;
  return block && nesting !== 1 ? `${start}\n` : start;
}

/** Empty if the target is the mark of a value that is no address. */
function findLinkHref(token: Token, { findHref }: ValueWriter): string {
  const href = readHref(token) ?? '';
  const [mark] = listMarks(href);
  return mark === undefined ? href : (findHref(mark) ?? '');
}

/**
 * The first paragraph that is nothing but a link to a value's address: the guest's own page, or the page on which
 * they pay. A message has at most one button.
 */
function markButton(tokens: readonly Token[], values: ValueWriter): void {
  const paragraph = tokens.find(
    ({ type }, index) => type === 'paragraph_open' && isLinkAlone(tokens[index + 1], values),
  );
  if (paragraph) paragraph.meta = { isButton: true };
}

function isLinkAlone(token: Token | undefined, values: ValueWriter): boolean {
  const [first, ...others] = token?.children ?? [];
  const links = others.filter(({ type }) => type === 'link_open');
  if (first?.type !== 'link_open' || others.at(-1)?.type !== 'link_close' || links.length > 0) return false;
  return hasMark(readHref(first) ?? '') && findLinkHref(first, values) !== '';
}

/** Shown as its words alone, so both of its HTML tags are left out. */
function markEmptyLinks(tokens: readonly Token[], values: ValueWriter): void {
  let isEmpty = false;
  for (const token of walkTokens(tokens)) {
    if (token.type === 'link_open') isEmpty = findLinkHref(token, values) === '';
    if (token.type === 'link_close') token.meta = { isOfEmptyLink: isEmpty };
  }
}

/**
 * `- ` before list entries, and the addresses of links on lines of their own below the words. Mail programs find
 * the end of an address by the white space after it: a full stop or a bracket directly behind it would become a
 * part of it.
 */
export function renderPlainText(tokens: readonly Token[], values: ValueWriter): string {
  const lists: (number | null)[] = [];
  let href = '';
  let label = '';
  /** Of the links of the current block. */
  let addresses: string[] = [];
  const blocks: string[] = [];
  let current = '';
  /** White space must follow. */
  let endsWithAddress = false;
  const put = (text: string): void => {
    const gap = endsWithAddress && /^\S/.test(text) ? ' ' : '';
    current += gap + text;
    label += text;
    if (text !== '') endsWithAddress = false;
  };
  const putText = (text: string): void => {
    for (const [index, part] of text.split(MARK_PATTERN).entries()) {
      // Every second part is the number of a mark.
      const mark = index % 2 === 1 ? Number(part) : null;
      put(mark === null ? part : values.toText(mark));
      if (mark !== null && values.findHref(mark) !== null) endsWithAddress = true;
    }
  };
  const endLink = (): void => {
    if (href === '') return;
    if (href === label) endsWithAddress = true;
    else if (href !== `mailto:${label}` && !addresses.includes(href)) addresses.push(href);
  };
  const endBlock = (): void => {
    const indent = '  '.repeat(lists.length);
    const lines = [current.trimEnd(), ...addresses.map((address) => `${indent}${address}`)];
    if (current.trim() !== '') blocks.push(lines.join('\n'));
    current = '';
    addresses = [];
    endsWithAddress = false;
  };
  const writeOne = (token: Token): void => {
    switch (token.type) {
      case 'inline':
        for (const child of token.children ?? []) writeOne(child);
        endBlock();
        return;
      case 'text':
      case 'code_inline':
        putText(token.content);
        return;
      case 'softbreak':
      case 'hardbreak':
        put('\n');
        return;
      case 'link_open':
        href = findLinkHref(token, values);
        label = '';
        return;
      case 'link_close':
        endLink();
        return;
      case 'bullet_list_open':
        lists.push(null);
        return;
      case 'ordered_list_open':
        lists.push(Number(token.attrGet('start') ?? 1));
        return;
      case 'bullet_list_close':
      case 'ordered_list_close':
        lists.pop();
        return;
      case 'list_item_open':
        current += '  '.repeat(Math.max(0, lists.length - 1)) + takeBullet(lists);
        return;
      case 'hr':
        blocks.push('---');
        return;
      default:
        return;
    }
  };
  for (const token of tokens) writeOne(token);
  endBlock();
  return joinBlocks(blocks);
}

/** Of the next entry of the innermost list. */
function takeBullet(lists: (number | null)[]): string {
  const number = lists.at(-1) ?? null;
  if (number === null) return '- ';
  lists[lists.length - 1] = number + 1;
  return `${number}. `;
}

const isEntry = (block: string | undefined): boolean => /^ *(- |\d+\. )/.test(block ?? '');

/** Only entries of a list have no empty line between them. */
const joinBlocks = (blocks: readonly string[]): string =>
  blocks
    .map((block, index) => {
      if (index === 0) return block;
      return (isEntry(block) && isEntry(blocks[index - 1]) ? '\n' : '\n\n') + block;
    })
    .join('');
