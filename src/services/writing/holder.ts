/** What is unique in the team is taken for a caller who does not see by whom (docs/rules.md, 27.38). */
import type { Executor } from '../../db/client.ts';
import { isLimited, wholeTeam } from '../../db/limited.ts';

/** `existing` is null if the caller does not see the thing that has the value. */
export type Holder = { existing: string | null };

/** Null if nothing in the team has the value. `findId` runs again as the caller sees the team if something has it. */
export async function findHolder<Handle extends Executor>(
  tx: Handle,
  findId: (tx: Handle) => Promise<string | null>,
): Promise<Holder | null> {
  const existing = await findId(wholeTeam(tx));
  if (existing === null) return null;
  return { existing: isLimited(tx) ? await findId(tx) : existing };
}
