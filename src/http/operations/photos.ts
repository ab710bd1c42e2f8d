import { z } from 'zod';
import { MAX_PHOTOS } from '../../domain/limits.ts';
import { idParameter } from '../../schemas/fields.ts';
import { photoSchema, presentPhoto } from '../../schemas/photo.ts';
import type { Photos } from '../../services/catalogue/photos.ts';
import { list } from '../../services/team-data/fields.ts';
import { givenBody } from '../../services/team-data/judging.ts';
import { LISTING, photoSchema as photoEntry } from '../../services/team-data/listing.ts';
import { resource } from '../operation.ts';
import { read } from '../reading.ts';
import { write } from '../writing.ts';

const thePhotos = resource({
  name: 'listing',
  params: { listing: idParameter('The listing’s id.') },
  find: ({ services, teamId, params }) => services.catalogue.findPhotos(teamId, params.listing),
});

const photosAnswer = z.object({ data: z.object({ photos: z.array(photoSchema) }) });
const present = (photos: Photos) => ({ data: { photos: photos.map(presentPhoto) } });

const getPhotos = read({
  id: 'getPhotos',
  tag: 'Listings',
  summary: 'Read a listing’s photos',
  description: 'In the order in which they are shown.',
  asks: 'team',
  route: 'GET /v1/listings/:listing/photos',
  resource: thePhotos,
  success: photosAnswer,
  isTagged: true,
  answer: ({ found }) => present(found),
});

const changePhotos = write({
  id: 'changePhotos',
  tag: 'Listings',
  summary: 'Replace a listing’s photos',
  description:
    'The whole list: photos that are missing in it are deleted. The order of the list decides, not `sort_order`. An entry with the `id` of one of this listing’s photos keeps what it leaves out. Any other entry is a new photo, and needs the address of at least one version of its picture.',
  asks: 'team',
  route: 'PUT /v1/listings/:listing/photos',
  resource: thePhotos,
  body: givenBody(LISTING, z.object({ photos: list(photoEntry, MAX_PHOTOS) }), 'change').meta({
    id: 'PhotosChange',
  }),
  ifMatch: { schema: photosAnswer, present },
  run: ({ services, params, body }, call) =>
    services.catalogue.changePhotos(call, params.listing, body.photos),
  success: 200,
  answers: photosAnswer,
  present,
});

export const photoOperations = [getPhotos, changePhotos];
