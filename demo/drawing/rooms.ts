import { type Backdrop, backdrop } from './light.ts';
import { box, disc, group, HEIGHT, numbers, oval, polygon, rect, shape, stroke, WIDTH } from './shapes.ts';

/** A room seen from the front: a wall with a window, a floor, and its furniture. */
export type Room = {
  wall: string;
  floor: string;
  /** The window's place, and the view through it. Portholes are drawn separately. */
  window?: Place;
  view?: Backdrop;
  /** More of the view, in the sheet's own coordinates. */
  beyond?: string;
  curtain?: string;
  frame?: string;
};

type Place = readonly [x: number, y: number, width: number, height: number];

const FLOOR = 590;

export function room({ wall, floor, window, view, beyond = '', curtain, frame = '#fffaf0' }: Room): string {
  return [
    rect(0, 0, 1200, FLOOR, wall),
    rect(0, FLOOR, 1200, 800 - FLOOR, floor),
    stroke(boards(), '#000', 3, 'opacity=".09"'),
    rect(0, FLOOR - 16, 1200, 18, '#fff', 'opacity=".55"'),
    window && view
      ? squareWindow(window, seenThrough(window, view, beyond, shape(box(...window), '#000')), frame)
      : '',
    window && curtain ? curtains(window, curtain) : '',
  ].join('');
}

/** The view through a window: a whole sheet, reduced so that it fills the window, and cut off at its edges. */
export function seenThrough(
  [x, y, width, height]: Place,
  view: Backdrop,
  beyond: string,
  outline: string,
): string {
  const scale = Math.max(width / WIDTH, height / HEIGHT);
  const left = x - (WIDTH * scale - width) / 2;
  const top = y - (HEIGHT * scale - height) / 2;
  const id = view.id ?? 'v';
  return (
    `<clipPath id="${id}c">${outline}</clipPath><g clip-path="url(#${id}c)">` +
    group(
      `translate(${left.toFixed(1)} ${top.toFixed(1)}) scale(${scale.toFixed(4)})`,
      backdrop({ ...view, id, distant: true }),
      beyond,
    ) +
    '</g>'
  );
}

const boards = () =>
  numbers(9)
    .map((index) => `M${600 + (index - 4) * 110} ${FLOOR}L${600 + (index - 4) * 230} 800`)
    .join('');

function squareWindow([x, y, width, height]: Place, seen: string, frame: string): string {
  return (
    rect(x - 16, y - 16, width + 32, height + 32, frame) +
    seen +
    stroke(`M${x + width / 2} ${y}v${height}M${x} ${y + Math.round(height * 0.36)}h${width}`, frame, 9) +
    rect(x - 30, y + height + 12, width + 60, 16, frame) +
    rect(x - 16, y + height + 28, width + 32, 6, '#000', 'opacity=".1"') +
    polygon(
      [
        [x - 30, 800],
        [x + width * 0.55, 800],
        [x + width, FLOOR + 8],
        [x + width * 0.3, FLOOR + 8],
      ],
      '#fff6d8',
      'opacity=".28"',
    )
  );
}

/** A round window in brass. */
export function porthole(
  [cx, cy, radius]: readonly [x: number, y: number, radius: number],
  view: Backdrop,
  beyond = '',
): string {
  const rivets = numbers(8).map((index) => {
    const turn = (index / 8) * 2 * Math.PI;
    return `M${Math.round(cx + Math.cos(turn) * (radius + 13))} ${Math.round(cy + Math.sin(turn) * (radius + 13))}h0`;
  });
  const place = [cx - radius, cy - radius, 2 * radius, 2 * radius] as const;
  return (
    disc(cx, cy, radius + 26, '#b98d4f') +
    seenThrough(place, view, beyond, disc(cx, cy, radius, '#000')) +
    stroke(rivets.join(''), '#f0d9a4', 11, 'stroke-linecap="round"')
  );
}

function curtains([x, y, width, height]: Place, color: string): string {
  const side = (left: number, lean: number) =>
    shape(
      `M${left} ${y - 46}h${74 * lean}q${-14 * lean} ${height * 0.6} ${-50 * lean} ${height + 110}h${-60 * lean}z`,
      color,
      'opacity=".9"',
    );
  return (
    stroke(`M${x - 80} ${y - 46}h${width + 160}`, '#7a5a3e', 9, 'stroke-linecap="round"') +
    side(x - 50, 1) +
    side(x + width + 50, -1)
  );
}

