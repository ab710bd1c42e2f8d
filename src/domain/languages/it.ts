import { translate } from './translate.ts';

export const it = translate<'one' | 'other'>()({
  name: 'Italiano',
  locale: 'it-IT',

  reasons: {},

  errors: {},

  amenities: {},

  lines: {},

  mail: {},

  documents: {},

  site: {},
});
