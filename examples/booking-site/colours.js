/**
 * What hangs on the one colour that a house gives: the words on it, and shades of it that can be read. A colour is a
 * text, `#rrggbb`.
 */

/** Of texts, by the rules for accessible pages (WCAG 2.2, 1.4.3). */
export const LEAST_CONTRAST = 4.5;

/**
 * What texts stand on: the papers of the pages (`booking-site.css`), and a wash, which is one of them with some of the
 * house's colour in it. Innkeep has the same list for the drawing of the page.
 */
export const GROUNDS = {
  light: { papers: ['#ffffff', '#faf8f4', '#f1ede5'], washed: '#ffffff', washShare: 0.13 },
  dark: { papers: ['#101718', '#182224', '#1f2b2d'], washed: '#182224', washShare: 0.22 },
};
const STEPS = 100;

/** @typedef {{ fill: string, onFill: string, link: Shades, wash: Shades, onLink: Shades }} HouseColours */
/** @typedef {{ light: string, dark: string }} Shades */

/** @param {unknown} text @returns {text is string} */
export const isColour = (text) => typeof text === 'string' && /^#[0-9a-f]{6}$/i.test(text);

/** Red, green and blue, from 0 to 255. @param {string} colour */
const partsOf = (colour) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** The relative luminance, from 0 to 1. @param {string} colour */
function luminance(colour) {
  const [red = 0, green = 0, blue = 0] = partsOf(colour).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 to 21. @param {string} one @param {string} other */
export function contrast(one, other) {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** @param {string} colour @param {string} other @param {number} share of the other one, from 0 to 1 */
function mix(colour, other, share) {
  const others = partsOf(other);
  const mixed = partsOf(colour).map((part, at) => Math.round(part + ((others[at] ?? 0) - part) * share));
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Black or white, whichever is easier to read. One of them always is. @param {string} colour */
const wordsOn = (colour) =>
  contrast(colour, '#ffffff') >= contrast(colour, '#000000') ? '#ffffff' : '#000000';

/** The colour, as far towards black or white as it takes to be read on all of them. @param {string} colour @param {'#000000' | '#ffffff'} end @param {string[]} papers */
function readableOn(colour, end, papers) {
  for (let step = 0; step < STEPS; step += 1) {
    const shade = mix(colour, end, step / STEPS);
    if (papers.every((paper) => contrast(shade, paper) >= LEAST_CONTRAST)) return shade;
  }
  return end;
}

/** @param {string} colour @returns {HouseColours} */
export function houseColours(colour) {
  const wash = {
    light: mix(GROUNDS.light.washed, colour, GROUNDS.light.washShare),
    dark: mix(GROUNDS.dark.washed, colour, GROUNDS.dark.washShare),
  };
  const link = {
    light: readableOn(colour, '#000000', [...GROUNDS.light.papers, wash.light]),
    dark: readableOn(colour, '#ffffff', [...GROUNDS.dark.papers, wash.dark]),
  };
  return {
    fill: colour,
    onFill: wordsOn(colour),
    link,
    wash,
    onLink: { light: wordsOn(link.light), dark: wordsOn(link.dark) },
  };
}
