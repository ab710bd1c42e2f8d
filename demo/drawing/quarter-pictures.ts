import { house, row, town } from './houses.ts';
import { backdrop } from './light.ts';
import { bunting, hills, tableWithChairs } from './outdoors.ts';
import { bed, bedside, framed, lamp, potted, room, rug } from './rooms.ts';
import { box, disc, group, numbers, oval, rect, shape, sheet, stroke } from './shapes.ts';

/** The funicular's car from the front. */
const tram = (x: number, y: number) =>
  group(
    `translate(${x} ${y})`,
    oval(0, 6, 130, 16, '#000', 'opacity=".15"'),
    rect(-104, -250, 208, 240, '#f2b93b', 'rx="22"'),
    rect(-92, -284, 184, 44, '#fff3d6', 'rx="16"'),
    shape(
      `${box(-84, -214, 50, 84)}${box(-26, -214, 52, 84)}${box(34, -214, 50, 84)}`,
      '#5b8299',
      'stroke="#fff3d6" stroke-width="7"',
    ),
    rect(-104, -112, 208, 18, '#fff3d6'),
    disc(0, -62, 20, '#fff6d0'),
    rect(-30, -276, 60, 24, '#3d4a52', 'rx="5"'),
    rect(-112, -20, 224, 22, '#3d4a52', 'rx="6"'),
  );

const bicaTram = () =>
  sheet(
    'The yellow funicular climbs the street',
    backdrop({ hour: 'morning', horizon: 330, sun: [600, 190], seed: 6, distant: true }),
    hills(332, 40, '#8fb3b8'),
    shape('M-80 800L420 360H760L1280 800z', '#cfc2b0'),
    stroke('M440 800L560 360M690 800L626 360', '#8b8175', 6),
    town(
      [
        { x: 240, base: 640, width: 170, height: 380, wall: '#f6e0a8', grid: [2, 3] },
        { x: 790, base: 640, width: 170, height: 360, wall: '#fbe7d0', roof: '#b85c42', grid: [2, 3] },
      ],
      { pane: '#6b86a0', trim: '#fffaf0' },
    ),
    house({
      x: -60,
      base: 800,
      width: 300,
      height: 640,
      wall: '#f3a99b',
      grid: [2, 4],
      balconies: '#3d4a52',
    }),
    house({
      x: 960,
      base: 800,
      width: 300,
      height: 600,
      wall: '#8fb9c9',
      grid: [2, 4],
      balconies: '#3d4a52',
      door: ['#7a3f3a', 0],
    }),
    tram(566, 720),
    stroke('M0 210Q600 330 1200 190', '#43525c', 3),
    bunting(120, 230, 960, 60),
  );

const bicaRoom = () =>
  sheet(
    'One room, one balcony',
    room({
      wall: '#fbe9d8',
      floor: '#b98a5e',
      window: [700, 90, 300, 470],
      view: { hour: 'morning', horizon: 520, seed: 11, sun: [640, 300] },
      beyond: row(
        [
          { base: 800, width: 420, height: 380, wall: '#f3a99b', grid: [2, 2] },
          { base: 800, width: 520, height: 300, wall: '#f6e0a8', grid: [3, 2] },
        ],
        150,
      ),
      curtain: '#f2c14e',
    }),
    framed(250, 140, 1.2, '#f6e0a8'),
    rug(500, 730, 300, '#e0a13b', '#fff3d6'),
    bed(90, 690, 1.05, '#e98b6d'),
    bedside(1120, 650, 0.9),
    lamp(1120, 544, 0.8),
    potted(660, 640, 0.8),
  );

const belemWindow = () =>
  sheet(
    'A quiet room, the tower at the river',
    room({
      wall: '#dfe7dc',
      floor: '#b58d68',
      window: [470, 120, 420, 340],
      view: { hour: 'evening', horizon: 520, sun: [300, 380], seed: 14 },
      beyond: group(
        'translate(760 560)',
        rect(-80, -320, 160, 330, '#f6dcb8'),
        rect(-96, -340, 192, 26, '#e7c498'),
        shape(
          numbers(5)
            .map((i) => box(-96 + i * 42, -366, 24, 26))
            .join(''),
          '#e7c498',
        ),
        rect(-170, -110, 340, 120, '#ecd0a6'),
        shape(`${box(-30, -260, 60, 70)}${box(-120, -70, 30, 40)}${box(90, -70, 30, 40)}`, '#8a5a72'),
      ),
      curtain: '#fff6e6',
    }),
    rug(620, 730, 280, '#6f8f8a', '#f1e2c4'),
    bed(120, 690, 0.95, '#7fa79a'),
    bedside(690, 650, 0.9),
    lamp(690, 542, 0.8),
    framed(1000, 170, 1),
  );

const belemStreet = () =>
  sheet(
    'The bakery below',
    backdrop({ hour: 'morning', sun: [1050, 110] }),
    row(
      [
        { base: 690, width: 330, height: 420, wall: '#cfe0e6', grid: [2, 2], shutters: '#3f76b5' },
        {
          base: 690,
          width: 540,
          height: 520,
          wall: '#fff6e6',
          grid: [3, 3],
          door: ['#3f76b5', 1],
          balconies: '#3d4a52',
        },
        { base: 690, width: 360, height: 390, wall: '#f7d9b4', grid: [2, 2], shutters: '#5d8f77' },
      ],
      -10,
    ),
    shape('M330 500h520l40 70H290z', '#3f76b5'),
    shape(
      numbers(5)
        .map((i) => `M${340 + i * 108} 500h52l${(i - 2) * 8 + 2} 70h-56z`)
        .join(''),
      '#fff',
    ),
    rect(0, 690, 1200, 110, '#d9cfc0'),
    stroke('M0 726h1200M0 764h1200', '#bdb09d', 4),
    tableWithChairs(210, 760, 0.7),
    tableWithChairs(990, 764, 0.7),
    potted(905, 706, 0.6),
  );

export const QUARTER_PICTURES: Record<string, () => string> = {
  'bica-studio-tram.svg': bicaTram,
  'bica-studio-room.svg': bicaRoom,
  'belem-room-window.svg': belemWindow,
  'belem-room-street.svg': belemStreet,
};
