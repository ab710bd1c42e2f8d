import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chooseTextColor,
  findReadableShade,
  listSiteGrounds,
  SITE_GROUNDS,
} from '../../../../src/domain/color.ts';

type Shades = { light: string; dark: string };
type Colours = { fill: string; onFill: string; link: Shades; wash: Shades; onLink: Shades };
type Module = {
  contrast(one: string, other: string): number;
  houseColours(colour: string): Colours;
  GROUNDS: typeof SITE_GROUNDS;
};
const { contrast, houseColours, GROUNDS }: Module = await import(
  new URL('../../../../examples/booking-site/colours.js', import.meta.url).href
);

const colours = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`);
/** Of the booking site's style sheet. */
const PAPERS = { light: ['#ffffff', '#faf8f4', '#f1ede5'], dark: ['#101718', '#182224', '#1f2b2d'] };
const INK = { light: '#1b2a2b', dark: '#e9efed' };

describe('the colours of a house', () => {
  test.each([
    ['#ffffff', '#000000', 21],
    ['#777777', '#ffffff', 4.478],
    ['#767676', '#ffffff', 4.542],
  ])('the contrast of %s and %s is that of WCAG', (one, other, expected) => {
    expect(contrast(one, other)).toBeCloseTo(expected, 1);
    expect(contrast(other, one)).toBe(contrast(one, other));
  });

  test('words on any colour, and links of any colour on every paper and wash, have a contrast of 4.5', () => {
    fc.assert(
      fc.property(colours, (colour) => {
        const { fill, onFill, link, wash, onLink } = houseColours(colour);
        const pairs = [
          [fill, onFill],
          ...(['light', 'dark'] as const).flatMap((scheme) => [
            ...[...PAPERS[scheme], wash[scheme]].map((paper) => [link[scheme], paper]),
            [link[scheme], onLink[scheme]],
            [INK[scheme], wash[scheme]],
          ]),
        ];
        for (const [one = '', other = ''] of pairs) expect(contrast(one, other)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  test('a colour that can be read stays as it is', () => {
    expect(houseColours('#1f6f5c')).toMatchObject({ fill: '#1f6f5c', onFill: '#ffffff' });
    expect(houseColours('#0c5c63').link.light).toBe('#0c5c63');
    expect(houseColours('#ffcc00')).toMatchObject({ fill: '#ffcc00', onFill: '#000000' });
  });

  test('the site and the drawing of it have the same grounds, and make the same of any colour', () => {
    expect(GROUNDS).toEqual(SITE_GROUNDS);
    fc.assert(
      fc.property(colours, (colour) => {
        const { onFill, link, wash, onLink } = houseColours(colour);
        expect(onFill).toBe(chooseTextColor(colour));
        for (const scheme of ['light', 'dark'] as const) {
          expect(link[scheme]).toBe(findReadableShade(colour, scheme));
          expect(listSiteGrounds(colour, scheme)).toEqual([...PAPERS[scheme], wash[scheme]]);
          expect(onLink[scheme]).toBe(chooseTextColor(link[scheme]));
        }
      }),
    );
  });

  test('the papers are those of the style sheet', async () => {
    const { readFile } = await import('node:fs/promises');
    const css = await readFile(
      new URL('../../../../examples/booking-site/booking-site.css', import.meta.url),
      'utf8',
    );
    const pairs = ['card', 'paper', 'sunken'].map(
      (name) => new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(css) ?? [],
    );
    expect(pairs.map(([, light]) => light).sort()).toEqual([...PAPERS.light].sort());
    expect(pairs.map(([, , dark]) => dark).sort()).toEqual([...PAPERS.dark].sort());
    expect(/--ink: light-dark\((#\w+), (#\w+)\)/.exec(css)?.slice(1)).toEqual([INK.light, INK.dark]);
  });
});
