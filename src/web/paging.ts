import { MAX_PAGE } from '../domain/limits.ts';
import type { Form } from './form.ts';

/** As many as fit on a screen. */
export const ROWS_PER_PAGE = 25;

export type Query = Readonly<Record<string, string>>;

/**
 * Filters that are missing, empty or repeated are left out, and so are those with NUL, which PostgreSQL
 * refuses.
 */
export function readQuery(query: unknown, names: readonly string[]): Query {
  const params = (query ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = Object.hasOwn(params, name) ? params[name] : undefined;
      const text = typeof value === 'string' ? value.trim() : '';
      return text === '' || text.includes('\0') ? [] : [[name, text]];
    }),
  );
}

/** A missing or invalid number counts as 1. */
export function readPageNumber(query: unknown): number {
  const { page } = (query ?? {}) as Record<string, unknown>;
  const number = typeof page === 'string' && /^\d{1,7}$/.test(page) ? Number(page) : 1;
  return Math.min(Math.max(1, number), MAX_PAGE);
}

export function buildUrl(path: string, query: Readonly<Record<string, string | number | null>>): string {
  const params = Object.entries(query).flatMap(([name, value]) =>
    value === null ? [] : [[name, String(value)]],
  );
  return params.length === 0 ? path : `${path}?${new URLSearchParams(params)}`;
}

export const toFilterForm = (query: Query, errors: Record<string, string> = {}): Form => ({
  values: { ...query },
  errors,
});
