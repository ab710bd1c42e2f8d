/** Lists over several pages, and filters in a page's address. */
import { MAX_PAGE } from '../domain/limits.ts';
import type { Form } from './form.ts';

/** The number of rows on a page of a list: as many as a screen of a desk shows. */
export const ROWS_PER_PAGE = 25;

export type Query = Readonly<Record<string, string>>;

/** The filters in a page's address, without those that are missing, empty or repeated. */
export function readQuery(query: unknown, names: readonly string[]): Query {
  const params = (query ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = Object.hasOwn(params, name) ? params[name] : undefined;
      const text = typeof value === 'string' ? value.trim() : '';
      return text === '' ? [] : [[name, text]];
    }),
  );
}

/** The page number in the query, which is 1 if it is missing or invalid. */
export function readPageNumber(query: unknown): number {
  const { page } = (query ?? {}) as Record<string, unknown>;
  const number = typeof page === 'string' && /^\d{1,7}$/.test(page) ? Number(page) : 1;
  return Math.min(Math.max(1, number), MAX_PAGE);
}

/** A path with a query, or the path alone if there are no parameters. */
export function buildUrl(path: string, query: Readonly<Record<string, string | number | null>>): string {
  const params = Object.entries(query).flatMap(([name, value]) =>
    value === null ? [] : [[name, String(value)]],
  );
  return params.length === 0 ? path : `${path}?${new URLSearchParams(params)}`;
}

/** The values of a form that shows a query's filters. */
export const toFilterForm = (query: Query, errors: Record<string, string> = {}): Form => ({
  values: { ...query },
  errors,
});
