/**
 * The seed of every random draw in a test run: `SEED`, which vitest's configuration takes from the environment or
 * draws. vitest prints it first, and the same number repeats every draw.
 */
export const seed = Number(process.env.SEED);
