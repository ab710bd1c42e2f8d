import type { FieldMessages } from '../field-messages.ts';
import type { OutboundGuard } from './guard.ts';

/** Messages under `url` if nothing may be sent to that address (docs/rules.md, 17.6). None if `url` is null. */
export async function findUrlMessages(
  { outbound }: { outbound: OutboundGuard },
  url: string | null,
): Promise<FieldMessages> {
  const problem = url === null ? null : await outbound.findProblem(url);
  return problem === null ? {} : { url: [{ predicate: problem }] };
}
