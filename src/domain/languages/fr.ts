import { translate } from './translate.ts';

export const fr = translate<'one' | 'other'>()({
  name: 'Français',
  locale: 'fr-FR',

  reasons: {},

  errors: {},

  amenities: {},

  lines: {},

  mail: {},

  documents: {},

  site: {},
});
