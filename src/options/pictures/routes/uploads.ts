import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { writeAndAnswer } from '../../../plugins/writes.ts';
import { listingParams } from '../../../schemas/listings/listing.ts';
import { photoAnswer, presentPhoto, uploadQuery } from '../../../schemas/listings/photo.ts';
import { writeHeaders } from '../../../schemas/writes.ts';
import type { Pictures } from '../../../services/catalogue/pictures.ts';
import { addPhoto, type Photo } from '../../../services/catalogue/single-photo.ts';
import { PICTURE_ROUTE, pictureBodies, withUpload } from '../plugins/picture-body.ts';

const present = (photo: Photo, baseUrl: string) => ({ data: presentPhoto(photo, baseUrl) });

export const uploadRoutes: FastifyPluginAsyncZod<Pick<Pictures, 'uploads'>> = async (app, { uploads }) => {
  app.register(pictureBodies);
  app.post(
    '/listings/:listing/photos',
    {
      bodyLimit: PICTURE_ROUTE.bodyLimit,
      config: {
        permission: 'listings:write',
        ...PICTURE_ROUTE.config,
        location: '/v1/listings/{listing}/photos/{id}',
      },
      schema: {
        operationId: 'uploadPhoto',
        tags: ['Listings'],
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
      withUpload(request, uploads, (upload) =>
        writeAndAnswer(request, reply.code(201), present, (options) =>
          addPhoto(
            request.scope,
            request.params.listing,
            { ...upload, isFeatured: request.query.is_featured === 'true' },
            options,
          ),
        ),
      ),
  );
};
