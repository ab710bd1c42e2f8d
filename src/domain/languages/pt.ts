import { translate } from './translate.ts';

export const pt = translate<'one' | 'other'>()({
  name: 'Português',
  locale: 'pt-PT',

  reasons: {},

  errors: {},

  amenities: {},

  lines: {},

  mail: {},

  documents: {},

  site: {},
});
