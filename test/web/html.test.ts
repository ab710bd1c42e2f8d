import { expect, test } from 'vitest';
import { EMPTY_HTML, html } from '../../src/web/views/html.ts';

test('the html tag escapes texts and numbers, and leaves HTML as it is', () => {
  const name = `<b>"Bea" & 'Lind'</b>`;
  expect(String(html`<p title="${name}">${name} ${2}</p>`)).toBe(
    '<p title="&#60;b&#62;&#34;Bea&#34; &#38; &#39;Lind&#39;&#60;/b&#62;">&#60;b&#62;&#34;Bea&#34; &#38; &#39;Lind&#39;&#60;/b&#62; 2</p>',
  );
  const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`);
  expect(String(html`<ul>${items}${EMPTY_HTML}</ul>`)).toBe('<ul><li>a</li><li>&#60;b&#62;</li></ul>');
});

test('only the html tag makes HTML', () => {
  // @ts-expect-error A list of texts would have to be escaped one by one.
  html`${['<b>']}`;
  // @ts-expect-error Anything else has no text that a page could show.
  html`${{ toString: () => '<b>' }}`;
});
