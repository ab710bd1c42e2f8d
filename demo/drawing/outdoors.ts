import { disc, group, numbers, oval, polygon, rect, shape, stroke } from './shapes.ts';

/** Things outdoors. Each is drawn at its own size around its foot and then placed. */
const at = (x: number, y: number, size: number, ...parts: string[]) =>
  group(`translate(${x} ${y})${size === 1 ? '' : ` scale(${size})`}`, ...parts);

/** A line of hills along the horizon. */
export const hills = (base: number, height: number, fill: string, from = 0, to = 1200): string => {
  const step = (to - from) / 4;
  return shape(
    `M${from} ${base}q${step / 2} ${-height} ${step} ${-height * 0.6}t${step} ${-height * 0.1}t${step} ${-height * 0.2}T${to} ${base}z`,
    fill,
  );
};

/** A headland that falls into the sea, from the left edge or, mirrored, from the right one. */
export const cliff = (top: number, reach: number, rock: string, grass: string, right = false): string => {
  const land =
    shape(`M0 ${top}h${reach - 90}q60 10 70 70l34 90-14 110 40 150H0z`, rock) +
    shape(`M0 ${top + 190}l${reach * 0.5} 60 70 130 90 60H0z`, '#0000001c') +
    shape(`M0 ${top - 6}h${reach - 80}q60 10 66 60q-60-34-130-30T0 ${top + 40}z`, grass);
  return right ? group('translate(1200 0) scale(-1 1)', land) : land;
};

export const sailboat = (x: number, y: number, size: number, sail = '#fff8ea', hull = '#b4483c'): string =>
  at(
    x,
    y,
    size,
    shape('M0-150Q70-80 74-18H4z', sail),
    shape('M-6-128Q-50-70-56-18h50z', sail, 'opacity=".8"'),
    stroke('M0-156V0', '#5a4536', 5),
    shape('M-70-10H92Q78 26 40 26h-76Q-62 22-70-10z', hull),
    stroke('M-66 0H86', '#fff', 4, 'opacity=".7"'),
  );

/** A fishing boat on land or at its buoy. */
export const rowboat = (x: number, y: number, size: number, hull: string, stripe = '#fff3d6'): string =>
  at(
    x,
    y,
    size,
    shape('M-80-22Q-60-8 0-8t86-26Q76 24 36 26h-80Q-74 16-80-22z', hull),
    stroke('M-76-14Q-50 2 0 2t82-24', stripe, 7),
    stroke('M-20-8l-30-34M10-8l44-40', '#7a5a3e', 5, 'stroke-linecap="round"'),
  );

export const lighthouse = (x: number, y: number, size: number, lamp = '#ffe7a0'): string =>
  at(
    x,
    y,
    size,
    polygon(
      [
        [-46, 0],
        [-34, -250],
        [34, -250],
        [46, 0],
      ],
      '#fffaf0',
    ),
    polygon(
      [
        [-44, -50],
        [-42, -100],
        [42, -100],
        [44, -50],
      ],
      '#3b6fae',
    ),
    polygon(
      [
        [-39, -150],
        [-37, -200],
        [37, -200],
        [39, -150],
      ],
      '#3b6fae',
    ),
    polygon(
      [
        [8, 0],
        [8, -250],
        [34, -250],
        [46, 0],
      ],
      '#000',
      'opacity=".1"',
    ),
    rect(-46, -262, 92, 14, '#2f3e52'),
    rect(-26, -312, 52, 50, lamp),
    stroke('M-26-312v50M0-312v50M26-312v50', '#2f3e52', 4),
    shape('M-34-312Q0-362 34-312z', '#b4483c'),
    rect(-12, -46, 24, 46, '#2f3e52', 'rx="12"'),
  );

/** The red bridge, from edge to edge. */
export function bridge(deck: number, color: string): string {
  const towers = [330, 880];
  const top = deck - 210;
  const hangers = numbers(24).map((index) => {
    const x = 355 + index * 22;
    const sag = ((x - 605) / 275) ** 2;
    return `M${x} ${Math.round(deck - 24 - sag * 186)}V${deck}`;
  });
  return (
    stroke(
      `M0 ${deck - 60}Q200 ${deck - 80} 330 ${top}Q605 ${deck + 162} 880 ${top}Q1010 ${deck - 80} 1200 ${deck - 60}`,
      color,
      6,
    ) +
    stroke(hangers.join(''), color, 2, 'opacity=".7"') +
    rect(0, deck, 1200, 16, color) +
    towers
      .map(
        (x) =>
          rect(x - 17, top, 9, 330, color) +
          rect(x + 8, top, 9, 330, color) +
          stroke(
            `M${x - 14} ${top + 40}l28 50m0-50l-28 50M${x - 14} ${top + 130}l28 50m0-50l-28 50`,
            color,
            4,
          ),
      )
      .join('')
  );
}

