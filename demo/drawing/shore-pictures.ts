import { backdrop } from './light.ts';
import { cliff, gulls, lighthouse, palm, sailboat, umbrellaPine } from './outdoors.ts';
import { beams, bed, bedside, framed, lamp, potted, room, rug } from './rooms.ts';
import { box, disc, group, numbers, polygon, rect, shape, sheet, stroke } from './shapes.ts';

const villa = (x: number, base: number, lit: boolean) =>
  group(
    `translate(${x} ${base})`,
    rect(0, -150, 430, 150, lit ? '#d9cfd6' : '#fffaf2'),
    rect(150, -270, 240, 130, lit ? '#c9bfcc' : '#f6efe4'),
    rect(-16, -166, 462, 18, '#c8694a'),
    rect(136, -286, 268, 18, '#c8694a'),
    shape(
      `${box(40, -110, 120, 110)}${box(190, -110, 190, 110)}${box(180, -240, 80, 80)}${box(286, -240, 80, 80)}`,
      lit ? '#ffd27a' : '#8fc3d0',
    ),
    stroke('M100-110V0M253-110V0M316-110V0M220-240v80M326-240v80', '#fffaf2', 6),
    stroke('M136-164v-30h268v30', '#6b8790', 4),
  );

const villaCliff = () =>
  sheet(
    'The villa and its lighthouse above the rocks',
    backdrop({ hour: 'evening', horizon: 470, sun: [250, 380], seed: 31 }),
    cliff(430, 760, '#a8727f', '#8f9a6a', true),
    lighthouse(640, 446, 0.85),
    villa(720, 446, false),
    palm(1170, 440, 0.8),
    umbrellaPine(700, 446, 0.5, '#56704f'),
    sailboat(230, 580, 0.8),
    gulls(420, 170, '#fff4e0'),
  );

const villaPool = () =>
  sheet(
    'The warm pool',
    backdrop({ hour: 'day', horizon: 330, sun: [220, 120], seed: 32 }),
    sailboat(180, 380, 0.4),
    sailboat(330, 366, 0.28),
    villa(690, 480, false),
    shape('M0 470h1200v330H0z', '#efe2cc'),
    rect(0, 452, 640, 24, '#5d8f6f', 'rx="12"'),
    shape('M230 540h640l190 200H60z', '#fffaf2'),
    shape('M254 556h596l160 168H104z', '#3fb3c9'),
    stroke(
      'M330 600h90M520 580h120M690 620h80M300 660h140M560 680h160M800 690h60',
      '#dff7fb',
      6,
      'stroke-linecap="round"',
    ),
    group(
      'translate(980 560)',
      stroke(
        'M-70 0l16-30h120l26-50M-40-2v24M60-2v24',
        '#c8694a',
        12,
        'stroke-linecap="round" stroke-linejoin="round"',
      ),
    ),
    palm(70, 520, 1.2),
    palm(1140, 500, 1),
    group('translate(520 640)', disc(0, 0, 44, '#e4574c'), disc(0, 0, 20, '#3fb3c9')),
  );

const villaRoom = () =>
  sheet(
    'The room by the fire',
    room({
      wall: '#efe6dc',
      floor: '#b58d68',
      window: [620, 110, 480, 360],
      view: { hour: 'dusk', horizon: 470, sun: [340, 400], seed: 33 },
      beyond: cliff(430, 430, '#4a3f66', '#5f5a7c', true) + lighthouse(900, 446, 1.1),
    }),
    rect(120, 250, 300, 340, '#d9cbb9'),
    rect(90, 230, 360, 30, '#8a6a4c'),
    shape('M190 590V430q80-70 160 0v160z', '#33262a'),
    shape('M220 590q-20-60 30-100 0 40 24 50 0-40 30-70 40 60 10 120z', '#f28a3c'),
    shape('M246 590q-6-30 20-52 22 24 10 52z', '#ffd27a'),
    framed(206, 60, 0.95),
    rug(620, 730, 360, '#8a5a72', '#efdcc2'),
    group(
      'translate(560 700)',
      rect(0, -130, 440, 90, '#5f7f8a', 'rx="22"'),
      rect(-20, -100, 60, 90, '#527079', 'rx="18"'),
      rect(400, -100, 60, 90, '#527079', 'rx="18"'),
      rect(20, -70, 400, 50, '#6f909b', 'rx="14"'),
      rect(70, -126, 80, 66, '#f0c15a', 'rx="12"'),
      rect(300, -126, 80, 66, '#e98b6d', 'rx="12"'),
      stroke('M10-14V0M430-14V0', '#4a3a30', 12),
    ),
    potted(1120, 690, 1.2),
  );

