import { house } from './houses.ts';
import { backdrop } from './light.ts';
import { cliff, gulls, hills, rowboat, sailboat } from './outdoors.ts';
import { potted } from './rooms.ts';
import { rect, shape, sheet, stroke } from './shapes.ts';

const cottageDoor = () =>
  sheet(
    'The blue door',
    backdrop({ hour: 'day', sun: [1080, 110] }),
    house({
      x: 130,
      base: 690,
      width: 820,
      height: 430,
      wall: '#fffaf0',
      roof: '#c8694a',
      trim: '#3f76b5',
      grid: [4, 1],
      door: ['#3f76b5', 1],
      shutters: '#6f9fd0',
    }),
    rect(130, 610, 820, 80, '#3f76b5', 'opacity=".85"'),
    house({ x: 950, base: 690, width: 300, height: 330, wall: '#f6e0a8', grid: [2, 1], shutters: '#c8694a' }),
    rect(0, 690, 1200, 110, '#d9cfc0'),
    stroke('M0 726h1200M0 764h1200', '#bdb09d', 4),
    rect(560, 640, 230, 20, '#8a6a4c', 'rx="6"'),
    stroke('M584 660v44M766 660v44', '#8a6a4c', 16),
    potted(250, 712, 0.8),
    potted(480, 712, 0.7, '#5d8f77', '#e4574c'),
    stroke('M0 120q200 40 330 40', '#43525c', 3),
    gulls(430, 130, '#fff'),
  );

const cottageBay = () =>
  sheet(
    'The bay in the evening',
    backdrop({ hour: 'evening', horizon: 400, sun: [560, 320], seed: 44 }),
    hills(402, 150, '#8a5f88', 500, 1400),
    cliff(330, 300, '#a8727f', '#8f8a6a'),
    house({ x: 20, base: 336, width: 170, height: 90, wall: '#fff3e2', trim: '#3f76b5', grid: [3, 1] }),
    sailboat(860, 490, 0.6),
    rowboat(520, 560, 0.8, '#3f76b5'),
    rowboat(760, 640, 1, '#d0593f'),
    rowboat(350, 680, 1.1, '#5d8f77'),
    shape('M0 800v-70q300-60 620-10t580-20v100z', '#e0b48c'),
    rowboat(1010, 740, 1.2, '#f0c15a', '#3f76b5'),
    gulls(660, 150, '#fff4e0'),
  );

export const COTTAGE_PICTURES: Record<string, () => string> = {
  'fishermans-cottage-door.svg': cottageDoor,
  'fishermans-cottage-bay.svg': cottageBay,
};
