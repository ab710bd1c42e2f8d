import { createHash } from 'node:crypto';
import { MAIL_STYLE } from '../../services/mail/rendering/page.ts';
import { PAGE_HEADERS } from '../headers.ts';
import { type Html, html } from '../views/html.ts';

/** Shows a message in a frame of its own, in which nothing runs and from which nothing leads anywhere. */
export const renderMailFrame = (document: string): Html =>
  html`<iframe class="mail" title="The message" sandbox="" srcdoc="${document}"></iframe>`;

const STYLE_HASH = createHash('sha256').update(MAIL_STYLE).digest('base64');

/**
 * The policy of pages that show messages: a frame of a document's text has the policy of its page, so this one allows the
 * style of messages, by its hash, and the preview that the page's script asks for.
 */
export const MAIL_PAGE_HEADERS = {
  'content-security-policy': `${PAGE_HEADERS['content-security-policy'].replace("style-src 'self'", `style-src 'self' 'sha256-${STYLE_HASH}'`)}; connect-src 'self'`,
};
