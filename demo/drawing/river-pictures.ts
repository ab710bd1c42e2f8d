import { house } from './houses.ts';
import { backdrop } from './light.ts';
import { bridge, bulbs, gulls, hills, palm, rowboat, sailboat, tableWithChairs } from './outdoors.ts';
import { beams, bed, bedside, lamp, porthole, potted, room, rug } from './rooms.ts';
import { box, disc, group, numbers, rect, shape, sheet, stroke } from './shapes.ts';

const riverBoat = (y: number, lit: boolean) =>
  group(
    `translate(0 ${y})`,
    shape('M210-30q300 60 760-20l70-60q-24 150-110 190H330Q250 60 210-30z', lit ? '#3a2f55' : '#b4483c'),
    stroke('M226-6Q560 66 1000-54', lit ? '#ffcf70' : '#fff3d6', 9),
    rect(400, -130, 400, 140, lit ? '#554a78' : '#fff6e6', 'rx="10"'),
    rect(380, -146, 440, 20, lit ? '#2c2448' : '#2f6b7f', 'rx="8"'),
    shape(
      numbers(5)
        .map((i) => box(430 + i * 74, -100, 44, 52))
        .join(''),
      lit ? '#ffd27a' : '#8fc3d0',
    ),
    stroke('M330 0v-330', '#6b4b36', 12),
    shape('M338-320q120 90 150 170-80 10-150 0z', lit ? '#8a7fae' : '#f4c98a', lit ? 'opacity=".6"' : ''),
    stroke('M336-322L200-40M336-322L960-86', lit ? '#8a7fae' : '#6b4b36', 3),
  );

const tideBoatDock = () =>
  sheet(
    'An old river boat under the red bridge',
    backdrop({ hour: 'day', horizon: 470, sun: [170, 130], seed: 12 }),
    hills(472, 80, '#6f9f90'),
    bridge(300, '#c8503f'),
    rowboat(1080, 560, 0.7, '#2f6b7f'),
    riverBoat(620, false),
    shape('M0 690h1200v110H0z', '#a67c52'),
    stroke(
      numbers(13)
        .map((i) => `M${i * 96 + 20} 690v110`)
        .join(''),
      '#86613e',
      5,
    ),
    stroke('M140 690v-60M700 690v-60M1120 690v-60', '#5a4232', 26, 'stroke-linecap="round"'),
    stroke('M140 640Q200 690 240 610M1120 640q-40 60-110-60', '#f1e2c4', 5),
    gulls(760, 120, '#fff'),
  );

const tideBoatCabin = () =>
  sheet(
    'A cabin with two portholes',
    room({ wall: '#c99c68', floor: '#8a5f3f' }),
    stroke(
      numbers(8)
        .map((i) => `M0 ${60 + i * 70}h1200`)
        .join(''),
      '#a97c4b',
      4,
    ),
    porthole(
      [360, 290, 110],
      { hour: 'day', horizon: 420, seed: 2, sun: [820, 180] },
      sailboat(520, 560, 1.4),
    ),
    porthole([880, 290, 110], { hour: 'day', horizon: 420, seed: 7, sun: [300, 180], id: 'p' }, ''),
    beams('#6b4530'),
    bed(330, 700, 1.15, '#2f6b7f', '#6b4530'),
    bedside(180, 700, 1.1, '#6b4530'),
    lamp(180, 568, 0.85),
    rug(560, 752, 240, '#b4483c', '#f1e2c4'),
    stroke('M620 40v96', '#6b4530', 5),
    disc(620, 170, 74, '#ffe6a6', 'opacity=".35"'),
    shape('M590 136h60l14 60h-88z', '#f7dfae'),
  );

const tideBoatNight = () =>
  sheet(
    'The boat at night, the bridge above',
    backdrop({ hour: 'night', horizon: 470, sun: [980, 130], seed: 8 }),
    hills(472, 70, '#18234c'),
    stroke(
      numbers(26)
        .map((i) => `M${i * 47 + 10} ${462 - ((i * 13) % 22)}h0`)
        .join(''),
      '#ffcf70',
      6,
      'stroke-linecap="round"',
    ),
    bridge(290, '#5a3658'),
    stroke(
      numbers(24)
        .map((i) => `M${i * 51 + 20} 286h0`)
        .join(''),
      '#ffe3a8',
      7,
      'stroke-linecap="round"',
    ),
    riverBoat(620, true),
    stroke(
      'M420 700h0M560 724h60M640 760h90M470 770h40M760 716h30',
      '#ffcf70',
      6,
      'stroke-linecap="round" opacity=".7"',
    ),
    bulbs(336, 300, 640, 120),
  );

const ginjalQuay = () =>
  sheet(
    'The quay across the river, Lisbon on the other side',
    backdrop({ hour: 'evening', horizon: 440, sun: [420, 330], seed: 17 }),
    shape(
      `M0 442${numbers(24)
        .map((i) => `V${400 - ((i * 37) % 60)}H${(i + 1) * 50}`)
        .join('')}V442z`,
      '#8a5f88',
    ),
    bridge(300, '#a8485a'),
    sailboat(640, 560, 0.7),
    house({
      x: -40,
      base: 690,
      width: 380,
      height: 330,
      wall: '#f0b990',
      grid: [3, 2],
      roof: '#a8503f',
      shutters: '#4f7f8f',
    }),
    house({
      x: 340,
      base: 690,
      width: 240,
      height: 240,
      wall: '#f7dcc0',
      grid: [2, 1],
      door: ['#4f7f8f', 1],
    }),
    shape('M0 690h760l60 110H0z', '#c9a98a'),
    stroke('M0 720h780', '#a98767', 5),
    stroke('M640 690v-46M730 690v-46', '#4a3550', 18, 'stroke-linecap="round"'),
    rowboat(960, 720, 0.9, '#4f7f8f'),
    gulls(820, 160, '#fff4e0'),
  );

const ginjalTerrace = () =>
  sheet(
    'A terrace over the river',
    backdrop({ hour: 'dusk', horizon: 430, sun: [900, 370], seed: 19 }),
    shape(
      `M0 432${numbers(24)
        .map((i) => `V${400 - ((i * 29) % 52)}H${(i + 1) * 50}`)
        .join('')}V432z`,
      '#453b70',
    ),
    stroke(
      numbers(30)
        .map((i) => `M${i * 40 + 14} ${424 - ((i * 17) % 30)}h0`)
        .join(''),
      '#ffd27a',
      6,
      'stroke-linecap="round"',
    ),
    rect(0, 610, 1200, 190, '#6a4f63'),
    stroke(
      numbers(8)
        .map((i) => `M${i * 180 - 30} 800L${i * 140 + 110} 610`)
        .join(''),
      '#523c52',
      4,
    ),
    stroke(
      `M0 500h1200M0 604h1200${numbers(25)
        .map((i) => `M${i * 50} 500v104`)
        .join('')}`,
      '#2c2448',
      6,
    ),
    tableWithChairs(420, 760, 1.15),
    potted(960, 760, 1.3, '#4f7f6a'),
    palm(1120, 700, 1.3, '#2f5a58'),
    bulbs(-20, 90, 640, 60),
    bulbs(600, 100, 640, 60),
  );

export const RIVER_PICTURES: Record<string, () => string> = {
  'tide-boat-dock.svg': tideBoatDock,
  'tide-boat-cabin.svg': tideBoatCabin,
  'tide-boat-night.svg': tideBoatNight,
  'ginjal-rooms-quay.svg': ginjalQuay,
  'ginjal-rooms-terrace.svg': ginjalTerrace,
};
