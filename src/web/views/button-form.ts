import type { FastifyReply } from 'fastify';
import { renderHidden } from './fields.ts';
import { type Html, html } from './html.ts';
import { renderFormToken } from './layout.ts';

type ButtonForm = {
  action: string;
  text: string;
  /** For screen readers: the text and what it is about. */
  label?: string;
  /** Without one, the button is the most important in its part of the page. */
  look?: 'quiet' | 'quiet small' | 'link' | 'link danger';
  values?: Readonly<Record<string, string>>;
};

/** For actions that change something or show a secret, which a link must not do. */
export const renderButtonForm = (
  reply: FastifyReply,
  { action, text, label, look, values = {} }: ButtonForm,
): Html =>
  html`<form method="post" action="${action}">${renderFormToken(reply)}${renderHidden(values)}<button${look ? html` class="${look}"` : ''} type="submit"${label ? html` aria-label="${label}"` : ''}>${text}</button></form>`;