/** A made bed seen from its side. */
export const bed = (x: number, y: number, size: number, cover: string, wood = '#9a6b45'): string =>
  group(
    `translate(${x} ${y}) scale(${size})`,
    oval(230, 8, 300, 18, '#000', 'opacity=".14"'),
    shape('M-44 0v-190q0-24 24-24h14q24 0 24 24V0z', wood),
    rect(480, -110, 26, 110, wood, 'rx="10"'),
    rect(-10, -96, 500, 62, '#f6efe2', 'rx="14"'),
    shape('M24-100q0-46 40-46h70q36 0 36 46z', '#fffdf7'),
    shape('M70-104q4-38 40-38h60q34 0 34 38z', '#f1e6d6'),
    shape('M176-134q140-26 300 4q16 4 16 30v58H150q10-70 26-92z', cover),
    shape('M330-138q60 0 146 8q16 4 16 30v58H306q24-50 24-96z', '#fff', 'opacity=".22"'),
    stroke('M10-34V0M470-34V0', wood, 16),
  );

export const lamp = (x: number, y: number, size: number, shade = '#f7dfae'): string =>
  group(
    `translate(${x} ${y}) scale(${size})`,
    disc(0, -150, 110, '#ffe6a6', 'opacity=".3"'),
    stroke('M0 0v-120', '#6b4b36', 8),
    oval(0, 0, 36, 8, '#6b4b36'),
    polygon(
      [
        [-52, -110],
        [-30, -184],
        [30, -184],
        [52, -110],
      ],
      shade,
    ),
  );

export const bedside = (x: number, y: number, size: number, wood = '#9a6b45'): string =>
  group(
    `translate(${x} ${y}) scale(${size})`,
    rect(-60, -120, 120, 16, wood, 'rx="4"'),
    rect(-50, -104, 100, 52, '#b98a5e'),
    stroke('M-44-52V0M44-52V0', wood, 10),
    disc(0, -78, 6, '#fff3d6'),
  );

export const rug = (x: number, y: number, width: number, outer: string, inner: string): string =>
  oval(x, y, width, width * 0.17, outer) +
  oval(x, y, width * 0.82, width * 0.13, inner) +
  oval(x, y, width * 0.5, width * 0.075, outer, 'opacity=".7"');

/** A framed picture of a boat, because every room has one. */
export const framed = (x: number, y: number, size: number, ground = '#cfe3e4'): string =>
  group(
    `translate(${x} ${y}) scale(${size})`,
    rect(0, 0, 130, 160, '#7a5a3e'),
    rect(12, 12, 106, 136, ground),
    shape('M66 40q34 30 36 56H66z', '#fff'),
    shape('M60 50q-20 24-26 46h26z', '#f3e3c3'),
    shape('M30 102h78q-8 20-26 20H50q-16-2-20-20z', '#b4483c'),
  );

export const potted = (x: number, y: number, size: number, leaf = '#4b8560', pot = '#c8694a'): string =>
  group(
    `translate(${x} ${y}) scale(${size})`,
    stroke(
      'M0-80q-10-110-84-150M0-80q-6-140 10-200M0-80q10-110 90-140M0-80q-40-50-104-50M0-80q50-60 108-40',
      leaf,
      17,
      'stroke-linecap="round"',
    ),
    polygon(
      [
        [-50, -90],
        [50, -90],
        [36, 0],
        [-36, 0],
      ],
      pot,
    ),
    rect(-56, -100, 112, 18, pot, 'rx="5"'),
    rect(-56, -84, 112, 6, '#000', 'opacity=".15"'),
  );

/** Beams under a ceiling. */
export const beams = (color: string): string =>
  rect(0, 0, 1200, 34, color) +
  numbers(6)
    .map((index) =>
      polygon(
        [
          [70 + index * 220, 34],
          [110 + index * 220, 34],
          [110 + index * 220, 78],
          [70 + index * 220, 78],
        ],
        color,
      ),
    )
    .join('');

/** A shelf of books, as wide as given, in some colours. */
export function books(x: number, y: number, width: number, seed: number): string {
  const colors = ['#3f6f8e', '#c8694a', '#e0b15a', '#6f8f6a', '#8a5a72', '#f1e2c4'];
  const paths = colors.map(() => '');
  let left = x + 8;
  for (let index = seed; left < x + width - 26; index += 1) {
    const wide = 18 + ((index * 7) % 17);
    const high = 88 + ((index * 11) % 34);
    const color = (index * 5) % colors.length;
    paths[color] += box(left, y - high, wide, high);
    left += wide + 3;
  }
  return (
    rect(x, y, width, 10, '#7a5238') +
    paths.map((outline, index) => (outline ? shape(outline, colors[index] ?? '') : '')).join('')
  );
}
