import { house } from './houses.ts';
import { backdrop } from './light.ts';
import { cliff, hills, lighthouse, rowboat, sailboat } from './outdoors.ts';
import { bed, bedside, framed, lamp, porthole, potted, room, rug } from './rooms.ts';
import { group, polygon, shape, sheet, stroke } from './shapes.ts';

const double = () =>
  sheet(
    'The bay double',
    room({
      wall: '#e4eef0',
      floor: '#c79b6c',
      window: [720, 80, 300, 490],
      view: { hour: 'morning', horizon: 420, sun: [640, 240], seed: 24 },
      beyond: sailboat(520, 560, 1) + hills(422, 80, '#9cc0bb'),
      curtain: '#f6c65c',
    }),
    framed(200, 150, 1.1),
    framed(390, 180, 0.8, '#f6e0a8'),
    rug(560, 728, 320, '#2f8f8a', '#f4e3c2'),
    bed(80, 694, 1.1, '#f0c15a'),
    bedside(1120, 650, 0.95, '#7a5a3e'),
    lamp(1120, 538, 0.85),
  );

/** One leaf of the French window, opened inwards. Mirrored, it is the right one. */
const leaf = () =>
  shape('M300 90L130 40v760h170z', '#fffaf0') +
  shape('M278 130L156 96v304h122zM278 440l-122 10v270l122-20z', '#b9dce6');

const doubleWindow = () =>
  sheet(
    'The French window, open to the bay',
    backdrop({ hour: 'day', horizon: 420, sun: [760, 170], seed: 25 }),
    hills(422, 70, '#7fae9f'),
    sailboat(500, 530, 0.9),
    rowboat(740, 600, 0.7, '#d0593f'),
    rowboat(420, 640, 0.55, '#f0c15a'),
    shape('M0 0h1200v800H0zM300 90v710h600V90z', '#f3ead9', 'fill-rule="evenodd"'),
    stroke('M300 800V90h600v710', '#fffaf0', 26),
    leaf(),
    group('translate(1200 0) scale(-1 1)', leaf()),
    stroke('M300 640h600M300 790h600', '#2f4858', 8),
    stroke('M300 715h600', '#2f4858', 150, 'stroke-dasharray="8 46"'),
    potted(400, 790, 0.8),
    potted(820, 790, 0.7, '#5d8f77', '#3f76b5'),
  );

const atticRoom = () =>
  sheet(
    'Under the roof, with a porthole',
    room({ wall: '#f6ead6', floor: '#b98a5e' }),
    porthole(
      [645, 235, 125],
      { hour: 'evening', horizon: 470, sun: [360, 330], seed: 28 },
      cliff(440, 560, '#8a5a72', '#a56b78', true) + lighthouse(800, 452, 1.1),
    ),
    polygon(
      [
        [0, 0],
        [420, 0],
        [0, 470],
      ],
      '#e2cfae',
    ),
    polygon(
      [
        [1200, 0],
        [860, 0],
        [1200, 470],
      ],
      '#d8c29e',
    ),
    stroke('M420 0L0 470M860 0l340 470', '#8a5f41', 22),
    stroke('M210 0L0 236M1010 0l190 262', '#8a5f41', 14),
    rug(600, 734, 330, '#5f6f9e', '#f1e2c4'),
    bed(330, 700, 1.1, '#6b7bb0', '#8a5f41'),
    bedside(220, 690, 1),
    lamp(220, 572, 0.85),
    potted(1040, 690, 1),
  );

const atticView = () =>
  sheet(
    'The lighthouse of Santa Marta',
    backdrop({ hour: 'dusk', horizon: 480, sun: [330, 420], seed: 29 }),
    polygon(
      [
        [855, 232],
        [0, 90],
        [0, 250],
      ],
      '#ffe7a0',
      'opacity=".22"',
    ),
    cliff(430, 620, '#4a3f66', '#5f5a7c', true),
    lighthouse(860, 440, 1.05),
    house({
      x: 960,
      base: 446,
      width: 170,
      height: 90,
      wall: '#e6d7dc',
      roof: '#70476b',
      grid: [3, 1],
      lit: [0, 2],
    }),
    sailboat(300, 590, 0.8, '#f6d7c8', '#35305f'),
  );

export const PIER_ROOM_PICTURES: Record<string, () => string> = {
  'pier-double-room.svg': double,
  'pier-double-window.svg': doubleWindow,
  'pier-attic-room.svg': atticRoom,
  'pier-attic-view.svg': atticView,
};
