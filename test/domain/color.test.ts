import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  chooseTextColor,
  computeContrast,
  findReadableShade,
  LEAST_CONTRAST,
  listSiteGrounds,
} from '../../src/domain/color.ts';

it('the contrast of two colours is that of the rules for accessible pages, in either order', () => {
  expect(computeContrast('#000000', '#ffffff')).toBe(21);
  expect(computeContrast('#ffffff', '#ffffff')).toBe(1);
  expect(computeContrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  expect(computeContrast('#ffffff', '#777777')).toBeCloseTo(4.48, 2);
});

it('a colour that can be read stays as it is, and any other becomes a shade of it', () => {
  expect(findReadableShade('#1f6f5c', 'light')).toBe('#1f6f5c');
  expect(findReadableShade('#ffe000', 'light')).toMatch(/^#[6-8][0-9a-f][5-7][0-9a-f]00$/);
  expect(findReadableShade('#000080', 'dark')).not.toBe('#000080');
  expect([chooseTextColor('#ffe000'), chooseTextColor('#1f6f5c')]).toEqual(['#000000', '#ffffff']);
});

it('whatever colour a team chooses, texts on it and links of its shades can be read on light and on dark', () => {
  const color = fc
    .integer({ min: 0, max: 0xff_ff_ff })
    .map((value) => `#${value.toString(16).padStart(6, '0')}`);
  fc.assert(
    fc.property(color, (chosen) => {
      expect(computeContrast(chosen, chooseTextColor(chosen))).toBeGreaterThanOrEqual(LEAST_CONTRAST);
      for (const scheme of ['light', 'dark'] as const)
        for (const ground of listSiteGrounds(chosen, scheme))
          expect(computeContrast(findReadableShade(chosen, scheme), ground)).toBeGreaterThanOrEqual(
            LEAST_CONTRAST,
          );
    }),
  );
});