export const umbrellaPine = (
  x: number,
  y: number,
  size: number,
  leaf = '#3f7158',
  trunk = '#7a5642',
): string =>
  at(
    x,
    y,
    size,
    stroke('M0 0Q-12-120 6-220M2-140L-60-214M4-160l66-50', trunk, 13, 'stroke-linecap="round"'),
    oval(0, -250, 170, 56, leaf),
    oval(-70, -232, 90, 36, leaf),
    oval(44, -268, 96, 30, '#fff', 'opacity=".06"'),
  );

export const palm = (x: number, y: number, size: number, leaf = '#3d7a5c'): string =>
  at(
    x,
    y,
    size,
    stroke('M0 0Q22-120 4-240', '#8a6a4c', 16, 'stroke-linecap="round"'),
    stroke(
      'M4-240q-70-60-130 10M4-240q-40-90-110-70M4-240q20-90 90-70M4-240q80-50 130 20M4-240q-10-60 0-104',
      leaf,
      20,
      'stroke-linecap="round"',
    ),
  );

/** A round tree with its fruit. */
export const fruitTree = (x: number, y: number, size: number, leaf = '#4b8560', fruit = '#f6cf4a'): string =>
  at(
    x,
    y,
    size,
    stroke('M0 0V-130M0-90l-46-50M0-80l50-56', '#7a5642', 14, 'stroke-linecap="round"'),
    disc(0, -210, 112, leaf),
    disc(-76, -170, 70, leaf),
    disc(80, -166, 72, leaf),
    disc(-26, -236, 70, '#fff', 'opacity=".06"'),
    [
      [-90, -160],
      [-40, -130],
      [10, -180],
      [66, -140],
      [100, -200],
      [-20, -260],
      [50, -250],
      [-70, -220],
    ]
      .map(([dx = 0, dy = 0]) => disc(dx, dy, 13, fruit))
      .join(''),
  );

export const gulls = (x: number, y: number, color: string): string =>
  stroke(
    `M${x} ${y}q18-22 32 0q14-22 32 0m40 50q14-18 26 0q12-18 26 0m-210 26q12-16 22 0q10-16 22 0`,
    color,
    5,
    'stroke-linecap="round" stroke-linejoin="round"',
  );

/** Paper flags on a line, as in the streets in June. */
export function bunting(x: number, y: number, width: number, sag: number): string {
  const colors = ['#e4574c', '#f4b740', '#4f9d8f', '#3f76b5', '#f08aa0'];
  const flags = colors.map((color, first) =>
    shape(
      [first, first + 5, first + 10]
        .map((index) => {
          const t = (index + 0.5) / 15;
          return `M${Math.round(x + width * t) - 18} ${Math.round(y + 4 * sag * t * (1 - t))}h36l-18 40z`;
        })
        .join(''),
      color,
    ),
  );
  return stroke(`M${x} ${y}q${width / 2} ${sag * 2} ${width} 0`, '#5a4a4a', 3) + flags.join('');
}

/** Light bulbs on a line. */
export function bulbs(x: number, y: number, width: number, sag: number): string {
  const spots = numbers(11).map((index) => {
    const t = (index + 0.5) / 11;
    return `M${Math.round(x + width * t)} ${Math.round(y + 4 * sag * t * (1 - t) + 12)}h0`;
  });
  return (
    stroke(`M${x} ${y}q${width / 2} ${sag * 2} ${width} 0`, '#2c2440', 3) +
    stroke(spots.join(''), '#ffe9a8', 34, 'stroke-linecap="round" opacity=".35"') +
    stroke(spots.join(''), '#fff3c4', 15, 'stroke-linecap="round"')
  );
}

export const tableWithChairs = (x: number, y: number, size: number, wood = '#b07a4e'): string =>
  at(
    x,
    y,
    size,
    stroke(
      'M-150 0v-120m0 60h62v60M150 0v-120m0 60H88v60',
      '#4d5d66',
      9,
      'stroke-linecap="round" stroke-linejoin="round"',
    ),
    rect(-92, -96, 184, 14, wood, 'rx="7"'),
    stroke('M-66-84L-76 0M66-84L76 0', wood, 10, 'stroke-linecap="round"'),
    shape('M-30-96v-34q0-10 12-10t12 10v34z', '#7fb2a6'),
    stroke(
      'M-18-140q-16-40-34-44m34 44q2-50 20-62m-20 62q16-30 38-32',
      '#4b8560',
      6,
      'stroke-linecap="round"',
    ),
    shape('M34-96v-24h30v24q-15 6-30 0z', '#fff8ea'),
  );
