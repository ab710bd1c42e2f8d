import type { Option } from '../../option.ts';
import { bookingSiteRoutes } from './web/routes.ts';
import { searchEngineRoutes } from './web/search-engines.ts';

/** Serves each team's places to guests, who book there (`examples/booking-site`). */
export const bookingSite: Option = {
  name: 'booking-site',
  create: () => ({
    scopes: {
      root: async (app, services) => {
        app.register(bookingSiteRoutes, services);
        app.register(searchEngineRoutes, services);
      },
    },
  }),
};
