import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
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
} from '../schemas/listings/photo.ts';
import { conditionalWriteHeaders, writeHeaders } from '../schemas/writes.ts';
import { changePhotos, findPhotos, type Photos } from '../services/catalogue/photos.ts';
import { changePhoto, deletePhoto, type Photo } from '../services/catalogue/single-photo.ts';

const tags = ['Listings'];
const present = (photos: Photos, baseUrl: string) => ({
  data: { photos: photos.map((photo) => presentPhoto(photo, baseUrl)) },
});
const presentOne = (photo: Photo, baseUrl: string) => ({ data: presentPhoto(photo, baseUrl) });

export const photoRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/listings/:listing/photos',
    {
      config: { permission: 'listings:read', etag: true },
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
      config: { permission: 'listings:write' },
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

  app.put(
    '/listings/:listing/photos/:photo',
    {
      config: { permission: 'listings:write' },
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
      config: { permission: 'listings:write' },
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
