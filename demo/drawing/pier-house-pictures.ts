import { house } from './houses.ts';
import { backdrop } from './light.ts';
import { bulbs, cliff, gulls, hills, palm, rowboat, sailboat, tableWithChairs } from './outdoors.ts';
import { potted, room, rug } from './rooms.ts';
import { box, disc, group, numbers, oval, polygon, rect, shape, sheet, stroke } from './shapes.ts';

const pierHouse = (lit: readonly number[], wall: string, trim: string, roof: string) =>
  house({
    x: 240,
    base: 610,
    width: 520,
    height: 400,
    wall,
    trim,
    roof,
    grid: [5, 3],
    door: ['#2f6b7f', 2],
    balconies: '#3d4a52',
    lit,
  }) +
  shape(`${box(330, 140, 60, 70)}${box(610, 140, 60, 70)}`, trim) +
  polygon(
    [
      [318, 140],
      [360, 104],
      [402, 140],
    ],
    roof,
  ) +
  polygon(
    [
      [598, 140],
      [640, 104],
      [682, 140],
    ],
    roof,
  ) +
  shape(`${box(344, 154, 32, 42)}${box(624, 154, 32, 42)}`, lit.length > 0 ? '#ffd27a' : '#5b8299');

const pier = (plank: string, post: string) =>
  shape('M0 610h960l60 44H0z', plank) +
  stroke('M40 654v110M220 654v110M400 654v110M580 654v110M760 654v110M940 654v110', post, 22) +
  stroke('M0 632h990', '#00000026', 4);

const front = () =>
  sheet(
    'The yellow house at the end of the pier',
    backdrop({ hour: 'morning', horizon: 470, sun: [960, 190], seed: 21 }),
    hills(472, 90, '#8fb8ab', 300, 1300),
    sailboat(1010, 540, 0.6),
    pierHouse([], '#f6c65c', '#fffaf0', '#c8694a'),
    pier('#c9a173', '#8a6a4c'),
    palm(170, 612, 1),
    rowboat(880, 730, 0.9, '#2f7f9e'),
    rowboat(1080, 690, 0.6, '#d0593f'),
    gulls(120, 150, '#fff'),
  );

const veranda = () =>
  sheet(
    'Breakfast over the water',
    backdrop({ hour: 'morning', horizon: 380, sun: [360, 190], seed: 22 }),
    hills(382, 60, '#9cc0bb'),
    sailboat(820, 460, 0.8),
    sailboat(560, 420, 0.45, '#ffeccb', '#2f6b7f'),
    rowboat(240, 500, 0.6, '#d0593f'),
    rect(0, 600, 1200, 200, '#e2c79f'),
    stroke(
      numbers(9)
        .map((i) => `M${i * 190 - 180} 800L${i * 140 + 40} 600`)
        .join(''),
      '#c6a678',
      4,
    ),
    stroke(
      `M0 486h1200M0 596h1200${numbers(21)
        .map((i) => `M${i * 60} 486v110`)
        .join('')}`,
      '#fffaf0',
      9,
    ),
    shape('M0 0h1200v70q-60 50-120 0t-120 0-120 0-120 0-120 0-120 0-120 0-120 0-120 0-120 0z', '#2f8f8a'),
    shape(
      numbers(5)
        .map((i) => `M${i * 240} 0h120v70q-60 50-120 0z`)
        .join(''),
      '#fffaf0',
    ),
    tableWithChairs(340, 770, 1.1),
    tableWithChairs(860, 770, 1.1),
    potted(1130, 770, 1),
  );

const night = () =>
  sheet(
    'The house at night, all windows lit',
    backdrop({ hour: 'night', horizon: 470, sun: [1010, 140], seed: 23 }),
    hills(472, 90, '#18234c', 300, 1300),
    pierHouse([0, 1, 3, 5, 6, 7, 9, 10, 13], '#8a7448', '#cbb98f', '#4a3040'),
    pier('#4a4058', '#2a2540'),
    rowboat(900, 730, 0.9, '#24406e', '#8fa3d8'),
    stroke(
      'M300 690h70M420 716h40M500 684h90M640 720h60M700 690h30M360 744h50',
      '#ffcf70',
      6,
      'stroke-linecap="round" opacity=".75"',
    ),
    bulbs(20, 430, 240, 40),
    bulbs(740, 420, 300, 50),
  );

