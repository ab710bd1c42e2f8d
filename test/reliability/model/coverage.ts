export const neverMet = 1;
