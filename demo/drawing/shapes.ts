/** The basic strokes of all pictures. Coordinates are whole numbers on a sheet of 1200 by 800. */

export const WIDTH = 1200;
export const HEIGHT = 800;

export type Point = readonly [x: number, y: number];

const whole = (value: number): number => Math.round(value);
const tail = (more: string) => (more ? ` ${more}` : '');

export const rect = (x: number, y: number, width: number, height: number, fill: string, more = ''): string =>
  `<rect x="${whole(x)}" y="${whole(y)}" width="${whole(width)}" height="${whole(height)}" fill="${fill}"${tail(more)}/>`;

export const disc = (x: number, y: number, radius: number, fill: string, more = ''): string =>
  `<circle cx="${whole(x)}" cy="${whole(y)}" r="${whole(radius)}" fill="${fill}"${tail(more)}/>`;

export const oval = (x: number, y: number, rx: number, ry: number, fill: string, more = ''): string =>
  `<ellipse cx="${whole(x)}" cy="${whole(y)}" rx="${whole(rx)}" ry="${whole(ry)}" fill="${fill}"${tail(more)}/>`;

export const shape = (outline: string, fill: string, more = ''): string =>
  `<path d="${outline}" fill="${fill}"${tail(more)}/>`;

export const polygon = (points: readonly Point[], fill: string, more = ''): string =>
  shape(`M${points.map(([x, y]) => `${whole(x)} ${whole(y)}`).join('L')}Z`, fill, more);

export const stroke = (outline: string, color: string, width: number, more = ''): string =>
  `<path d="${outline}" fill="none" stroke="${color}" stroke-width="${width}"${tail(more)}/>`;

export const group = (transform: string, ...parts: string[]): string =>
  `<g transform="${transform}">${parts.join('')}</g>`;

/** The outline of a box, to be joined with others into one path. */
export const box = (x: number, y: number, width: number, height: number): string =>
  `M${whole(x)} ${whole(y)}h${whole(width)}v${whole(height)}h${whole(-width)}z`;

/** A gradient from top to bottom. */
export const fade = (id: string, colors: readonly string[]): string =>
  `<linearGradient id="${id}" x2="0" y2="1">${colors
    .map(
      (color, index) => `<stop offset="${(index / (colors.length - 1)).toFixed(2)}" stop-color="${color}"/>`,
    )
    .join('')}</linearGradient>`;

/** A soft round light. */
export const glow = (id: string, color: string): string =>
  `<radialGradient id="${id}"><stop stop-color="${color}" stop-opacity=".9"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>`;

/** Numbers from 0 to 1 that are always the same for a seed, so that a picture is drawn the same every time. */
export function createDice(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** The whole picture. */
export const sheet = (title: string, ...parts: string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><title>${title}</title>${parts.join('')}</svg>\n`;
