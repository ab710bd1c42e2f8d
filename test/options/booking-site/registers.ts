import type { Registers } from '../../registers/registers.ts';

export const bookingSiteRegisters: Registers = {
  name: 'booking-site',
  routes: {
    'GET /site/-/:version/:file': { status: 404 },
    'GET /site/:teamSlug': 'small',
    'GET /site/:teamSlug/:listingSlug': 'small',
    'GET /site/:teamSlug/': { status: 308 },
  },
};
