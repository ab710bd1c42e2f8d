import { house, row, TILES, town } from './houses.ts';
import { backdrop } from './light.ts';
import { bulbs, bunting, fruitTree, gulls, hills, sailboat, tableWithChairs } from './outdoors.ts';
import { beams, bed, bedside, books, framed, lamp, potted, room, rug } from './rooms.ts';
import { box, group, numbers, oval, rect, shape, sheet, stroke } from './shapes.ts';

/** Roofs of the old town, one above the other, down to the river. */
function roofs(isDusk: boolean): string {
  const walls = isDusk
    ? ['#8d7fa8', '#a58bb0', '#77709f', '#b394a8']
    : ['#fff1dc', '#f7d9b4', '#fbe7d0', '#f2c7a8'];
  const tiles = isDusk ? ['#70476b', '#5f3f68', '#814f6c'] : ['#d2694a', '#c05a44', '#df7d55'];
  const trim = isDusk ? '#c9b3c4' : '#fffaf0';
  const layer = (plans: readonly (readonly [number, number, number, number])[], pane: string) =>
    town(
      plans.map(([x, base, width, height], index) => ({
        x,
        base,
        width,
        height,
        wall: walls[index % 4] ?? '',
        roof: tiles[index % 3] ?? '',
        grid: [index % 3 ? 3 : 2, 2],
      })),
      { pane, trim },
    );
  return (
    layer(
      [
        [-20, 580, 190, 170],
        [310, 580, 150, 140],
        [150, 600, 170, 200],
        [760, 590, 170, 170],
        [1080, 580, 170, 170],
        [910, 610, 200, 230],
      ],
      isDusk ? '#ffd27a' : '#7f9ab2',
    ) +
    layer(
      [
        [-40, 800, 230, 250],
        [370, 800, 200, 190],
        [180, 800, 200, 230],
        [560, 800, 190, 170],
        [930, 800, 290, 240],
        [740, 800, 210, 260],
      ],
      isDusk ? '#ffc95e' : '#6b86a0',
    )
  );
}

const dome = (x: number, y: number, color: string, shade: string): string =>
  group(
    `translate(${x} ${y})`,
    rect(-90, -120, 180, 130, color),
    shape('M-76-120a76 84 0 0 1 152 0z', color),
    rect(-14, -236, 28, 40, color),
    stroke('M0-236v-34M-10-258h20', shade, 5),
    shape('M20-202a76 84 0 0 1 56 82v130H20z', shade, 'opacity=".25"'),
    shape(`${box(-60, -90, 30, 60)}${box(-15, -90, 30, 60)}${box(30, -90, 30, 60)}`, shade, 'opacity=".5"'),
  );

const seaLoftRoofs = () =>
  sheet(
    'Roofs of Alfama above the river in the evening',
    backdrop({ hour: 'evening', horizon: 350, sun: [620, 262], seed: 3 }),
    hills(352, 60, '#8d6391'),
    sailboat(520, 420, 0.5),
    sailboat(690, 392, 0.3, '#ffe9d0', '#6c4f80'),
    dome(1010, 430, '#fbe7d0', '#a56b86'),
    roofs(false),
    gulls(300, 150, '#fff4e0'),
  );

const seaLoftRoom = () =>
  sheet(
    'The loft: a bed below a wide window to the river',
    room({
      wall: '#f3e4cf',
      floor: '#c99a6b',
      window: [560, 130, 500, 320],
      view: { hour: 'morning', horizon: 430, sun: [820, 200], seed: 5 },
      beyond: hills(432, 90, '#8fb3b8') + sailboat(420, 560, 1) + sailboat(900, 500, 0.6),
      curtain: '#e9f1ef',
    }),
    beams('#8a5f41'),
    framed(150, 150, 1),
    rug(560, 730, 330, '#3f7f8f', '#e9d3ae'),
    bed(110, 690, 1.1, '#4f93a3'),
    bedside(760, 640, 1),
    lamp(760, 522, 0.8),
    potted(1090, 680, 1.1),
  );

const seaLoftDusk = () =>
  sheet(
    'Lit windows under the moon',
    backdrop({ hour: 'dusk', horizon: 350, sun: [760, 300], seed: 9 }),
    hills(352, 50, '#3d3669'),
    sailboat(610, 420, 0.45, '#f6d7c8', '#35305f'),
    dome(1010, 430, '#6f6394', '#2c2857'),
    roofs(true),
    bulbs(-20, 470, 640, 40),
    bulbs(560, 500, 700, 36),
  );

