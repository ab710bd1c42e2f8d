import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { PICTURE_ROUTE, pictureBodies, withUpload } from '../options/pictures/plugins/picture-body.ts';
import type { Pictures } from '../options/pictures/services/pictures.ts';
import { requireFound } from '../plugins/errors.ts';
import { listOwnBaseUrls, publicBaseUrl } from '../plugins/paging.ts';
import { writeAndAnswer } from '../plugins/writes.ts';
import { noContentAnswer } from '../schemas/formats.ts';
import { listingParams } from '../schemas/listings/listing.ts';
import {
  photoAnswer,
  photoChangeBody,
  photoParams,
  photosAnswer,
  photosChangeBody,
  presentPhoto,
  toPhotoChange,
  uploadQuery,
} from '../schemas/listings/photo.ts';
import { conditionalWriteHeaders, writeHeaders } from '../schemas/writes.ts';
import { changePhotos, findPhotos, type Photos } from '../services/catalogue/photos.ts';
import { addPhoto, changePhoto, deletePhoto, type Photo } from '../services/catalogue/single-photo.ts';

const tags = ['Listings'];
const present = (photos: Photos, baseUrl: string) => ({
  data: { photos: photos.map((photo) => presentPhoto(photo, baseUrl)) },
});
const presentOne = (photo: Photo, baseUrl: string) => ({ data: presentPhoto(photo, baseUrl) });

export const photoRoutes: FastifyPluginAsyncZod<{ pictures: Pictures }> = async (app, { pictures }) => {
  app.get(
    '/listings/:listing/photos',
    {
      config: { etag: true },
      schema: {
        operationId: 'getPhotos',
        tags,
        summary: 'Read a listing’s photos',
        description: 'In the order in which they are shown.',
        params: listingParams,
        response: { 200: photosAnswer },
      },
    },
    async (request) => {
      const { scope, params } = request;
      return present(
        requireFound('listing', await findPhotos(scope, params.listing)),
        publicBaseUrl(request),
      );
    },
  );

  app.put(
    '/listings/:listing/photos',
    {
      schema: {
        operationId: 'changePhotos',
        tags,
        summary: 'Replace a listing’s photos',
        description:
          'The whole list: photos that are missing in it are deleted. The order of the list decides, not `sort_order`. An entry with the `id` of one of this listing’s photos keeps what it leaves out. Any other entry is a new photo, and needs the address of at least one version of its picture.',
        params: listingParams,
        headers: conditionalWriteHeaders,
        body: photosChangeBody,
        response: { 200: photosAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply, present, (options) =>
        changePhotos(
          request.scope,
          request.params.listing,
          { photos: request.body.photos, baseUrls: listOwnBaseUrls(request) },
          options,
        ),
      ),
  );

  app.register(async (uploads: typeof app) => {
    uploads.register(pictureBodies);
    uploads.post(
      '/listings/:listing/photos',
      {
        bodyLimit: PICTURE_ROUTE.bodyLimit,
        config: { ...PICTURE_ROUTE.config, location: '/v1/listings/{listing}/photos/{id}' },
        schema: {
          operationId: 'uploadPhoto',
          tags,
          summary: 'Upload a photo',
          description:
            'The body is the picture itself, of at most 25 MiB, 50 megapixels and 16,383 pixels in a side. It becomes the last photo. Stored are three WebP pictures of at most 2,400, 1,200 and 400 pixels in width, upright, in sRGB and without metadata, and not the file that was sent. What is no such picture, is animated or damaged, or has no room is a 422 under `photo`.',
          params: listingParams,
          querystring: uploadQuery,
          headers: writeHeaders,
          response: { 201: photoAnswer },
        },
      },
      (request, reply) =>
        withUpload(request, pictures.uploads, (upload) =>
          writeAndAnswer(request, reply.code(201), presentOne, (options) =>
            addPhoto(
              request.scope,
              request.params.listing,
              { ...upload, isFeatured: request.query.is_featured === 'true' },
              options,
            ),
          ),
        ),
    );
  });

  app.put(
    '/listings/:listing/photos/:photo',
    {
      schema: {
        operationId: 'changePhoto',
        tags,
        summary: 'Change a photo',
        description: 'Its place, its caption, and whether it is the main photo of the listing.',
        params: photoParams,
        headers: writeHeaders,
        body: photoChangeBody,
        response: { 200: photoAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply, presentOne, (options) =>
        changePhoto(request.scope, toTarget(request.params), toPhotoChange(request.body), options),
      ),
  );

  app.delete(
    '/listings/:listing/photos/:photo',
    {
      schema: {
        operationId: 'deletePhoto',
        tags,
        summary: 'Delete a photo',
        description:
          'The other photos are numbered anew. Its stored pictures are deleted too, unless another photo has the same.',
        params: photoParams,
        headers: writeHeaders,
        response: { 204: noContentAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(204), null, (options) =>
        deletePhoto(request.scope, toTarget(request.params), options),
      ),
  );
};

const toTarget = ({ listing, photo }: { listing: string; photo: string }) => ({
  listingId: listing,
  id: photo,
});
