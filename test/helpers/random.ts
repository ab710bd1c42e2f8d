/** Repeatable chance: the same seed gives the same numbers, in every run and on every machine. */
export type Random = {
  /** From 0 up to, but not including, 1. */
  share(): number;
  /** An integer from `least` to `most`, both included. */
  between(least: number, most: number): number;
  pick<Item>(items: readonly Item[]): Item;
};

/** Each stream has its own numbers, so that parallel clients always draw the same, in whatever order they run. */
export function randomOf(seed: number, stream = 0): Random {
  let state = (seed + Math.imul(stream + 1, 0x9e3779b9)) | 0;
  const share = () => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(share() * (most - least + 1));
  return {
    share,
    between,
    pick: (items) => {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new Error('There is nothing to pick from.');
      return item;
    },
  };
}

/**
 * The seed of every random draw in a test run: `SEED`, which vitest's configuration takes from the environment or
 * draws. vitest prints it first, and the same number repeats every draw.
 */
export const seed = Number(process.env.SEED);
