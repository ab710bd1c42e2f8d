/** The requested page of a list: `page` from 1, `perPage` from 1 to 100. */
export type PageRequest = { page: number; perPage: number };

export const toLimitAndOffset = ({ page, perPage }: PageRequest) => ({
  limit: perPage,
  offset: (page - 1) * perPage,
});

/** A page of a list, with the total number of rows. */
export type PageOfRows<Row> = { rows: Row[]; total: number };
