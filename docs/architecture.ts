/** `npm run docs:architecture`: draws docs/images/architecture.svg from the imports of `src`. */
import { writeFileSync } from 'node:fs';
import { FLOORS, type Floor, type Import, listFiles, listImports, locate } from './imports.ts';

const WIDTH = 1_120;
const MARGIN = 20;
const BAR = 46;
const OPTION_TOP = 96;
const LINE = 18;
/** It names the options whose data a team file has, as `options.ts` names all. */
const LIST_OF_PARTS = 'options/team-file/parts.ts';

/** The floors of the core from above. Two that do not import each other stand side by side. */
const LADDER: readonly (readonly Floor[])[] = [
  ['routes', 'web'],
  ['plugins'],
  ['schemas'],
  ['services'],
  ['db'],
  ['domain'],
];
const MEANINGS: Partial<Record<Floor, string>> = {
  routes: 'Fastify route plugins: validate, call a service, present',
  web: 'pages: frame, sign-in, account, members, tokens',
  plugins: 'tokens, errors, writes, paging, limits, reference',
  schemas: 'zod: bodies, queries, answers and their presenters',
  services: 'a transaction for each thing that a team does',
  db: 'tables and queries',
  domain: 'prices, calendar, cancellation, folios: pure functions',
};

const text = (x: number, y: number, content: string, attributes = '') =>
  `<text x="${x}" y="${y}" ${attributes}>${content}</text>`;
type Box = { x: number; y: number; width: number; height: number };
const box = (kind: string, { x, y, width, height }: Box) =>
  `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="6"/>`;

export function drawArchitecture(): string {
  const files = listFiles();
  const imports = files.flatMap((file) => listImports(file)).filter(({ from }) => files.includes(from));
  const options = [...new Set(files.flatMap((file) => locate(file).option ?? []))].sort();
  const tallest = Math.max(...options.map((option) => listFloors(files, option).length));
  const height = OPTION_TOP + (tallest + 6) * LINE + 40 + LADDER.length * (BAR + 6) + MARGIN;
  const ladderTop = height - MARGIN - LADDER.length * (BAR + 6);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="13">
<title>The core of Innkeep in floors, and the options above them</title>
<style>
rect { stroke: #7a8a80; fill: #fff } .process { fill: #f3f0e8 } .option { fill: #eef4fb } .core { fill: #eaf4ee }
.quiet { fill: #55605a } .name { font-weight: 600 }
</style>
<rect width="${WIDTH}" height="${height}" fill="#fff" stroke="none"/>
${drawProcess()}
${options.map((option, index) => drawOption(option, { index, count: options.length, files, imports, tallest })).join('\n')}
${text(MARGIN, ladderTop - 12, 'The core: a floor imports floors below it, and no option', 'class="name"')}
${LADDER.map((floors, row) => drawBar(floors, ladderTop + row * (BAR + 6), imports)).join('\n')}
</svg>
`;
}

const drawProcess = () =>
  [
    box('process', { x: MARGIN, y: MARGIN, width: WIDTH - 2 * MARGIN, height: BAR }),
    text(MARGIN + 12, MARGIN + 20, 'The process: server.ts, app.ts, runtime.ts, commands', 'class="name"'),
    text(
      MARGIN + 12,
      MARGIN + 38,
      'opens the options’ doors that options.ts lists (option.ts is their type), and the core beneath',
      'class="quiet"',
    ),
  ].join('\n');

const listFloors = (files: readonly string[], option: string): Floor[] => {
  const present = new Set(files.map(locate).flatMap((place) => (place.option === option ? place.floor : [])));
  return FLOORS.filter((floor) => present.has(floor) && floor !== 'process').toReversed();
};

type Options = {
  index: number;
  count: number;
  files: readonly string[];
  imports: readonly Import[];
  tallest: number;
};

function drawOption(option: string, { index, count, files, imports, tallest }: Options): string {
  const width = (WIDTH - 2 * MARGIN - (count - 1) * 10) / count;
  const x = MARGIN + index * (width + 10);
  const below = imports
    .filter(({ file }) => locate(file).option === option && file !== LIST_OF_PARTS)
    .flatMap(({ from }) => locate(from).option ?? [])
    .filter((other) => other !== option);
  const standsOn = [...new Set(below)].sort();
  const floors = listFloors(files, option);
  return [
    box('option', { x, y: OPTION_TOP - 8, width, height: (tallest + 6) * LINE }),
    text(x + 10, OPTION_TOP + 12, option, 'class="name"'),
    ...floors.map((floor, row) => text(x + 10, OPTION_TOP + 12 + (row + 1) * LINE, floor, 'class="quiet"')),
    ...(standsOn.length > 0 ? ['stands on', ...standsOn] : []).map((line, row) =>
      text(x + 10, OPTION_TOP + 12 + (floors.length + 2 + row) * LINE, line, row > 0 ? 'class="name"' : ''),
    ),
  ].join('\n');
}

function drawBar(floors: readonly Floor[], y: number, imports: readonly Import[]): string {
  const width = (WIDTH - 2 * MARGIN - (floors.length - 1) * 10) / floors.length;
  return floors
    .map((floor, column) => {
      const x = MARGIN + column * (width + 10);
      const below = listBelow(floor, imports);
      return [
        box('core', { x, y, width, height: BAR }),
        text(x + 12, y + 20, floor, 'class="name"'),
        text(x + 90, y + 20, MEANINGS[floor] ?? '', ''),
        text(
          x + 12,
          y + 38,
          below === '' ? 'imports nothing' : `imports ${below}`,
          'class="quiet" font-size="11"',
        ),
      ].join('\n');
    })
    .join('\n');
}

/** A floor of which only types are imported is said so. */
function listBelow(floor: Floor, imports: readonly Import[]): string {
  const own = imports.filter(({ file, from }) => {
    const [place, other] = [locate(file), locate(from)];
    return (
      place.option === null && place.floor === floor && other.floor !== floor && other.floor !== 'process'
    );
  });
  const floors = FLOORS.filter((other) => own.some(({ from }) => locate(from).floor === other)).toReversed();
  return floors
    .map((other) => {
      const isType = own.filter(({ from }) => locate(from).floor === other).every((one) => one.isType);
      return isType ? `${other} (types)` : other;
    })
    .join(', ');
}

if (import.meta.main)
  writeFileSync(new URL('./images/architecture.svg', import.meta.url), drawArchitecture());
