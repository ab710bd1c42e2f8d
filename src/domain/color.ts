/** What can be read on a colour, and which shade of it can be read (docs/rules.md, 15.15). A colour is a text, `#rrggbb`. */

/** Of texts, by the rules for accessible pages (WCAG 2.2, 1.4.3). */
export const LEAST_CONTRAST = 4.5;

/**
 * What texts stand on, on the booking site: its papers, and a wash, which is one of them with some of the
 * team's colour in it. The site itself has the same list (`examples/booking-site/colours.js`).
 */
export const SITE_GROUNDS = {
  light: { papers: ['#ffffff', '#faf8f4', '#f1ede5'], washed: '#ffffff', washShare: 0.13 },
  dark: { papers: ['#101718', '#182224', '#1f2b2d'], washed: '#182224', washShare: 0.22 },
} as const satisfies Record<string, { papers: readonly string[]; washed: string; washShare: number }>;
export type SiteScheme = keyof typeof SITE_GROUNDS;

const ENDS: Record<SiteScheme, string> = { light: '#000000', dark: '#ffffff' };

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

/** With a wash of the colour itself. */
export function listSiteGrounds(color: string, scheme: SiteScheme): string[] {
  const { papers, washed, washShare } = SITE_GROUNDS[scheme];
  return [...papers, mix(washed, color, washShare)];
}

/** The colour itself, or as much darker by day or lighter by night as it takes to be read on everything. */
export function findReadableShade(color: string, scheme: SiteScheme): string {
  const grounds = listSiteGrounds(color, scheme);
  const end = ENDS[scheme];
  for (let step = 0; step < SHADES; step += 1) {
    const shade = mix(color, end, step / SHADES);
    if (computeLeastContrast(shade, grounds) >= LEAST_CONTRAST) return shade;
  }
  return end;
}

export const computeLeastContrast = (color: string, grounds: readonly string[]): number =>
  Math.min(...grounds.map((ground) => computeContrast(color, ground)));

/** `share` is that of the other colour, from 0 to 1. */
function mix(color: string, other: string, share: number): string {
  const others = toParts(other);
  const parts = toParts(color).map((part, at) => Math.round(part + ((others[at] ?? 0) - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
