/**
 * Pictures that look like photographs, so that tests and pictures of pages show what a crop does to them: light, depth,
 * grain, and a subject that is not always in the middle. They are made of shapes, so that nobody owns them.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

type Size = { width: number; height: number };
/** Draws shapes in a square of 100, which is then stretched to the picture. `seed` varies them. */
type Scene = (seed: number) => string;

const GRAIN = { mean: 128, sigma: 34 };
/** Of a piece, which is repeated. Its grains are two pixels wide, so that some of them are left in a small picture. */
const GRAIN_SIDE = 600;

/** From 0 to 1, the same for the same seed and place. */
function vary(seed: number, place: number): number {
  const wave = Math.sin(seed * 127.1 + place * 311.7) * 43_758.545_3;
  return wave - Math.floor(wave);
}

const fade = (id: string, colours: readonly string[]): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${colours
    .map((colour, at) => `<stop offset="${at / (colours.length - 1)}" stop-color="${colour}"/>`)
    .join('')}</linearGradient>`;
const box = (x: number, y: number, width: number, height: number, fill: string, more = ''): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${more}/>`;
const blob = (x: number, y: number, rx: number, ry: number, fill: string, more = ''): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" ${more}/>`;
const times = (count: number, draw: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => draw(at)).join('');

const sea: Scene = (seed) => {
  const sun = 20 + 60 * vary(seed, 1);
  return `<defs>${fade('sky', ['#5b8fc0', '#a9c7dd', '#f4dcc0'])}${fade('water', ['#7fb0b9', '#2d6f86', '#12485e'])}${fade('sand', ['#d9c49f', '#b99a6b'])}</defs>
${box(0, 0, 100, 52, 'url(#sky)')}${blob(sun, 44, 22, 14, '#fff1d6', 'opacity=".65" filter="url(#soft)"')}
${times(5, (at) => blob(100 * vary(seed, at + 5), 8 + 20 * vary(seed, at + 9), 16, 2.6, '#fff', 'opacity=".5" filter="url(#soft)"'))}
<path d="M0 51 Q14 ${38 + 6 * vary(seed, 2)} 30 48 T62 50 V54 H0Z" fill="#4d6b66"/>${box(0, 51, 100, 34, 'url(#water)')}
${times(40, (at) => blob(100 * vary(seed, at + 20), 53 + 30 * vary(seed, at + 60) ** 1.4, 7 * vary(seed, at + 90), 0.35, '#e5f3f2', 'opacity=".45"'))}
<path d="M0 86 Q30 79 60 85 T100 82 V100 H0Z" fill="#f3efe4" opacity=".8" filter="url(#soft)"/><path d="M0 88 Q30 81 60 87 T100 84 V100 H0Z" fill="url(#sand)"/>
<path d="M${sun - 12} 74 l5 -13 6 13z" fill="#f6f3ea"/><path d="M${sun - 14} 75 h17 l-3 4 h-11z" fill="#8a3b2c"/>`;
};

const room: Scene = (seed) => {
  const left = vary(seed, 1) > 0.5 ? 8 : 56;
  const cloth = ['#4f6f7f', '#a65f44', '#6f7d5a', '#7a5a78'][Math.floor(4 * vary(seed, 3))] ?? '#4f6f7f';
  return `<defs>${fade('wall', ['#efe7da', '#d8cbb8'])}${fade('floor', ['#9d7349', '#64432a'])}${fade('day', ['#cfe6f5', '#f9f4e6'])}</defs>
${box(0, 0, 100, 70, 'url(#wall)')}${box(0, 68, 100, 32, 'url(#floor)')}
${times(9, (at) => box(0, 69 + at * at * 0.42, 100, 0.25, '#4a2f1c', 'opacity=".5"'))}
${box(left, 10, 34, 44, '#f8f5ee')}${box(left + 2, 12, 30, 40, 'url(#day)')}${blob(left + 20, 44, 12, 9, '#7d9a76', 'opacity=".7" filter="url(#soft)"')}${box(left + 16.4, 12, 1.2, 40, '#f8f5ee')}
<path d="M${left} 68 L${left + 34} 68 L${left + 52} 100 L${left - 6} 100Z" fill="#fff3d2" opacity=".35" filter="url(#soft)"/>
${blob(50, 92, 46, 8, '#2c1c10', 'opacity=".5" filter="url(#soft)"')}<path d="M14 62 Q50 54 88 62 L94 88 Q50 94 8 88Z" fill="#f5f1e8"/><path d="M9 74 Q50 66 93 74 L95 90 Q50 97 7 90Z" fill="${cloth}"/>
${blob(33, 62, 13, 6, '#fffdf7')}${blob(64, 62, 13, 6, '#fbf8f0')}${box(left === 8 ? 78 : 16, 26, 13, 17, '#574437')}${box(left === 8 ? 79.4 : 17.4, 28, 10.2, 13, cloth, 'opacity=".6"')}
${blob(left === 8 ? 90 : 10, 56, 6, 5, '#ffe9b8', 'opacity=".8" filter="url(#soft)"')}`;
};

