/** The range of rows wanted from an ordered list. */
export type Slice = { limit: number; offset: number };
