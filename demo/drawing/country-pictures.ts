import { house } from './houses.ts';
import { backdrop } from './light.ts';
import { bulbs, fruitTree, gulls, hills, tableWithChairs, umbrellaPine } from './outdoors.ts';
import { beams, bed, bedside, lamp, potted, room, rug, seenThrough } from './rooms.ts';
import { disc, group, numbers, oval, polygon, rect, shape, sheet, stroke } from './shapes.ts';

const vines = (y: number, rows: number) =>
  numbers(rows)
    .map((index) => {
      const top = y + index * index * 9 + index * 22;
      const size = 10 + index * 7;
      const bushes = numbers(15).map((i) => `M${i * 90 + (index % 2) * 45 - 20} ${top}h${size}`);
      return (
        stroke(`M0 ${top + size}h1200`, '#c9a56a', 4 + index) +
        stroke(bushes.join(''), index % 2 ? '#5f8a4f' : '#6f9a58', size * 1.9, 'stroke-linecap="round"')
      );
    })
    .join('');

const farm = (lit: boolean) =>
  house({
    x: 420,
    base: 470,
    width: 420,
    height: 170,
    wall: lit ? '#cbb6b0' : '#fffaf0',
    roof: lit ? '#70476b' : '#c8694a',
    grid: [5, 1],
    shutters: '#3f76b5',
    lit: lit ? [0, 1, 3, 4] : [],
    door: ['#3f76b5', 2],
  }) +
  house({
    x: 840,
    base: 470,
    width: 150,
    height: 240,
    wall: lit ? '#b9a5a8' : '#f6e6cf',
    roof: lit ? '#5f3f68' : '#b85c42',
    grid: [1, 2],
    lit: lit ? [0] : [],
  });

const farmVines = () =>
  sheet(
    'The farmhouse above its vines',
    backdrop({ hour: 'morning', sun: [230, 170], seed: 37 }),
    hills(470, 210, '#a9c4b0'),
    hills(480, 120, '#86ab8a', -200, 1400),
    farm(false),
    shape('M0 466h1200v334H0z', '#dfc48c'),
    fruitTree(330, 480, 0.7, '#4b8560', '#d0593f'),
    umbrellaPine(1080, 480, 0.8),
    vines(520, 5),
    gulls(700, 130, '#fff'),
  );

const farmKitchen = () =>
  sheet(
    'The kitchen with its bread oven',
    `<defs><pattern id="tiles" width="60" height="60" patternUnits="userSpaceOnUse"><path d="M0 0h60v60H0z" fill="#f3ead9"/><path d="M30 8l22 22-22 22L8 30z" fill="#7fa7c9"/></pattern></defs>`,
    room({
      wall: '#f7ead4',
      floor: '#c07a55',
      window: [780, 120, 300, 260],
      view: { hour: 'morning', sun: [300, 200], seed: 38 },
      beyond: hills(800, 300, '#86ab8a') + fruitTree(700, 860, 2.2),
      frame: '#3f76b5',
    }),
    rect(0, 400, 1200, 174, 'url(#tiles)'),
    shape('M90 590V330q0-160 170-160t170 160v260z', '#e7d3b0'),
    shape('M160 480v-90q0-90 100-90t100 90v90z', '#3a2a26'),
    shape('M190 480q0-60 44-90 0 30 26 40 10-40 34-60 50 60 30 110z', '#f28a3c'),
    stroke('M130 500h260', '#b08d5f', 18, 'stroke-linecap="round"'),
    beams('#7a5238'),
    stroke(
      numbers(5)
        .map((i) => `M${520 + i * 52} 78v60`)
        .join(''),
      '#7a5238',
      4,
    ),
    shape(
      numbers(5)
        .map((i) => `M${502 + i * 52} 138q18 60 36 0z`)
        .join(''),
      '#d0593f',
    ),
    oval(640, 770, 400, 22, '#000', 'opacity=".14"'),
    rect(260, 610, 760, 34, '#8a5f41', 'rx="8"'),
    stroke('M310 644v126M970 644v126', '#7a5238', 26),
    group(
      'translate(470 610)',
      shape('M-80 0q0-56 80-56T80 0z', '#d9a05b'),
      stroke('M-40-20l20-26M-6-22l20-28M28-18l18-24', '#fff3d6', 6, 'stroke-linecap="round"'),
    ),
    group(
      'translate(640 610)',
      shape('M-26 0v-80q0-20 8-26v-44h36v44q8 6 8 26V0z', '#5d7f5a'),
      rect(-26, -66, 52, 34, '#fff3d6'),
    ),
    group(
      'translate(800 610)',
      shape('M-70 0q-20-44-20-54H90q0 10-20 54z', '#3f76b5'),
      disc(-34, -60, 26, '#d0593f'),
      disc(14, -68, 28, '#8fae5a'),
      disc(54, -58, 22, '#d0593f'),
    ),
  );

const farmEvening = () =>
  sheet(
    'An evening on the threshing floor',
    backdrop({ hour: 'dusk', sun: [300, 380], seed: 39 }),
    hills(470, 200, '#57487f'),
    hills(480, 110, '#443c6c', -200, 1400),
    farm(true),
    shape('M0 466h1200v334H0z', '#5a4a66'),
    oval(560, 690, 470, 92, '#8a6f78'),
    oval(560, 684, 440, 80, '#a08288'),
    tableWithChairs(430, 740, 0.9),
    tableWithChairs(720, 740, 0.9),
    umbrellaPine(1100, 520, 1.1, '#2c3f4f', '#3a2f48'),
    fruitTree(90, 560, 0.9, '#2f4a52', '#d98b62'),
    bulbs(120, 330, 480, 80),
    bulbs(590, 330, 500, 80),
  );

