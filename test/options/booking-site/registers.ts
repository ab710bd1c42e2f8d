import type { Registers } from '../../registers/registers.ts';

export const bookingSiteRegisters: Registers = {
  name: 'booking-site',
  routes: {
    'GET /site/-/:version/:file': { keptAs: 'public, max-age=31536000, immutable', status: 404 },
    'GET /site/:teamSlug': { keptAs: 'public, no-cache' },
    'GET /site/:teamSlug/:listingSlug': { keptAs: 'public, no-cache' },
    'GET /site/:teamSlug/': { status: 308 },
  },
};
