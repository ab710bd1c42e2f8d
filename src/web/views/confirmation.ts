/** It asks before something ends that cannot be brought back. */

import type { FastifyReply } from 'fastify';
import { EMPTY_HTML, type Html, html } from './html.ts';
import { renderFormToken } from './layout.ts';

type Confirmation = {
  /** Both links, above and below the question, lead to `path`. `text` is that of the one above. */
  back: { path: string; text: string };
  question: Html;
  lead: Html | string;
  /** Above the first text. */
  errors?: Html;
  /** Below the first text. */
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
