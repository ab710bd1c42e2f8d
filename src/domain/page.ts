export const DEFAULT_PER_PAGE = 20;

/** Which page of a list is requested. Pages count from 1, and a page has 1 to 100 entries. */
export type PageRequest = { page: number; perPage: number };

export const toLimitAndOffset = ({ page, perPage }: PageRequest) => ({
  limit: perPage,
  offset: (page - 1) * perPage,
});

/** A page of a list, with the total number of rows. */
export type PageOfRows<Row> = { rows: Row[]; total: number };
