import type { Slice } from '../db/queries/slice.ts';

/** Which page of a list is asked for: `page` from 1, `perPage` from 1 to 100 (contract, section 4). */
export type PageRequest = { page: number; perPage: number };

/** A page of a list, with the number of all its rows. */
export type Page<Row> = { rows: Row[]; total: number };

export const sliceOf = ({ page, perPage }: PageRequest): Slice => ({
  limit: perPage,
  offset: (page - 1) * perPage,
});