const tent = (x: number, y: number, size: number, lit: boolean) =>
  group(
    `translate(${x} ${y}) scale(${size})`,
    rect(-190, -10, 380, 26, lit ? '#4a3a40' : '#b08a5e'),
    shape('M-170-10L-120-140 0-230l120 90 50 130z', lit ? '#f2c98a' : '#f6ecd6'),
    shape('M0-230l120 90 50 130H60z', '#000', 'opacity=".08"'),
    shape('M0-200L-54-10H54z', lit ? '#ffe3a0' : '#6b5a4a'),
    shape('M0-200q-50 60-66 190h34q4-120 32-190q28 70 32 190h34Q50-140 0-200z', lit ? '#e7b06a' : '#fffaf0'),
    stroke('M-120-140L-250 0M120-140L250 0M0-230v-24', lit ? '#4a3a40' : '#8a6a4c', 4),
  );

const tentsPines = () =>
  sheet(
    'Tents under umbrella pines',
    backdrop({ hour: 'day', horizon: 330, sun: [1010, 130], seed: 40 }),
    shape('M0 330q300 60 560 20t640-10v460H0z', '#f0dcae'),
    stroke(
      'M80 400q20-50 10-70m30 70q-4-40 20-60M980 410q10-50-4-72m34 72q0-44 24-60',
      '#8fa66a',
      7,
      'stroke-linecap="round"',
    ),
    umbrellaPine(220, 560, 1.5),
    umbrellaPine(1000, 540, 1.4, '#4b7f5c'),
    umbrellaPine(640, 470, 0.8, '#5f8f68'),
    shape('M0 560q400-70 1200 10v230H0z', '#e3c98f'),
    tent(600, 690, 1.15, false),
    tent(1000, 610, 0.6, false),
    tent(230, 600, 0.55, false),
    stroke('M600 720q20 50-60 80', '#f6ead0', 30, 'stroke-linecap="round"'),
  );

const tentsInside = () =>
  sheet(
    'A real bed under canvas',
    rect(0, 0, 1200, 800, '#efe0c0'),
    polygon(
      [
        [600, -40],
        [0, 260],
        [0, 620],
        [400, 560],
      ],
      '#f7ecd2',
    ),
    polygon(
      [
        [600, -40],
        [1200, 260],
        [1200, 620],
        [800, 560],
      ],
      '#e6d3aa',
    ),
    seenThrough(
      [400, 120, 400, 470],
      { hour: 'evening', horizon: 470, sun: [600, 380], seed: 41 },
      shape('M0 800V600q500-90 1200 0v200z', '#d9b483'),
      rect(400, 120, 400, 470, '#000'),
    ),
    shape('M400 110h230q-140 160-150 480h-80z', '#fffaf0'),
    shape('M800 110H570q140 160 150 480h80z', '#f3e6c8'),
    stroke('M600 0v110', '#8a6a4c', 12),
    disc(600, 160, 90, '#ffe6a6', 'opacity=".45"'),
    rect(578, 116, 44, 66, '#ffe3a0', 'rx="10"'),
    rect(570, 104, 60, 14, '#4a3a40'),
    rect(0, 590, 1200, 210, '#b98a5e'),
    stroke(
      numbers(9)
        .map((i) => `M${600 + (i - 4) * 110} 590L${600 + (i - 4) * 230} 800`)
        .join(''),
      '#00000018',
      4,
    ),
    rug(600, 735, 360, '#b4483c', '#f1e2c4'),
    bed(90, 700, 0.95, '#6f8f6a'),
    bedside(900, 690, 1),
    lamp(900, 572, 0.85),
    potted(1080, 690, 0.9),
  );

const tentsStars = () =>
  sheet(
    'Night over the dunes',
    backdrop({ hour: 'night', sun: [470, 140], seed: 42 }),
    shape('M0 520q300-60 620-10t580-20v310H0z', '#1c2852'),
    umbrellaPine(150, 620, 1.4, '#101a3a', '#0c1430'),
    umbrellaPine(1060, 600, 1.5, '#101a3a', '#0c1430'),
    shape('M0 620q400-60 1200 0v180H0z', '#141d40'),
    tent(620, 690, 1.2, true),
    tent(980, 620, 0.55, true),
    oval(620, 720, 300, 30, '#ffcf70', 'opacity=".18"'),
    group(
      'translate(330 730)',
      shape('M-30 0q-14-50 20-80 0 26 16 34 4-30 22-44 24 50-2 90z', '#f28a3c'),
      shape('M-8 0q-4-24 12-40 16 20 8 40z', '#ffe3a0'),
      stroke('M-56 6L44-6M-44-6L56 6', '#5a4232', 12, 'stroke-linecap="round"'),
    ),
  );

export const COUNTRY_PICTURES: Record<string, () => string> = {
  'blackberry-farm-vines.svg': farmVines,
  'blackberry-farm-kitchen.svg': farmKitchen,
  'blackberry-farm-evening.svg': farmEvening,
  'dune-tents-pines.svg': tentsPines,
  'dune-tents-inside.svg': tentsInside,
  'dune-tents-stars.svg': tentsStars,
};