const house: Scene = (seed) => {
  const hue = ['#e9dcc5', '#dfe3de', '#d7b79b', '#c9d6dc'][Math.floor(4 * vary(seed, 4))] ?? '#e9dcc5';
  return `<defs>${fade('sky', ['#3f79b5', '#b8d3e6'])}${fade('front', [hue, '#b9a88f'])}${fade('grass', ['#8c9c58', '#4b5c33'])}</defs>
${box(0, 0, 100, 80, 'url(#sky)')}${times(4, (at) => blob(100 * vary(seed, at + 5), 6 + 18 * vary(seed, at + 9), 18, 4, '#fff', 'opacity=".7" filter="url(#soft)"'))}
${times(14, (at) => blob(100 * vary(seed, at + 30), 70 - 8 * vary(seed, at + 50), 9, 11, at % 2 ? '#56703f' : '#3e5733', 'filter="url(#soft)"'))}
${box(0, 76, 100, 24, 'url(#grass)')}<path d="M22 34 L50 14 L80 34Z" fill="#9b4f37"/>${box(24, 33, 54, 45, 'url(#front)')}
${times(6, (at) => box(30 + (at % 3) * 16, 39 + Math.floor(at / 3) * 18, 8, 11, '#31434d') + box(29 + (at % 3) * 16, 50 + Math.floor(at / 3) * 18, 10, 1, '#f3efe6'))}
${box(46, 58, 9, 20, '#2f5b66')}<path d="M44 78 L57 78 L70 100 L34 100Z" fill="#cdbfa6"/>${blob(20, 80, 10, 9, '#4a6a38', 'filter="url(#soft)"')}${blob(84, 81, 12, 8, '#557a3c', 'filter="url(#soft)"')}`;
};

const night: Scene = (
  seed,
) => `<defs>${fade('sky', ['#050912', '#122038', '#35354f'])}${fade('water', ['#131d30', '#070b14'])}</defs>
${box(0, 0, 100, 62, 'url(#sky)')}${times(60, (at) => blob(100 * vary(seed, at), 45 * vary(seed, at + 70), 0.18, 0.18, '#fff', 'opacity=".8"'))}
${times(16, (at) => box(at * 6.5 - 2, 38 + 14 * vary(seed, at + 4), 7, 30, '#0c121d'))}${times(34, (at) => box(100 * vary(seed, at + 9), 46 + 14 * vary(seed, at + 44), 0.9, 1.3, '#ffc76b'))}
${box(0, 62, 100, 38, 'url(#water)')}${times(26, (at) => blob(100 * vary(seed, at + 12), 65 + 30 * vary(seed, at + 33), 0.8, 3, '#d08a3a', 'opacity=".35" filter="url(#soft)"'))}`;

const door: Scene = (seed) => {
  const paint = ['#1f5f73', '#7c2f2a', '#2f5a3c'][Math.floor(3 * vary(seed, 2))] ?? '#1f5f73';
  return `<defs>${fade('wall', ['#f1e6d2', '#d3bf9f'])}${fade('step', ['#a8a096', '#6f6a62'])}</defs>
${box(0, 0, 100, 90, 'url(#wall)')}${times(60, (at) => blob(100 * vary(seed, at), 90 * vary(seed, at + 80), 3 + 5 * vary(seed, at + 7), 1.5, '#c7ae86', 'opacity=".25" filter="url(#soft)"'))}
${box(27, 20, 46, 70, '#efe9dc')}${box(31, 24, 38, 66, paint)}${times(4, (at) => box(35 + (at % 2) * 16, 30 + Math.floor(at / 2) * 30, 13, 24, '#000', 'opacity=".18"'))}${blob(64, 60, 1.6, 1.1, '#e2c36a')}
${box(0, 89, 100, 11, 'url(#step)')}${blob(14, 80, 11, 9, '#4c7040', 'filter="url(#soft)"')}${box(8, 84, 12, 10, '#b1603d')}${times(7, (at) => blob(8 + 13 * vary(seed, at + 3), 73 + 9 * vary(seed, at + 8), 1.6, 1.2, '#d8486a'))}
<path d="M70 0 L100 0 L100 70Z" fill="#3b3222" opacity=".22" filter="url(#soft)"/>`;
};

