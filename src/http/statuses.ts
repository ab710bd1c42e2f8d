/** Which statuses an operation may answer (contract, section 3). */
import type { Asks, Effect, Operation } from './operation.ts';

/** Any operation may meet a malformed request, too many requests, or trouble of the server. */
const ALWAYS = [400, 429, 500, 503];
const OF_CALLERS: Record<Asks, Record<Effect, readonly number[]>> = {
  team: { read: [401], write: [401, 403] },
  site: { read: [404], write: [404] },
  nobody: { read: [], write: [] },
};
const OF_EFFECTS: Record<Effect, readonly number[]> = { read: [], write: [409, 413, 415, 422] };

/** Everything that an operation may answer, its success first. */
export function statusesOf({ asks, effect, success, resource, query, keeping }: Operation): number[] {
  // A team's unknown parameters are refused even if an operation takes none.
  const hasFields = query !== null || asks === 'team';
  const statuses = [
    success.status,
    ...(keeping === null ? [] : [304]),
    ...ALWAYS,
    ...OF_CALLERS[asks][effect],
    ...OF_EFFECTS[effect],
    ...(resource === null ? [] : [404]),
    ...(hasFields ? [422] : []),
  ];
  return [...new Set(statuses)];
}
