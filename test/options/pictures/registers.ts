import type { Registers } from '../../registers/registers.ts';

export const picturesRegisters: Registers = {
  name: 'pictures',
  routes: {
    // Its body is a picture, and JSON is none.
    'POST /v1/listings/:listing/photos': { contentType: 'image/jpeg', status: 422 },
    'GET /media/:teamSlug/:file': { status: 404 },
  },
  tables: {
    photo_files: {},
  },
};
