import { html } from 'ghtml';
import { Marked } from 'marked';

/** Text that is already HTML. Within `html`, only such text may follow `!$`. */
export type Html = string;

export type Heading = { id: string; text: string };

/** A heading's anchor: `Dates and times` becomes `dates-and-times`. */
export const slugOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

const renderer = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${slugOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    // Wide tables and code scroll by themselves, also with the keyboard.
    table(token) {
      const cells = (row: typeof token.header, tag: 'td' | 'th') =>
        row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('');
      const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
      const head = token.header.some(({ text }) => text !== '');
      return `<div class="scroll" tabindex="0"><table>${head ? `<thead><tr>${cells(token.header, 'th')}</tr></thead>` : ''}<tbody>${rows}</tbody></table></div>\n`;
    },
    code: ({ text }) => code(text),
  },
});

const code = (text: string): Html => html`<pre tabindex="0"><code>${text}</code></pre>`;

export const json = (value: unknown): Html => code(JSON.stringify(value, null, 2));

/** Renders our own texts. Text from callers is never rendered. */
export const block = (markdown: string): Html => renderer.parse(markdown, { async: false });

export const inline = (markdown: string): Html => renderer.parseInline(markdown, { async: false });

/** The headings of the second level, for the side bar. */
export const headingsOf = (markdown: string): Heading[] =>
  [...markdown.matchAll(/^## (.+)$/gm)].map(([, text = '']) => ({ id: slugOf(text), text }));
