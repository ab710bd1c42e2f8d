import { type Html, html } from '../../../web/views/html.ts';

type Fold = {
  /** Of the heading, which names the part's section. */
  heading: string;
  title: string | Html;
  /** What the part says at a glance. */
  gist?: string | Html;
  isOpen: boolean;
};

/**
 * A part of a page that few need every day. A browser opens one if the page's address names something inside it, so
 * ids are inside, and never at the fold itself.
 */
export const renderFold = ({ heading, title, gist = '', isOpen }: Fold, body: Html): Html =>
  html`<details class="fold"${isOpen ? ' open' : ''}><summary><h2 id="${heading}">${title}</h2><span class="gist">${gist}</span></summary>
${body}</details>`;
