/**
 * Where a service says what a request costs, as soon as it knows. The measure is nights: the nights of a stay for each place
 * that is checked or priced, and again for each of the other dates. All functions throw if the request is too much.
 */
export type RequestCost = {
  /** Takes room for what the request keeps in memory until its answer is made. */
  hold(nights: number): void;
  /** Takes room for an answer of so many characters. Of several calls, the largest counts. */
  holdText(length: number): void;
  /** Counts nights that are checked or priced towards the caller's rate limit. */
  count(nights: number): void;
};

/** The cost of what no request asked for. */
export const UNMETERED: RequestCost = { hold() {}, holdText() {}, count() {} };