const table: Scene = (
  seed,
) => `<defs>${fade('back', ['#7fa7bd', '#d9d3bd', '#7e8b57'])}${fade('wood', ['#b98a59', '#7b5230'])}</defs>
${box(0, 0, 100, 100, '#7e8b57')}${box(0, 0, 100, 66, 'url(#back)')}${times(10, (at) => blob(100 * vary(seed, at), 50 + 12 * vary(seed, at + 4), 13, 9, at % 2 ? '#5f7a45' : '#87985a', 'opacity=".8" filter="url(#soft)"'))}
<path d="M6 64 L94 64 L112 100 L-12 100Z" fill="url(#wood)"/>${times(6, (at) => `<path d="M${10 + at * 16} 64 L${-6 + at * 22} 100" stroke="#5c3a20" stroke-width=".4" opacity=".6"/>`)}
${times(4, (at) => blob(18 + at * 21, 76 + 8 * vary(seed, at + 2), 8, 4.4, '#f7f4ec') + blob(18 + at * 21, 76 + 8 * vary(seed, at + 2), 5.5, 2.8, ['#d98c3f', '#b4463a', '#8ea24d', '#e6cf7a'][at] ?? '#d98c3f'))}
${box(47, 46, 5, 25, '#37502f')}${box(48.4, 40, 2.2, 8, '#37502f')}${blob(74, 68, 3, 5, '#e9f1f2', 'opacity=".7"')}`;

const SCENES = { sea, room, house, night, door, table };
export type SceneName = keyof typeof SCENES;

/** Of the longer side of a drawing, which is then enlarged: soft shapes take long to draw. */
const DRAWN = 800;

/** A JPEG, as a phone or a camera would save it. */
export async function photograph(name: SceneName, { width, height }: Size, seed = 1): Promise<Buffer> {
  const scale = DRAWN / Math.max(width, height);
  const [wide, high] = [Math.max(1, width / height), Math.max(1, height / width)];
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="0 0 100 100" preserveAspectRatio="none">
<filter id="soft" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${1.6 / wide} ${1.6 / high}"/></filter>${SCENES[name](seed)}</svg>`;
  const noise = { type: 'gaussian', ...GRAIN } as const;
  const side = Math.floor(Math.min(GRAIN_SIDE, width, height) / 2);
  const grain = await sharp({
    create: { width: side, height: side, channels: 3, background: '#808080', noise },
  })
    .resize(side * 2, side * 2)
    .png()
    .toBuffer();
  return sharp(await sharp(Buffer.from(drawing)).flatten({ background: '#fff' }).png().toBuffer())
    .resize({ width, height, fit: 'fill' })
    .composite([{ input: grain, tile: true, blend: 'soft-light' }])
    .jpeg({ quality: 84 })
    .toBuffer();
}

/** What cameras and telephones make: most lie, some stand, and some are unlike any frame. */
export const SHAPES = {
  lying: { width: 2_000, height: 1_333 },
  standing: { width: 1_200, height: 1_800 },
  square: { width: 1_500, height: 1_500 },
  panorama: { width: 2_400, height: 800 },
  tall: { width: 700, height: 2_100 },
} satisfies Record<string, Size>;
export type Shape = keyof typeof SHAPES;

export type Shot = readonly [scene: SceneName, shape: Shape, caption: string];

/** Writes the pictures of a place into a folder, and returns the photos of its team file. */
export async function writePhotographs(folder: string, slug: string, shots: readonly Shot[]) {
  const photos = shots.map(([, , caption], at) => ({
    file: `${slug}-photograph-${at + 1}.jpg`,
    caption,
    is_featured: at === 0,
  }));
  for (const [at, [scene, shape]] of shots.entries()) {
    const seed = slug.length + at * 3 + 1;
    await writeFile(path.join(folder, photos[at]?.file ?? ''), await photograph(scene, SHAPES[shape], seed));
  }
  return photos;
}

/** A letter on a round ground, as a house's logo. */
export const logo = (letter: string, colour: string): Promise<Buffer> =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 100 100">
<circle cx="50" cy="50" r="48" fill="${colour}"/><path d="M14 66 q9 -8 18 0 t18 0 t18 0 t18 0" stroke="#fff" stroke-width="4" fill="none"/>
<text x="50" y="54" fill="#fff" font-family="serif" font-weight="bold" font-size="42" text-anchor="middle">${letter}</text></svg>`),
  )
    .png()
    .toBuffer();
