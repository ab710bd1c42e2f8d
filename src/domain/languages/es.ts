import { translate } from './translate.ts';

export const es = translate<'one' | 'other'>()({
  name: 'Español',
  locale: 'es-ES',

  reasons: {},

  errors: {},

  amenities: {},

  lines: {},

  mail: {},

  documents: {},

  site: {},
});
