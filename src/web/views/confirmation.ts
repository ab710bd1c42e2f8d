/** The page that asks before something is ended that cannot be brought back. */

import type { FastifyReply } from 'fastify';
import { type Html, html, nothing } from './html.ts';
import { formToken } from './layout.ts';

type Confirmation = {
  /** The page before. The link at the top has this text, and the link that keeps everything leads there as well. */
  back: { path: string; text: string };
  question: Html;
  lead: Html | string;
  /** Errors of the form, above the lead. */
  errors?: Html;
  /** More to know, below the lead. */
  more?: Html;
  action: string;
  button: string;
  keep?: string;
};

export const confirmation = (
  reply: FastifyReply,
  { back, question, lead, errors = nothing, more = nothing, action, button, keep = 'Keep it' }: Confirmation,
): Html => html`
<p class="back"><a href="${back.path}">${back.text}</a></p>
<section class="card">
<h1>${question}</h1>
${errors}
<p class="lead">${lead}</p>
${more}
<form method="post" action="${action}" class="actions">
${formToken(reply)}
<button class="danger" type="submit">${button}</button>
<a href="${back.path}">${keep}</a>
</form>
</section>`;
