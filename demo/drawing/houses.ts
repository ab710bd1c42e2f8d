import { box, numbers, oval, type Point, polygon, rect, shape, stroke } from './shapes.ts';

export type House = {
  x: number;
  /** The y coordinate of the ground. */
  base: number;
  width: number;
  height: number;
  wall: string;
  /** Windows across and up. */
  grid: readonly [columns: number, rows: number];
  roof?: string;
  trim?: string;
  pane?: string;
  shutters?: string;
  balconies?: string;
  /** The door's colour and column. */
  door?: readonly [color: string, column: number];
  /** The lit windows, by number from the top left. */
  lit?: readonly number[];
};

const LIT = '#ffd27a';
const WINDOW_SHARE = 0.46;

/** A house front with its rows of windows. Each kind of part is one path, so that the picture stays small. */
export function house(plan: House): string {
  const { x, base, width, height, wall, roof = '#c8694a', trim = '#fff7ea', pane = '#5b8299' } = plan;
  const top = base - height;
  const cells = windowsOf(plan);
  const panes = (isLit: boolean) => {
    const chosen = cells.filter((_, index) => (plan.lit?.includes(index) ?? false) === isLit);
    const framed = `stroke="${trim}" stroke-width="9"`;
    return chosen.length > 0 ? shape(chosen.map(boxOf).join(''), isLit ? LIT : pane, framed) : '';
  };
  return [
    rect(x, top, width, height, wall),
    rect(x + width * 0.86, top, width * 0.14, height, '#000', 'opacity=".08"'),
    polygon(roofOf(plan), roof),
    stroke(`M${x - 12} ${top}h${width + 24}`, trim, 6),
    plan.shutters ? shape(cells.map(shuttersOf).join(''), plan.shutters) : '',
    panes(false),
    panes(true),
    stroke(cells.map(barsOf).join(''), trim, 3),
    plan.balconies ? balconies(cells, plan.balconies) : '',
    plan.door ? doorOf(plan, plan.door, trim) : '',
  ].join('');
}

/** Many small houses of one layer of a town. Their windows are drawn together, in one colour. */
export function town(plans: readonly House[], { pane, trim }: { pane: string; trim: string }): string {
  const fronts = plans.map(
    (plan) =>
      rect(plan.x, plan.base - plan.height, plan.width, plan.height, plan.wall) +
      polygon(roofOf(plan), plan.roof ?? '#c8694a'),
  );
  const windows = plans.flatMap(windowsOf).map(boxOf);
  return fronts.join('') + shape(windows.join(''), pane, `stroke="${trim}" stroke-width="7"`);
}

const roofOf = ({ x, base, width, height }: House): Point[] => {
  const top = base - height;
  return [
    [x - 12, top],
    [x + 16, top - 34],
    [x + width - 16, top - 34],
    [x + width + 12, top],
  ];
};

type Cell = { x: number; y: number; width: number; height: number };

function windowsOf({ x, base, width, height, grid: [columns, rows], door }: House): Cell[] {
  const cellWidth = width / columns;
  const cellHeight = height / rows;
  return numbers(rows).flatMap((row) =>
    numbers(columns)
      // The door replaces a window.
      .filter((column) => !door || row < rows - 1 || column !== door[1])
      .map((column) => ({
        x: Math.round(x + cellWidth * (column + (1 - WINDOW_SHARE) / 2)),
        y: Math.round(base - height + cellHeight * (row + 0.24)),
        width: Math.round(cellWidth * WINDOW_SHARE),
        height: Math.round(cellHeight * 0.54),
      })),
  );
}

const shuttersOf = ({ x, y, width, height }: Cell): string => {
  const leaf = Math.round(width * 0.34);
  return box(x - leaf - 6, y - 4, leaf, height + 8) + box(x + width + 6, y - 4, leaf, height + 8);
};

const boxOf = ({ x, y, width, height }: Cell): string => box(x, y, width, height);

const barsOf = ({ x, y, width, height }: Cell): string =>
  `M${x + Math.round(width / 2)} ${y}v${height}M${x} ${y + Math.round(height / 3)}h${width}`;

/** Railings: two bars, and between them a dashed line so wide that its dashes are the rods. */
function balconies(cells: readonly Cell[], color: string): string {
  const along = (lift: number) =>
    cells.map((cell) => `M${cell.x - 12} ${cell.y + cell.height + 6 - lift}h${cell.width + 24}`).join('');
  return stroke(along(0) + along(30), color, 3) + stroke(along(15), color, 30, 'stroke-dasharray="3 9"');
}

function doorOf(
  { x, base, width, height, grid: [columns, rows] }: House,
  [color, column]: readonly [string, number],
  trim: string,
): string {
  const wide = Math.round((width / columns) * 0.5);
  const high = Math.round((height / rows) * 0.72);
  const left = Math.round(x + (width / columns) * (column + 0.5) - wide / 2);
  const arch = (grow: number) => {
    const radius = wide / 2 + grow;
    return `M${left - grow} ${base}v${-(high - wide / 2)}a${radius} ${radius} 0 0 1 ${2 * radius} 0v${high - wide / 2}z`;
  };
  return (
    shape(arch(8), trim) +
    shape(arch(0), color) +
    stroke(`M${left + wide / 2} ${base}v${-high + 4}`, '#0003', 3) +
    oval(left + wide * 0.62, base - high * 0.4, 4, 4, '#f4d58a')
  );
}

/** Blue tiles: a pattern to fill a wall with, as `url(#tiles)`. */
export const TILES =
  '<pattern id="tiles" width="44" height="44" patternUnits="userSpaceOnUse"><path d="M0 0h44v44H0z" fill="#eaf1f5"/><path d="M22 3l19 19-19 19L3 22z" fill="#3f76b5"/><path d="M22 12l10 10-10 10-10-10z" fill="#eaf1f5"/><path d="M0 0h9L0 9zM44 0v9l-9-9zM0 44v-9l9 9zM44 44h-9l9-9z" fill="#6f9fd0"/></pattern>';

/** A row of houses side by side, in the colours of the old town. */
export function row(plans: readonly Omit<House, 'x'>[], x: number): string {
  let left = x;
  return plans
    .map((plan) => {
      const drawn = house({ ...plan, x: left });
      left += plan.width;
      return drawn;
    })
    .join('');
}
