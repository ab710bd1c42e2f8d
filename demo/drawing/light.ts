import { createDice, disc, fade, glow, HEIGHT, numbers, rect, stroke, WIDTH } from './shapes.ts';

/** The colours of an hour of the day. */
type Light = {
  sky: readonly string[];
  sea: readonly string[];
  sun: string;
  glow: string;
  glitter: string;
  far: string;
  near: string;
  window: string;
  shade: string;
};

export const LIGHTS = {
  morning: {
    sky: ['#7fbfe3', '#c9e6ee', '#fdeccd'],
    sea: ['#8fcbd3', '#3f93ad', '#2b7896'],
    sun: '#fffbe6',
    glow: '#fff3cf',
    glitter: '#ffffff',
    far: '#9dbfc4',
    near: '#6c9a94',
    window: '#bfe0ea',
    shade: '#24485c',
  },
  day: {
    sky: ['#4aa3d8', '#8fcbe8', '#dcf0f0'],
    sea: ['#5bb8c9', '#2590b0', '#176c92'],
    sun: '#fffdf0',
    glow: '#ffffff',
    glitter: '#e9fbff',
    far: '#86b5b8',
    near: '#5d9483',
    window: '#a9d6e6',
    shade: '#1d4056',
  },
  evening: {
    sky: ['#55609e', '#c4729a', '#f59a7c', '#ffd79a'],
    sea: ['#f4b08a', '#b87597', '#4f5690'],
    sun: '#fff0c2',
    glow: '#ffe0a0',
    glitter: '#ffe9bd',
    far: '#9a6a95',
    near: '#6c4f80',
    window: '#ffdf9e',
    shade: '#3b2b57',
  },
  dusk: {
    sky: ['#1f2a5c', '#57498c', '#c06f90', '#f3a988'],
    sea: ['#c98a94', '#5f5790', '#252e63'],
    sun: '#ffe3b0',
    glow: '#ffbf8f',
    glitter: '#f8c9a8',
    far: '#4c4179',
    near: '#35305f',
    window: '#ffd27a',
    shade: '#1a1d42',
  },
  night: {
    sky: ['#0b1434', '#182755', '#33447d'],
    sea: ['#31457f', '#1a2a5c', '#0c1738'],
    sun: '#f4efd8',
    glow: '#8fa3d8',
    glitter: '#b9c8ee',
    far: '#1c2852',
    near: '#131d41',
    window: '#ffcf70',
    shade: '#080e26',
  },
} as const satisfies Record<string, Light>;

export type Hour = keyof typeof LIGHTS;

export type Backdrop = {
  hour: Hour;
  /** Where the sea begins. Without it, the sky fills the sheet. */
  horizon?: number;
  sun?: readonly [x: number, y: number];
  seed?: number;
  /** Seen small, through a window, so fewer strokes suffice. */
  distant?: boolean;
  /** Distinguishes two skies in one picture, such as one through a window. */
  id?: string;
};

/** Sky, sun or moon, and the sea with its reflections. */
export function backdrop({
  hour,
  horizon,
  sun = [860, 250],
  seed = 1,
  distant = false,
  id = 's',
}: Backdrop): string {
  const light = LIGHTS[hour];
  const dice = createDice(seed);
  const [x, y] = sun;
  const parts = [
    `<defs>${fade(`${id}k`, light.sky)}${fade(`${id}w`, light.sea)}${glow(`${id}g`, light.glow)}</defs>`,
    rect(0, 0, WIDTH, horizon ?? HEIGHT, `url(#${id}k)`),
    hour === 'night' ? stars(dice, horizon ?? HEIGHT) : '',
    disc(x, y, hour === 'night' ? 130 : 240, `url(#${id}g)`),
    hour === 'night' ? moon(x, y) : disc(x, y, hour === 'day' ? 44 : 54, light.sun),
    hour === 'day' || hour === 'morning' ? clouds(dice, (horizon ?? HEIGHT) * 0.6) : '',
  ];
  if (horizon !== undefined) {
    parts.push(
      rect(0, horizon, WIDTH, HEIGHT - horizon, `url(#${id}w)`),
      glitter(dice, light.glitter, horizon, { sunX: x, count: distant ? 7 : 16 }),
    );
  }
  return parts.join('');
}

function moon(x: number, y: number): string {
  return disc(x, y, 40, LIGHTS.night.sun) + disc(x + 17, y - 9, 35, '#22346a');
}

function stars(dice: () => number, below: number): string {
  const dots = numbers(46).map(() => `M${Math.round(dice() * WIDTH)} ${Math.round(dice() * below * 0.8)}h0`);
  return stroke(dots.join(''), '#dfe6ff', 3, 'stroke-linecap="round" opacity=".8"');
}

function clouds(dice: () => number, below: number): string {
  const puffs = numbers(3).map((index) => {
    const x = Math.round(80 + index * 400 + dice() * 160);
    const y = Math.round(70 + dice() * below * 0.45);
    const width = Math.round(110 + dice() * 90);
    return `M${x} ${y}h${width}M${x + 40} ${y - 22}h${Math.round(width * 0.5)}`;
  });
  return stroke(puffs.join(''), '#fff', 26, 'stroke-linecap="round" opacity=".55"');
}

/** Short strokes on the water: a path of light under the sun, and single ones elsewhere. */
function glitter(
  dice: () => number,
  color: string,
  horizon: number,
  { sunX, count }: { sunX: number; count: number },
): string {
  const depth = HEIGHT - horizon;
  const line = (x: number, y: number, length: number) =>
    `M${Math.round(x - length / 2)} ${Math.round(y)}h${Math.round(length)}`;
  const path = numbers(count).map((index) => {
    const far = index / count;
    const x = sunX + (dice() - 0.5) * 70 * (1 + far);
    return line(x, horizon + 8 + far * depth * 0.75, 20 + dice() * 90 * (0.4 + far));
  });
  const elsewhere = numbers(count).map(() =>
    line(dice() * WIDTH, horizon + 14 + dice() * (depth - 20), 24 + dice() * 60),
  );
  return (
    stroke(path.join(''), color, 5, 'stroke-linecap="round" opacity=".75"') +
    stroke(elsewhere.join(''), color, 3, 'stroke-linecap="round" opacity=".3"')
  );
}
