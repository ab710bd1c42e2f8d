import sharp from 'sharp';
import { PICTURE_EXAMPLES } from '../../../src/plugins/openapi/example-values.ts';
import { jpeg, pathOf, tryUpload, upload } from '../../helpers/pictures.ts';
import type { Life, Lived } from '../../registers/lived-in.ts';
import type { MakerRegister, Registers } from '../../registers/registers.ts';

/** A photo with a picture and a caption, a logo and a cover. The mark decides over the colours. */
async function liveIn({
  world,
  mark,
  token,
  client: { send, data },
  own: { listing },
}: Life): Promise<Lived> {
  const pixels = Buffer.concat(Array.from({ length: 40 }, () => Buffer.from(mark)));
  const makePicture = (from: number) =>
    sharp(pixels.subarray(from, from + 300), { raw: { width: 10, height: 10, channels: 3 } })
      .png()
      .toBuffer();
  const path = `/listings/${listing}/photos`;
  const { body } = await tryUpload(world, { token }, path, await makePicture(0), { type: 'image/png' });
  for (const kind of ['logo', 'cover'])
    await tryUpload(world, { token }, `/team/${kind}`, await makePicture(1), {
      type: 'image/png',
      method: 'PUT',
    });
  await data(send('PUT', `${path}/${body.data.id}`, { caption: `Caption ${mark}` }));
  return { own: {} };
}

const makePhoto: MakerRegister[string] = async (inn, world) => {
  const path = `/listings/${inn.listing.id}/photos`;
  return {
    async send(headers) {
      const { statusCode, ...answer } = await world.app.inject({
        method: 'POST',
        url: `/v1${path}`,
        headers: { authorization: `Bearer ${inn.token}`, 'content-type': 'image/png', ...headers },
        payload: Buffer.from(PICTURE_EXAMPLES['image/png'] ?? '', 'base64'),
      });
      return { status: statusCode, body: answer.json(), headers: answer.headers, text: answer.body };
    },
    locate: ({ id }) => `/v1${path}/${id}`,
  };
};

export const picturesRegisters: Registers = {
  name: 'pictures',
  async findFiles(world, inn) {
    const { original_url } = await upload(world, inn, await jpeg());
    return { 'GET /media/:teamSlug/:file': pathOf(original_url) };
  },
  routes: {
    // Its body is a picture, and JSON is none.
    'POST /v1/listings/:listing/photos': { contentType: 'image/jpeg', status: 422 },
    'PUT /v1/team/logo': { contentType: 'image/jpeg', status: 422 },
    'PUT /v1/team/cover': { contentType: 'image/jpeg', status: 422 },
    'GET /media/:teamSlug/:file': { keptAs: 'public, max-age=31536000, immutable', status: 404 },
  },
  tables: {
    photo_files: { fixed: ['format'] },
  },
  makers: { 'POST /v1/listings/:listing/photos': makePhoto },
  liveIn,
  // A part of the address.
  shownToAnyone: ['photo_files.hash'],
};
