/** Lists over several pages, and filters in a page's address. */
import { MAX_PAGE } from '../domain/limits.ts';
import type { Form } from './form.ts';

/** The rows of a list's page: as many as a screen of a desk shows. */
export const ROWS_PER_PAGE = 25;

export type Query = Readonly<Record<string, string>>;

/** The filters in a page's address. A filter that is missing, empty or repeated is left out. */
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

/** The page number in the query. A missing or invalid page number is 1. */
export function readPageNumber(query: unknown): number {
  const { page } = (query ?? {}) as Record<string, unknown>;
  const number = typeof page === 'string' && /^\d{1,7}$/.test(page) ? Number(page) : 1;
  return Math.min(Math.max(1, number), MAX_PAGE);
}

/** A path with a query. Without parameters, the path alone. */
export function buildUrl(path: string, query: Readonly<Record<string, string | number | null>>): string {
  const params = Object.entries(query).flatMap(([name, value]) =>
    value === null ? [] : [[name, String(value)]],
  );
  return params.length === 0 ? path : `${path}?${new URLSearchParams(params)}`;
}

/** The form that shows a query's filters. */
export const toFilterForm = (query: Query, errors: Record<string, string> = {}): Form => ({
  values: { ...query },
  errors,
});
