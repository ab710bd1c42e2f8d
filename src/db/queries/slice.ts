/** Which rows of an ordered list are asked for. */
export type Slice = { limit: number; offset: number };