const cabin = (x: number, y: number, size: number, lit: boolean) =>
  group(
    `translate(${x} ${y}) scale(${size})`,
    rect(-110, -150, 220, 150, lit ? '#7a5238' : '#c08a58'),
    stroke(
      numbers(6)
        .map((i) => `M-110 ${-128 + i * 25}h220`)
        .join(''),
      '#00000022',
      4,
    ),
    polygon(
      [
        [-140, -146],
        [0, -240],
        [140, -146],
      ],
      '#3d5560',
    ),
    rect(-80, -110, 70, 60, lit ? '#ffd27a' : '#a9d6e6'),
    stroke('M-45-110v60M-80-80h70', '#fff6e6', 5),
    rect(24, -118, 60, 118, '#2f6b7f'),
    rect(-130, -6, 260, 14, '#8a6a4c'),
  );

const board = (x: number, y: number, turn: number, color: string, stripe: string) =>
  group(
    `translate(${x} ${y}) rotate(${turn})`,
    shape('M0 0q-58-60-54-240Q-44-410 0-460q44 50 54 220Q58-60 0 0z', color),
    stroke('M0-10v-440', stripe, 7),
    shape('M-50-300h100l2 40H-52z', stripe),
  );

const cabinsCliff = () =>
  sheet(
    'Three cabins on the cliff',
    backdrop({ hour: 'evening', horizon: 400, sun: [930, 310], seed: 34 }),
    stroke(
      'M640 470q60-40 130 0t130 0 130 0 170 0M560 540q70-50 150 0t150 0 150 0 190 0M700 620q70-44 140 0t140 0 220 0',
      '#ffe9d6',
      9,
      'stroke-linecap="round" opacity=".75"',
    ),
    cliff(440, 640, '#b98468', '#8f9a6a'),
    shape('M0 800V470q300-70 560 20l60 310z', '#9aa36c'),
    cabin(120, 560, 0.95, false),
    cabin(330, 600, 1.05, false),
    cabin(520, 660, 0.9, false),
    stroke('M60 800q90-140 250-170', '#e2cfa0', 26, 'stroke-linecap="round"'),
    gulls(760, 150, '#fff4e0'),
  );

const cabinsBoards = () =>
  sheet(
    'Boards at the rack',
    backdrop({ hour: 'day', horizon: 360, sun: [180, 120], seed: 35 }),
    stroke('M0 430q70-50 150 0t150 0 150 0 150 0 150 0 150 0 150 0 150 0', '#fff', 10, 'opacity=".8"'),
    shape('M0 800V520q400-60 1200 0v280z', '#f0d9a8'),
    stroke('M260 700V360M960 700V360M220 420h790M220 600h790', '#8a6a4c', 20, 'stroke-linecap="round"'),
    board(360, 730, -5, '#fff6e6', '#e4574c'),
    board(500, 740, 3, '#f2b93b', '#fff6e6'),
    board(640, 726, -3, '#2f8f8a', '#fff6e6'),
    board(790, 744, 4, '#fff6e6', '#3f76b5'),
    board(910, 730, 9, '#e98b6d', '#fff6e6'),
    cabin(1080, 540, 0.8, false),
    gulls(640, 120, '#fff'),
  );

const cabinsInside = () =>
  sheet(
    'Pine, wool and the horizon',
    room({
      wall: '#d9ab74',
      floor: '#a8744a',
      window: [520, 130, 560, 290],
      view: { hour: 'evening', horizon: 430, sun: [820, 320], seed: 36 },
      beyond: stroke('M0 540q90-60 190 0t190 0 190 0 190 0 190 0 250 0', '#ffe9d6', 14, 'opacity=".7"'),
      frame: '#f6e4c8',
    }),
    stroke(
      numbers(9)
        .map((i) => `M0 ${50 + i * 64}h1200`)
        .join(''),
      '#00000014',
      4,
    ),
    beams('#8a5f41'),
    board(270, 600, -6, '#f6efe2', '#e4574c'),
    rug(600, 730, 340, '#3d6f7f', '#f1e2c4'),
    bed(500, 694, 1.05, '#b4483c', '#8a5f41'),
    bedside(400, 690, 0.9),
    lamp(400, 584, 0.8),
    potted(110, 700, 0.9),
  );

export const SHORE_PICTURES: Record<string, () => string> = {
  'lighthouse-villa-cliff.svg': villaCliff,
  'lighthouse-villa-pool.svg': villaPool,
  'lighthouse-villa-room.svg': villaRoom,
  'surf-cabins-cliff.svg': cabinsCliff,
  'surf-cabins-boards.svg': cabinsBoards,
  'surf-cabins-inside.svg': cabinsInside,
};
