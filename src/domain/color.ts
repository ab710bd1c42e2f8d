/** What can be read on a colour, and which shade of it can be read (docs/rules.md, 15.15). A colour is a text, `#rrggbb`. */

/** Of texts, by the rules for accessible pages (WCAG 2.2, 1.4.3). */
export const LEAST_CONTRAST = 4.5;

const BLACK = '#000000';
const WHITE = '#ffffff';
const SHADES = 100;

/** Red, green and blue, from 0 to 255. */
const toParts = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** From 0 to 1. */
function computeLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = toParts(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 to 21. */
export function computeContrast(one: string, other: string): number {
  const [a, b] = [computeLuminance(one), computeLuminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Black or white. One of them always has at least 4.5. */
export const chooseTextColor = (color: string): string =>
  computeContrast(color, WHITE) >= computeContrast(color, BLACK) ? WHITE : BLACK;

/** The colour itself, or as much darker (on a light ground) or lighter as it takes to be read. */
export function findReadableShade(color: string, ground: string): string {
  const end = computeLuminance(ground) > computeLuminance('#767676') ? BLACK : WHITE;
  for (let step = 0; step < SHADES; step += 1) {
    const shade = mix(color, end, step / SHADES);
    if (computeContrast(shade, ground) >= LEAST_CONTRAST) return shade;
  }
  return end;
}

/** `share` is that of the other colour, from 0 to 1. */
function mix(color: string, other: string, share: number): string {
  const others = toParts(other);
  const parts = toParts(color).map((part, at) => Math.round(part + ((others[at] ?? 0) - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
