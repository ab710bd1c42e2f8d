export const DEFAULT_PER_PAGE = 20;

/** Pages count from 1, and have 1 to 100 entries. */
export type PageRequest = { page: number; perPage: number };

export const toLimitAndOffset = ({ page, perPage }: PageRequest) => ({
  limit: perPage,
  offset: (page - 1) * perPage,
});

export type PageOfRows<Row> = { rows: Row[]; total: number };

/** Of a list that is short, so that all of it is read for each page. */
export function takePage<Row>(all: readonly Row[], request: PageRequest): PageOfRows<Row> {
  const { limit, offset } = toLimitAndOffset(request);
  return { rows: all.slice(offset, offset + limit), total: all.length };
}
