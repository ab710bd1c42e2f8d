import { createHash } from 'node:crypto';
import { PAGE_HEADERS } from '../../../web/headers.ts';
import { type Html, html } from '../../../web/views/html.ts';
import { MAIL_STYLE } from '../services/rendering/page.ts';

/** In the sandbox no script runs and no link works. */
export const renderMailFrame = (document: string): Html =>
  html`<iframe class="mail" title="The message" sandbox="" srcdoc="${document}"></iframe>`;

const STYLE_HASH = createHash('sha256').update(MAIL_STYLE).digest('base64');
const CSP = PAGE_HEADERS['content-security-policy']
  .replace("style-src 'self'", `style-src 'self' 'sha256-${STYLE_HASH}'`)
  .replace("img-src 'self'", "img-src 'self' https: http:");

/**
 * It applies to the frame as well, so it allows the message's style by its hash, the picture of the place,
 * which may be on any server, and the script's requests for a preview.
 */
export const MAIL_PAGE_HEADERS = {
  'content-security-policy': `${CSP}; connect-src 'self'`,
};
