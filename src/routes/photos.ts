import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { requireFound } from '../plugins/errors.ts';
import { writeAndAnswer } from '../plugins/writes.ts';
import { listingParams } from '../schemas/listings/listing.ts';
import { photosAnswer, photosChangeBody, presentPhoto } from '../schemas/listings/photo.ts';
import { conditionalWriteHeaders } from '../schemas/writes.ts';
import { changePhotos, findPhotos, type Photos } from '../services/catalogue/photos.ts';

const tags = ['Listings'];
const present = (photos: Photos) => ({ data: { photos: photos.map(presentPhoto) } });

export const photoRoutes: FastifyPluginAsyncZod = async (app) => {
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
    async ({ scope, params }) => present(requireFound('listing', await findPhotos(scope, params.listing))),
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
        changePhotos(request.scope, request.params.listing, request.body.photos, options),
      ),
  );
};
