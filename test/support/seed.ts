/**
 * What every random run of a test starts from: `SEED`, as vitest's configuration sets it from the environment or draws
 * it; vitest prints it at the head of the run, and the same number has every random run again.
 */
export const seed = Number(process.env.SEED);
