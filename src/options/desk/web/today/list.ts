import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';
import { renderFirstLines } from './problems.ts';

type List<Row> = {
  title: string;
  /** Behind the title, for lists of several days on one page. */
  of?: string;
  rows: readonly Row[];
  line: (row: Row) => Html;
  /** For an empty list. */
  none: string;
  /** Beside the heading, unless the list is empty. */
  more?: Html;
  /** Beside the heading, in any case. */
  way?: Html;
  /** Then a long list is folded, so that it does not hide the day. */
  isToDecide?: boolean;
  isUrgent?: (row: Row) => boolean;
};

/** The number of rows stands beside the heading. */
export function renderList<Row>({
  title,
  of = '',
  rows,
  line,
  none,
  more = EMPTY_HTML,
  way = EMPTY_HTML,
  isToDecide = false,
  isUrgent = () => false,
}: List<Row>): Html {
  const kind = toId(title);
  const heading = [title, of].filter(Boolean).join(' ');
  const id = toId(heading);
  const lines = rows.map((row) => html`<li${isUrgent(row) ? html` class="urgent"` : ''}>${line(row)}</li>`);
  const look = isToDecide && rows.length > 0 ? 'decide' : kind;
  return html`<section class="card flush ${look}" aria-labelledby="${id}">
<h2 id="${id}">${heading} <span class="count">${rows.length}</span>${rows.length === 0 ? '' : more}${way}</h2>
${rows.length === 0 ? html`<p class="none">${none}</p>` : isToDecide ? renderFirstLines(lines) : html`<ul class="lines">${lines}</ul>`}
</section>`;
}

const toId = (words: string): string => words.toLowerCase().replaceAll(' ', '-');
