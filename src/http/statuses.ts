/** The possible statuses of an operation (contract, section 3). */
import type { Asks, Effect, Operation, OwnRefusal, SuccessStatus } from './operation.ts';

export type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 412 | 413 | 415 | 422 | 429 | 500 | 503;
type Status = SuccessStatus | 304 | ErrorStatus;

/** Any operation can answer a malformed request, too many requests, or a failure of the server. */
const ALWAYS: readonly ErrorStatus[] = [400, 429, 500, 503];
const OF_CALLERS: Record<Asks, Record<Effect, readonly ErrorStatus[]>> = {
  team: { read: [401], write: [401, 403] },
  site: { read: [404], write: [404] },
  visitor: { read: [404], write: [404] },
  nobody: { read: [], write: [] },
};
const OF_EFFECTS: Record<Effect, readonly ErrorStatus[]> = { read: [], write: [413, 415, 422] };

/** The statuses of refusals that only some operations give. */
export const STATUS_OF: Record<OwnRefusal, ErrorStatus> = {
  not_cancellable: 422,
  price_changed: 409,
};

/** The error statuses that an operation can answer with. */
export function errorStatusesOf({
  asks,
  effect,
  resource,
  query,
  refuses,
  isForWriters,
  isPreview,
  ...operation
}: Operation): ErrorStatus[] {
  const statuses: ErrorStatus[] = [...ALWAYS, ...OF_CALLERS[asks][effect], ...OF_EFFECTS[effect]];
  statuses.push(...refuses.map((refusal) => STATUS_OF[refusal]));
  if (resource !== null) statuses.push(404);
  // An idempotency key that was used for another request.
  if (effect === 'write' && !isPreview) statuses.push(409);
  if (looksAtIfMatch(operation)) statuses.push(412);
  if (isForWriters) statuses.push(403);
  // A team's unknown parameters are refused even if an operation has none.
  if (query !== null || asks === 'team') statuses.push(422);
  return [...new Set(statuses)];
}

/** Whether it changes or deletes what is there, so that a caller may require the version that they have read. */
export const looksAtIfMatch = ({
  heedsIfMatch,
  method,
  path,
}: Pick<Operation, 'heedsIfMatch' | 'method' | 'path'>): boolean =>
  heedsIfMatch || method === 'PUT' || method === 'DELETE' || path === '/v1/days';

/** Whether a success has an `ETag`, so that a caller can load it only if it has changed. */
export const hasTag = ({ keeping, isTagged }: Operation): boolean => keeping !== null || isTagged;

/** Every status that an operation can answer with. */
export const statusesOf = (operation: Operation): Status[] => [
  operation.success.status,
  ...(hasTag(operation) ? [304 as const] : []),
  ...errorStatusesOf(operation),
];
