/** The team's logo and cover. The script `site.js` uploads what a visitor drops or chooses. */

import type { FastifyReply } from 'fastify';
import type { TeamPictureKind } from '../../../../services/catalogue/team-row.ts';
import { renderConfirmation } from '../../../../web/views/confirmation.ts';
import { type Html, html } from '../../../../web/views/html.ts';
import { renderCardOf } from '../../../../web/views/parts.ts';
import { PICTURE_LIMITS, renderUploadArea } from '../upload-area.ts';
import type { SiteLook } from './preview.ts';

const KINDS = {
  logo: {
    title: 'Logo',
    text: 'At the head of every page of your site, and as its icon. A PNG or WebP with a transparent ground fits light and dark. Choose one that can be read on both.',
  },
  cover: {
    title: 'Cover',
    text: 'Behind your headline. A wide picture fits best, with 2,400 pixels or more in width. It is darkened a little, so that the headline can be read.',
  },
} satisfies Record<TeamPictureKind, unknown>;

export const PICTURE_KINDS = Object.keys(KINDS) as TeamPictureKind[];

type View = {
  base: string;
  look: Pick<SiteLook, TeamPictureKind>;
  /** The installation accepts uploads of pictures. */
  takesPictures: boolean;
};

export const renderPictures = (reply: FastifyReply, view: View): Html =>
  renderCardOf(
    'pictures',
    'Logo and cover',
    html`${view.takesPictures ? html`<noscript><p>Sending pictures needs JavaScript. Everything else on this page works without it.</p></noscript>` : html`<p class="aside">This installation takes no pictures.</p>`}
<div class="site-pictures">${PICTURE_KINDS.map((kind) => renderPicture(reply, view, kind))}</div>
${view.takesPictures ? html`<p class="help">${PICTURE_LIMITS}</p>` : ''}`,
  );

function renderPicture(
  reply: FastifyReply,
  { base, look, takesPictures }: View,
  kind: TeamPictureKind,
): Html {
  const { title, text } = KINDS[kind];
  const { [kind]: address } = look;
  return html`<div><h3>${title}</h3>
${address === null ? '' : html`<img src="${address}" alt="Your ${kind}">`}
<p class="help">${text}</p>
${
  takesPictures
    ? renderUploadArea(
        reply,
        { address: `${base}/site/${kind}/upload`, label: `${title} to send` },
        (
          input,
        ) => html`<button type="button" class="quiet">${address === null ? 'Choose' : 'Replace'} ${kind}</button>
${input}
<p role="status"></p>`,
      )
    : ''
}
${address === null ? '' : html`<p><a class="danger" href="${base}/site/${kind}/delete">Remove ${kind}</a></p>`}</div>`;
}

export const removePicturePage = (
  reply: FastifyReply,
  { base, kind, address }: { base: string; kind: TeamPictureKind; address: string },
): Html =>
  renderConfirmation(reply, {
    back: { path: `${base}/site`, text: 'Site' },
    question: html`Remove the ${kind}?`,
    lead: 'It leaves your site at once. You cannot undo this: to have it back, send it again.',
    more: html`<img class="picture" src="${address}" alt="Your ${kind}">`,
    action: `${base}/site/${kind}/delete`,
    button: `Remove ${kind}`,
  });