const galley = () =>
  sheet(
    'The galley kitchen',
    room({
      wall: '#f4ead8',
      floor: '#b98a5e',
      window: [420, 110, 360, 230],
      view: { hour: 'day', horizon: 420, sun: [300, 200], seed: 26 },
      beyond: sailboat(760, 560, 1.1),
      frame: '#2f6b7f',
    }),
    rect(60, 470, 1080, 26, '#7a5238', 'rx="6"'),
    rect(80, 496, 1040, 170, '#3f7f8f'),
    stroke(
      numbers(7)
        .map((i) => `M${80 + i * 173} 496v170`)
        .join(''),
      '#2f6474',
      6,
    ),
    stroke(
      numbers(6)
        .map((i) => `M${150 + i * 173} 524h34`)
        .join(''),
      '#f0d9a4',
      9,
      'stroke-linecap="round"',
    ),
    rect(80, 140, 270, 20, '#7a5238'),
    rect(850, 140, 270, 20, '#7a5238'),
    shape(
      `${box(100, 84, 40, 56)}${box(150, 96, 50, 44)}${box(870, 90, 44, 50)}${box(990, 80, 36, 60)}`,
      '#c8694a',
    ),
    shape(
      `${box(215, 80, 34, 60)}${box(262, 100, 60, 40)}${box(924, 100, 54, 40)}${box(1040, 96, 60, 44)}`,
      '#f0c15a',
    ),
    group(
      'translate(930 470)',
      rect(-70, -60, 140, 60, '#d0593f', 'rx="14"'),
      rect(-80, -74, 160, 16, '#a8402f', 'rx="8"'),
      stroke('M-20-90q-16-26 0-46m34 46q-16-26 0-46', '#fff', 6, 'stroke-linecap="round" opacity=".8"'),
    ),
    group(
      'translate(230 470)',
      shape('M-90 0q0-54 90-54T90 0z', '#e7d3b0'),
      disc(-36, -56, 26, '#f2b93b'),
      disc(14, -66, 28, '#f08a3c'),
      disc(50, -48, 22, '#f2b93b'),
    ),
    rug(600, 740, 300, '#f0c15a', '#fffaf0'),
    tableWithChairs(600, 780, 0.9),
  );

const beach = () =>
  sheet(
    'The beach below the house',
    backdrop({ hour: 'day', horizon: 300, sun: [980, 120], seed: 27 }),
    cliff(180, 330, '#d9b483', '#86a870'),
    house({ x: 40, base: 190, width: 170, height: 110, wall: '#f6c65c', grid: [3, 1] }),
    sailboat(720, 380, 0.55),
    sailboat(930, 350, 0.35, '#ffe6c0', '#2f6b7f'),
    shape('M0 800V560q240-70 520-30t680-50v320z', '#f3dcae'),
    shape('M0 560q240-70 520-30t680-50v26q-400 94-680 60T0 596z', '#fff', 'opacity=".7"'),
    ...[
      [260, 690, '#e4574c'],
      [560, 640, '#2f8f8a'],
      [860, 700, '#f2b93b'],
      [1060, 620, '#e4574c'],
    ].map(([x, y, color]) =>
      group(
        `translate(${x} ${y})`,
        oval(40, 66, 110, 14, '#000', 'opacity=".12"'),
        stroke('M0 60L-14-80', '#8a6a4c', 8),
        shape('M-120-56Q-20-150 96-92-10-100-120-56z', String(color)),
        shape('M-60-92Q-16-130 40-106l-34 10z', '#fff'),
        rect(20, 44, 110, 16, '#fff6e6', 'rx="8"'),
      ),
    ),
    gulls(420, 110, '#fff'),
  );

export const PIER_HOUSE_PICTURES: Record<string, () => string> = {
  'pier-house-front.svg': front,
  'pier-house-veranda.svg': veranda,
  'pier-house-night.svg': night,
  'pier-family-galley.svg': galley,
  'pier-family-beach.svg': beach,
};