const tileHouseFront = () =>
  sheet(
    'A house front of blue tiles',
    `<defs>${TILES}</defs>`,
    backdrop({ hour: 'day', sun: [1040, 120] }),
    row(
      [
        { base: 700, width: 250, height: 470, wall: '#f6c98f', grid: [2, 3], shutters: '#5d8f77' },
        {
          base: 700,
          width: 640,
          height: 570,
          wall: 'url(#tiles)',
          grid: [4, 3],
          roof: '#c8694a',
          balconies: '#2f4858',
          door: ['#2f6b57', 1],
        },
        { base: 700, width: 330, height: 430, wall: '#f3a99b', grid: [2, 3], shutters: '#fff3d6' },
      ],
      -10,
    ),
    rect(0, 700, 1200, 100, '#d9cfc0'),
    stroke('M0 734h1200M0 770h1200', '#b9ac99', 4),
    stroke('M0 756h1200', '#7d7468', 7),
    stroke('M0 60q600 70 1200 20', '#43525c', 3),
    potted(300, 712, 0.6),
    potted(700, 712, 0.7),
    bunting(0, 150, 1200, 30),
  );

const tileHouseCourtyard = () =>
  sheet(
    'A courtyard with a lemon tree',
    `<defs>${TILES}</defs>`,
    backdrop({ hour: 'morning', sun: [980, 120] }),
    rect(0, 170, 1200, 450, '#fbeedb'),
    rect(0, 470, 1200, 150, 'url(#tiles)'),
    rect(0, 462, 1200, 12, '#d9c3a0'),
    house({
      x: 770,
      base: 620,
      width: 380,
      height: 400,
      wall: '#f7d9b4',
      grid: [2, 2],
      door: ['#2f6b57', 0],
      shutters: '#5d8f77',
    }),
    shape('M0 160h760v22H0z', '#c8694a'),
    rect(0, 620, 1200, 180, '#d8b996'),
    stroke(
      ['M0 660h1200M0 716h1200', ...numbers(7).map((i) => `M${i * 240 - 240} 800L${i * 170 + 90} 620`)].join(
        '',
      ),
      '#bd9c78',
      4,
    ),
    oval(330, 700, 250, 26, '#000', 'opacity=".12"'),
    fruitTree(300, 690, 1.6),
    tableWithChairs(690, 760, 1),
    potted(1130, 740, 1, '#5d8f77', '#3f76b5'),
    potted(60, 760, 0.9, '#6f9f6a'),
  );

const tileHouseLibrary = () =>
  sheet(
    'The library with its piano',
    room({
      wall: '#42635f',
      floor: '#a8744a',
      window: [860, 130, 230, 330],
      view: { hour: 'evening', seed: 4, sun: [600, 420] },
      beyond: dome(560, 760, '#f3c79a', '#7a4a6a'),
      frame: '#f4e6cd',
      curtain: '#d98b62',
    }),
    ...[200, 350, 500].map((y, index) => books(70, y, 520, index * 3 + 1)),
    stroke('M70 80V590M590 80V590M70 84h520', '#7a5238', 12),
    rug(640, 720, 380, '#8f3f3f', '#e7c795'),
    group(
      'translate(470 690)',
      rect(0, -210, 330, 150, '#2b211f', 'rx="8"'),
      rect(-16, -90, 362, 26, '#1d1615'),
      rect(0, -84, 330, 14, '#fffaf0'),
      stroke(
        numbers(15)
          .map((i) => `M${22 * i + 10}-84v8`)
          .join(''),
        '#1d1615',
        9,
      ),
      stroke('M14-64V0M316-64V0', '#2b211f', 18),
      rect(110, -180, 110, 66, '#fff8ea'),
    ),
    lamp(560, 480, 0.7),
    rect(560, 640, 150, 22, '#8f3f3f', 'rx="8"'),
    stroke('M576 662v58M694 662v58', '#2b211f', 10),
    potted(1130, 700, 1.2),
  );

export const ALFAMA_PICTURES: Record<string, () => string> = {
  'sea-loft-roofs.svg': seaLoftRoofs,
  'sea-loft-room.svg': seaLoftRoom,
  'sea-loft-dusk.svg': seaLoftDusk,
  'tile-house-front.svg': tileHouseFront,
  'tile-house-courtyard.svg': tileHouseCourtyard,
  'tile-house-library.svg': tileHouseLibrary,
};
