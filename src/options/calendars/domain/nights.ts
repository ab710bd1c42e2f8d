/** Sets of nights as day numbers, and the spans in which they are stored and shown. */
import { fromDayNumber, toDayNumber } from '../../../domain/dates/dates.ts';
import type { NightSpan } from '../../../domain/inventory/inventory.ts';

export type Nights = ReadonlySet<number>;
/** By day number. */
export type NightMap<Value> = ReadonlyMap<number, Value>;

/** Day numbers `[from, to)`. */
export type Window = { from: number; to: number };

export const toNights = (spans: Iterable<NightSpan>, window: Window): Set<number> =>
  new Set(toNightMap(spans, window).keys());

/** A night in two spans belongs to the first. */
export function toNightMap<Span extends NightSpan>(spans: Iterable<Span>, window: Window): Map<number, Span> {
  const nights = new Map<number, Span>();
  for (const span of spans)
    findNight(span, window, (night) => {
      if (!nights.has(night)) nights.set(night, span);
      return false;
    });
  return nights;
}

/** Null if the condition holds for none. */
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

/** Consecutive nights with the same value become one span. */
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
