/** Sets of nights, as day numbers, and the spans in which they are stored and shown. */
import { fromDayNumber, toDayNumber } from '../dates/dates.ts';
import type { NightSpan } from '../inventory/inventory.ts';

export type Nights = ReadonlySet<number>;
/** A value for each night, by the night's day number. */
export type NightMap<Value> = ReadonlyMap<number, Value>;

/** A window of nights, from the day number `from` up to, but not including, `to`. */
export type Window = { from: number; to: number };

/** The day numbers of all nights that are in one of the spans and within the window. */
export const toNights = (spans: Iterable<NightSpan>, window: Window): Set<number> =>
  new Set(toNightMap(spans, window).keys());

/** The span to which each night of a window belongs. A night that is in two spans belongs to the first of them. */
export function toNightMap<Span extends NightSpan>(spans: Iterable<Span>, window: Window): Map<number, Span> {
  const nights = new Map<number, Span>();
  for (const span of spans)
    findNight(span, window, (night) => {
      if (!nights.has(night)) nights.set(night, span);
      return false;
    });
  return nights;
}

/** The first night of a span and a window for which a condition holds, or null if it holds for none. */
export function findNight(
  { startDate, endDate }: NightSpan,
  { from, to }: Window,
  isTrue: (night: number) => boolean,
): number | null {
  const end = Math.min(to, toDayNumber(endDate));
  for (let night = Math.max(from, toDayNumber(startDate)); night < end; night += 1)
    if (isTrue(night)) return night;
  return null;
}

/** Groups consecutive nights with the same value into spans, in their order. */
export function toRuns<Value extends object>(nights: NightMap<Value>): (NightSpan & Value)[] {
  const runs: { from: number; to: number; value: Value; text: string }[] = [];
  for (const [night, value] of [...nights].sort(([a], [b]) => a - b)) {
    const last = runs.at(-1);
    const text = JSON.stringify(value);
    if (last?.to === night && last.text === text) last.to = night + 1;
    else runs.push({ from: night, to: night + 1, value, text });
  }
  return runs.map(({ from, to, value }) => ({
    ...value,
    startDate: fromDayNumber(from),
    endDate: fromDayNumber(to),
  }));
}

export const toSpans = (nights: Nights): NightSpan[] =>
  toRuns(new Map([...nights].map((night) => [night, {}])));
