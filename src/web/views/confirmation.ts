/** The page that asks before something is ended that cannot be brought back. */

import type { FastifyReply } from 'fastify';
import { EMPTY_HTML, type Html, html } from './html.ts';
import { renderFormToken } from './layout.ts';

type Confirmation = {
  /**
   * The page to which the visitor can go back without ending anything. The link at the top of the question
   * has this text, and the link that keeps everything leads to the same page.
   */
  back: { path: string; text: string };
  question: Html;
  lead: Html | string;
  /** Error messages of the form, above the lead text. */
  errors?: Html;
  /** Further information, below the lead text. */
  more?: Html;
  action: string;
  button: string;
  keep?: string;
};

export const renderConfirmation = (
  reply: FastifyReply,
  {
    back,
    question,
    lead,
    errors = EMPTY_HTML,
    more = EMPTY_HTML,
    action,
    button,
    keep = 'Keep it',
  }: Confirmation,
): Html => html`
<p class="back"><a href="${back.path}">${back.text}</a></p>
<section class="card">
<h1>${question}</h1>
${errors}
<p class="lead">${lead}</p>
${more}
<form method="post" action="${action}" class="actions">
${renderFormToken(reply)}
<button class="danger" type="submit">${button}</button>
<a href="${back.path}">${keep}</a>
</form>
</section>`;
