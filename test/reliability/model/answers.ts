/** Refusals and pages, complete (contract, sections 3 and 4). */

export type Told = { status: number; body: unknown };
export type FieldErrors = [field: string, message: string][];

/** All refused fields in their order. Several messages of one field are together. */
export function invalid(found: FieldErrors): Told {
  const errors: Record<string, string[]> = {};
  for (const [field, message] of found) errors[field] = [...(errors[field] ?? []), message];
  const messages = Object.values(errors).flat();
  const more = messages.length - 1;
  const rest = more === 0 ? '' : ` (and ${more} more error${more === 1 ? '' : 's'})`;
  return { status: 422, body: { message: `${messages[0]}${rest}`, errors } };
}

export const notThere = (what: string): Told => ({
  status: 404,
  body: { message: `There is no such ${what}.` },
});

export const UNAUTHENTICATED: Told = {
  status: 401,
  body: { success: false, message: 'Unauthenticated.', errors: {} },
};

export const READ_ONLY: Told = {
  status: 403,
  body: { message: 'This token is read-only, and the team enforces token scopes.' },
};

export const KEY_REUSED: Told = {
  status: 409,
  body: { message: 'This idempotency key was used for another request.' },
};

export const PUBLIC_URL = 'https://innkeep.example';

type Query = Record<string, string>;

/** The page of a list that `query` requests. */
export function pageOf<Item>(
  path: string,
  query: Query,
  all: readonly Item[],
  shown: (item: Item) => unknown,
): Told {
  const page = Number(query.page ?? 1);
  const size = Number(query.per_page ?? 20);
  const last = Math.max(1, Math.ceil(all.length / size));
  const data = all.slice((page - 1) * size, page * size).map(shown);
  const first = (page - 1) * size + 1;
  const { page: _page, ...kept } = query;
  const url = (number: number) =>
    `${PUBLIC_URL}${path}?${new URLSearchParams({ ...kept, page: String(number) })}`;
  const prev = page > 1 ? url(Math.min(page - 1, last)) : null;
  const next = page < last ? url(page + 1) : null;
  return {
    status: 200,
    body: {
      data,
      links: { first: url(1), prev, next, last: url(last) },
      meta: {
        current_page: page,
        from: data.length > 0 ? first : null,
        last_page: last,
        links: [
          { url: prev, label: 'Previous', active: false },
          ...pageLabels(page, last).map((label) => ({
            url: label === '...' ? null : url(Number(label)),
            label,
            active: label === String(page),
          })),
          { url: next, label: 'Next', active: false },
        ],
        path: `${PUBLIC_URL}${path}`,
        per_page: size,
        to: data.length > 0 ? first + data.length - 1 : null,
        total: all.length,
      },
    },
  };
}

/** The pages around the current one and at both ends. A gap of one page is filled. */
function pageLabels(page: number, last: number): string[] {
  const isNear = (number: number) => number <= 2 || number > last - 2 || Math.abs(number - page) <= 2;
  const labels: string[] = [];
  for (let number = 1; number <= last; number += 1) {
    if (isNear(number) || (isNear(number - 1) && isNear(number + 1))) labels.push(String(number));
    else if (labels.at(-1) !== '...') labels.push('...');
  }
  return labels;
}
