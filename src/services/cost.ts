/**
 * Where a service says what a request costs, as soon as it knows. The measure is nights: the nights of a stay for each place
 * that is checked or priced, and again for each of the other dates. Both functions throw if the request is too much.
 */
export type RequestCost = {
  /** Takes room for what the request keeps in memory until its answer is made. */
  hold(nights: number): void;
  /** Counts nights that are checked or priced towards the caller's rate limit. */
  count(nights: number): void;
};
