/** With `EVERY=4` only every fourth mutation is made, for those who do not have the time for all of them. */
export const every = Number(process.env.EVERY ?? 1);

export const isSampled = (mutant: string): boolean => Number(mutant) % every === 0;
