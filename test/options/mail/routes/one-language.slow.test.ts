/** As `one-language.test.ts` reads German: messages and documents in the other languages (docs/rules.md, 26). */
import { describe } from 'vitest';
import { LANGUAGES } from '../../../../src/domain/languages/languages.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { testGuestOf } from './one-language.ts';

const world = await openSharedApp({ publicUrl: 'https://stay.example' });

describe.each(LANGUAGES.filter((code) => code !== 'de'))('a guest who reads %s', (language) =>
  testGuestOf(world, language),
);
