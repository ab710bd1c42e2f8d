import type { FastifyReply } from 'fastify';
import { MAX_PICTURE_BYTES, MAX_PICTURE_PIXELS } from '../../../domain/limits.ts';
import { createFormToken } from '../../../web/form-guard.ts';
import { type Html, html } from '../../../web/views/html.ts';
import { PICTURE_TYPES } from '../../pictures/plugins/picture-body.ts';

const MIB = 1_048_576;

export const PICTURE_LIMITS = `JPEG, PNG, WebP or AVIF, each of up to ${MAX_PICTURE_BYTES / MIB} MiB and ${MAX_PICTURE_PIXELS / 1_000_000} megapixels.`;

type UploadArea = {
  /** Where `upload.js` sends what is chosen. */
  address: string;
  /** Of the input, which only its script shows. */
  label: string;
  takesSeveral?: boolean;
};

/** `fill` puts the input beside the button that opens the choice of files. */
export const renderUploadArea = (
  reply: FastifyReply,
  { address, label, takesSeveral = false }: UploadArea,
  fill: (input: Html) => Html,
): Html =>
  html`<div class="drop" hidden data-upload="${address}" data-token="${createFormToken(reply)}" data-max-bytes="${MAX_PICTURE_BYTES}">
${fill(html`<input type="file" hidden${takesSeveral ? ' multiple' : ''} accept="${PICTURE_TYPES.join(',')}" aria-label="${label}">`)}
</div>`;
