import { translate } from './translate.ts';

export const de = translate<'one' | 'other'>()({
  name: 'Deutsch',
  locale: 'de-DE',

  reasons: {},

  errors: {},

  amenities: {},

  lines: {},

  mail: {},

  documents: {},

  site: {},
});
