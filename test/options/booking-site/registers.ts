import type { Registers } from '../../registers/registers.ts';

export const bookingSiteRegisters: Registers = {
  name: 'booking-site',
  async findFiles(world) {
    const [folder] = /-\/\w{16}/.exec((await world.get('/site/nobody')).body) ?? [];
    return {
      'GET /site/-/:version/:file': `/site/${folder}/booking-site.js`,
      // The service has a map only while no other team takes bookings.
      'GET /sitemap.xml': '/site/:teamSlug/sitemap.xml',
    };
  },
  routes: {
    'GET /site/-/:version/:file': { keptAs: 'public, max-age=31536000, immutable', status: 404 },
    'GET /site/:teamSlug': { keptAs: 'public, no-cache' },
    'GET /site/:teamSlug/:listingSlug': { keptAs: 'public, no-cache' },
    'GET /site/:teamSlug/': { status: 308 },
    'GET /robots.txt': { keptAs: 'public, no-cache' },
    'GET /sitemap.xml': { keptAs: 'public, no-cache', status: 404 },
    'GET /site/:teamSlug/sitemap.xml': { keptAs: 'public, no-cache' },
  },
};
