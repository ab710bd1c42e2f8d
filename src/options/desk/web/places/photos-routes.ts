import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { publicBaseUrl } from '../../../../plugins/paging.ts';
import { photoChangeBody, presentPhoto, toPhotoChange } from '../../../../schemas/listings/photo.ts';
import { findPhotos } from '../../../../services/catalogue/photos.ts';
import {
  addPhoto,
  changePhoto,
  deletePhoto,
  type Photo,
} from '../../../../services/catalogue/single-photo.ts';
import type { Services } from '../../../../services/services.ts';
import { redirectWithNotice } from '../../../../web/flash.ts';
import { PAGE_HEADERS } from '../../../../web/headers.ts';
import { needs, readId, teamPath } from '../../../../web/member-visit.ts';
import { doOncePerForm, toNotice } from '../../../../web/once-per-form.ts';
import { requireForPage } from '../../../../web/page-error.ts';
import { forgetSeen } from '../../../../web/sent-form.ts';
import { sendPage } from '../../../../web/views/layout.ts';
import { PICTURE_ROUTE, pictureBodies, withUpload } from '../../../pictures/plugins/picture-body.ts';
import { findPlace, type Place } from '../../services/places.ts';
import { answerUploadErrors } from '../upload-errors.ts';
import { computeCaptionVersion, PHOTO } from './photo-form.ts';
import { deletePhotoPage, photosPage, type SentPhotoForm } from './photos-page.ts';

/**
 * Photos that a team has added by address may come from any server, and the script may upload photos to this
 * one.
 */
const SHOWING_PICTURES = {
  'content-security-policy': `${PAGE_HEADERS['content-security-policy'].replace("img-src 'self'", "img-src 'self' https: http:")}; connect-src 'self'`,
};

/** How each button moves a photo from its position. */
const MOVES: Record<string, (place: number) => { sort_order: number; is_featured?: boolean }> = {
  earlier: (place) => ({ sort_order: Math.max(place - 1, 0) }),
  later: (place) => ({ sort_order: place + 1 }),
  // Lists of places show the featured photo.
  first: () => ({ sort_order: 0, is_featured: true }),
};

const photosPath = (request: FastifyRequest): string =>
  `${teamPath(request)}/places/${readId(request, 'listing')}/photos`;

const readTarget = (request: FastifyRequest) => ({
  listingId: readId(request, 'listing'),
  id: readId(request, 'photo'),
});

const placeIn = async (request: FastifyRequest): Promise<Place> =>
  requireForPage(await findPlace(request.scope, readId(request, 'listing')));
const photosIn = async (request: FastifyRequest) =>
  requireForPage(await findPhotos(request.scope, readId(request, 'listing')));

export const placePhotoRoutes: FastifyPluginAsync<Services> = async (app, { pictures }) => {
  async function show(reply: FastifyReply, sent: SentPhotoForm | null = null) {
    const { request } = reply;
    const place = await placeIn(request);
    const body = photosPage(reply, {
      base: teamPath(request),
      path: photosPath(request),
      place,
      photos: await photosIn(request),
      takesPictures: pictures.takesPictures,
      sent,
    });
    const status = sent === null ? 200 : 422;
    const title = `Photos of ${place.publicTitle}`;
    return sendPage(reply, { title, status, tab: 'places', script: 'photos.js', body });
  }

  app.get(
    '/places/:listing/photos',
    { config: { permission: 'listings:read', headers: SHOWING_PICTURES } },
    (_request, reply) => show(reply),
  );

  app.register(async (uploads) => {
    uploads.register(pictureBodies);
    answerUploadErrors(uploads);
    const pictureRoute = {
      ...PICTURE_ROUTE,
      config: { ...PICTURE_ROUTE.config, permission: 'listings:write' },
    } as const;
    uploads.post('/places/:listing/photos/upload', pictureRoute, (request, reply) =>
      withUpload(request, pictures.uploads, async (upload) => {
        const photo = await addPhoto(request.scope, readId(request, 'listing'), {
          ...upload,
          isFeatured: false,
        });
        reply.code(201).send({ data: presentPhoto(photo, publicBaseUrl(request)) });
      }),
    );
  });

  app.post('/places/:listing/photos/:photo', needs('listings:write'), async (request, reply) => {
    const target = readTarget(request);
    const form = PHOTO.open(request.body);
    const seen = form.text('seen');
    const place = Number(form.integer('place') ?? 0);
    const move = MOVES[form.text('move')];
    const input = form.check(photoChangeBody, { ...PHOTO.read(form), ...move?.(place) });
    if (!input) return show(reply, { id: target.id, form });
    const isCurrent = (stored: Photo) => computeCaptionVersion(stored) === seen;
    try {
      return await doOncePerForm<Photo>(
        reply,
        (options) => changePhoto(request.scope, target, toPhotoChange(input), { ...options, isCurrent }),
        () => toNotice(`${photosPath(request)}#photo-${target.id}`, move ? 'The photo is moved.' : 'Saved.'),
      );
    } catch (error) {
      return show(reply, { id: target.id, form: forgetSeen(form.refused(error)) });
    }
  });

  app.get(
    '/places/:listing/photos/:photo/delete',
    { config: { permission: 'listings:write', headers: SHOWING_PICTURES } },
    async (request, reply) => {
      const { publicTitle: title } = await placeIn(request);
      const { id } = readTarget(request);
      const photo = requireForPage((await photosIn(request)).find((one) => one.id === id) ?? null);
      const body = deletePhotoPage(reply, { path: photosPath(request), photo, title });
      return sendPage(reply, { title: 'Remove a photo', tab: 'places', body });
    },
  );

  app.post('/places/:listing/photos/:photo/delete', needs('listings:write'), async (request, reply) => {
    await deletePhoto(request.scope, readTarget(request));
    return redirectWithNotice(reply, photosPath(request), 'The photo is removed.');
  });
};
