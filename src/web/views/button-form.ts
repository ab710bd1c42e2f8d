import type { FastifyReply } from 'fastify';
import { renderHidden } from './fields.ts';
import { type Html, html } from './html.ts';
import { renderFormToken } from './layout.ts';

type ButtonForm = {
  action: string;
  text: string;
  /** The name of the button for screen readers: its text and what it is about. */
  label?: string;
  /**
   * The CSS classes of a button in a form. A button without CSS classes is the most important one in its part
   * of the page.
   */
  look?: 'quiet' | 'quiet small' | 'link' | 'link danger';
  values?: Readonly<Record<string, string>>;
};

/**
 * A form with nothing but a button, for actions that change something or show a secret, which a link must not
 * do.
 */
export const renderButtonForm = (
  reply: FastifyReply,
  { action, text, label, look, values = {} }: ButtonForm,
): Html =>
  html`<form method="post" action="${action}">${renderFormToken(reply)}${renderHidden(values)}<button${look ? html` class="${look}"` : ''} type="submit"${label ? html` aria-label="${label}"` : ''}>${text}</button></form>`;
