import type { FastifyReply } from 'fastify';
import { MAX_CAPTION_LENGTH, MAX_PHOTOS_OF_LISTING } from '../../../../domain/limits.ts';
import { toWholeAddress } from '../../../../domain/text/picture-address.ts';
import type { Photos } from '../../../../services/catalogue/photos.ts';
import type { Photo } from '../../../../services/catalogue/single-photo.ts';
import { emptyForm, type Form } from '../../../../web/form.ts';
import { renderConfirmation } from '../../../../web/views/confirmation.ts';
import { renderHidden } from '../../../../web/views/fields.ts';
import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';
import { renderFormToken } from '../../../../web/views/layout.ts';
import { toServiceRoot } from '../../../../web/views/navigation.ts';
import { renderEmpty, renderFormErrors, renderPassedNotice } from '../../../../web/views/parts.ts';
import type { Place } from '../../services/places.ts';
import { PICTURE_LIMITS, renderUploadArea } from '../upload-area.ts';
import { renderPlaceHead } from './head.ts';
import { computeCaptionVersion } from './photo-form.ts';

/** `id` is the photo's. */
export type SentPhotoForm = { id: string; form: Form };

type View = {
  base: string;
  path: string;
  place: Place;
  photos: Photos;
  /** The installation accepts uploads of pictures. */
  takesPictures: boolean;
  sent: SentPhotoForm | null;
};

export const photosPage = (reply: FastifyReply, view: View): Html => {
  const { base, place, photos, sent } = view;
  return html`
${renderPlaceHead(reply, { base, place, tab: 'photos' })}
${renderPassedNotice(reply)}
${renderFormErrors(sent === null ? emptyForm : nameByPhoto(photos, sent))}
${renderSending(reply, view)}
${renderPhotos(reply, view)}`;
};

/** Each photo has such a form, so the names of its fields contain the photo's number on the page. */
function nameByPhoto(photos: Photos, { id, form: { values, errors } }: SentPhotoForm): Form {
  const number = photos.findIndex((photo) => photo.id === id) + 1;
  const rename = (texts: Record<string, string>) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${name}-${number}`, text]));
  return { values: rename(values), errors: rename(errors) };
}

/** The script `photos.js` uploads what a visitor drops or chooses. */
function renderSending(reply: FastifyReply, { path, photos, takesPictures }: View): Html {
  if (!takesPictures) return html`<p class="aside">This installation takes no pictures.</p>`;
  if (photos.length >= MAX_PHOTOS_OF_LISTING) return EMPTY_HTML;
  return html`<section class="card" aria-labelledby="add-heading"><h2 id="add-heading">Add photos</h2>
<noscript><p>Sending photos needs JavaScript. Everything else on this page works without it.</p></noscript>
${renderUploadArea(
  reply,
  { address: `${path}/upload`, label: 'Photos to send', takesSeveral: true },
  (input) => html`<p><strong>Drop photos here</strong>, several at once, or choose them.</p>
<button type="button">Choose photos</button>
${input}`,
)}
<p class="help">${PICTURE_LIMITS} They are turned upright and made smaller. Where and with what they were taken is not kept.</p>
<p role="status" data-sent></p>
<ul class="sending" data-sending></ul>
</section>`;
}

function renderPhotos(reply: FastifyReply, view: View): Html {
  const { photos } = view;
  if (photos.length === 0)
    return html`<section class="card" data-photos aria-label="Photos">
${renderEmpty('photos', 'No photos yet', 'The first one stands on the card of this place. Three to ten show it well.')}
</section>`;
  const mainId = (photos.find(({ isFeatured }) => isFeatured) ?? photos[0])?.id;
  return html`<section data-photos aria-labelledby="photos-heading">
<h2 id="photos-heading">Photos <span class="count">${photos.length} of ${MAX_PHOTOS_OF_LISTING}</span></h2>
<ol class="photos">
${photos.map((photo, at) => renderPhoto(reply, view, { photo, at, isMain: photo.id === mainId }))}
</ol>
</section>`;
}

/** `at` counts from 0. */
type Placed = { photo: Photo; at: number; isMain: boolean };

function renderPhoto(reply: FastifyReply, { path, photos, sent }: View, { photo, at, isMain }: Placed): Html {
  const number = at + 1;
  const form = sent?.id === photo.id ? sent.form : null;
  const error = form?.errors.caption;
  const button = (move: string, text: string, label: string) =>
    html`<button class="quiet small" name="move" value="${move}" type="submit" aria-label="${label}">${text}</button>`;
  return html`<li class="card" id="photo-${photo.id}">
${renderPicture(reply, photo, `Photo ${number}`)}
${isMain ? html`<span class="badge main-photo">On the card</span>` : ''}
<form method="post" action="${path}/${photo.id}">${renderFormToken(reply)}${renderHidden({ place: String(at), seen: form?.values.seen ?? computeCaptionVersion(photo) })}
<label for="caption-${number}">Caption <span class="optional">photo ${number}</span></label>
<textarea id="caption-${number}" name="caption" rows="2" maxlength="${MAX_CAPTION_LENGTH}"${error ? html` aria-invalid="true" aria-describedby="caption-${number}-error"` : ''}>
${form?.values.caption ?? photo.caption ?? ''}</textarea>
${error ? html`<p class="error" id="caption-${number}-error">${error}</p>` : ''}
<div class="actions"><button class="quiet small" type="submit" aria-label="Save: caption of photo ${number}">Save</button>
${at === 0 ? '' : button('earlier', 'Earlier', `Earlier: photo ${number}`)}
${number === photos.length ? '' : button('later', 'Later', `Later: photo ${number}`)}
${isMain && at === 0 ? '' : button('first', 'Put first', `Put first: photo ${number}`)}
<a class="danger" href="${path}/${photo.id}/delete" aria-label="Remove: photo ${number}">Remove</a></div>
</form></li>`;
}

/** Only words for an older photo without any address. */
function renderPicture({ request }: FastifyReply, photo: Photo, name: string): Html {
  const address = photo.mediumUrl ?? photo.thumbnailUrl ?? photo.originalUrl;
  const source = toWholeAddress(address, toServiceRoot(request.visit.root));
  const text = photo.caption ?? `${name}, without a caption`;
  return source === null
    ? html`<p class="picture faint">${text}</p>`
    : html`<img class="picture" src="${source}" alt="${text}" width="${photo.width ?? 3}" height="${photo.height ?? 2}" loading="lazy">`;
}

export const deletePhotoPage = (
  reply: FastifyReply,
  { path, photo, title }: { path: string; photo: Photo; title: string },
): Html =>
  renderConfirmation(reply, {
    back: { path, text: `Photos of ${title}` },
    question: html`Remove this photo?`,
    lead: 'It leaves this place and the booking page at once. You cannot undo this: to have it back, send it again.',
    more: renderPicture(reply, photo, 'This photo'),
    action: `${path}/${photo.id}/delete`,
    button: 'Remove photo',
  });
