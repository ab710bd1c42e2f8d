/**
 * Loads of two kinds that take turns in one run. A run's own rows make every later slice slower, so two long runs, one
 * after the other, say nothing about what one kind costs.
 */
import { percentile } from './figures.ts';

type Half = { count: number; p50Ms: number; p99Ms: number };
export type Comparison = {
  without: Half;
  withIt: Half;
  /** How many times as long the median and the 99th percentile are with it. */
  p50Times: number;
  p99Times: number;
  /** The same between one half of the slices without it and the other half: what chance alone does. */
  chanceP50Times: number;
  chanceP99Times: number;
};

/**
 * Runs slices without and with something, which give the time of each answer, as ABBA: each kind is as often the
 * earlier one.
 */
export async function compareInTurns(
  pairs: number,
  runSlice: (isWith: boolean) => Promise<readonly number[]>,
): Promise<Comparison> {
  const slices: { isWith: boolean; waited: readonly number[] }[] = [];
  for (let pair = 0; pair < pairs; pair += 1)
    for (const isWith of pair % 2 === 0 ? [false, true] : [true, false])
      slices.push({ isWith, waited: await runSlice(isWith) });
  const listOf = (isWith: boolean) => slices.filter((slice) => slice.isWith === isWith);
  const without = summarize(listOf(false));
  const withIt = summarize(listOf(true));
  const [odd, even] = [1, 0].map((rest) =>
    summarize(listOf(false).filter((_, index) => Math.ceil(index / 2) % 2 === rest)),
  ) as [Half, Half];
  return {
    without,
    withIt,
    p50Times: withIt.p50Ms / without.p50Ms,
    p99Times: withIt.p99Ms / without.p99Ms,
    chanceP50Times: odd.p50Ms / even.p50Ms,
    chanceP99Times: odd.p99Ms / even.p99Ms,
  };
}

function summarize(slices: readonly { waited: readonly number[] }[]): Half {
  const waited = slices.flatMap((slice) => slice.waited);
  return { count: waited.length, p50Ms: percentile(waited, 0.5), p99Ms: percentile(waited, 0.99) };
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** The sentence that tells a comparison. */
export function tellComparison(compared: Comparison): string {
  const tell = ({ count, p50Ms, p99Ms }: Half) =>
    `${count} bookings, p50 ${round(p50Ms)} ms, p99 ${round(p99Ms)} ms`;
  const { without, withIt, p50Times, p99Times, chanceP50Times, chanceP99Times } = compared;
  return (
    `Without: ${tell(without)}. With: ${tell(withIt)}. So ${round(p50Times)} times in the median and ${round(p99Times)} ` +
    `times at p99, while two halves of the slices without it differ ${round(chanceP50Times)} and ${round(chanceP99Times)} times.`
  );
}
