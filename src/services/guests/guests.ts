import { listGuestIdsNotSeenSince } from '../../db/queries/guests/guest-erasure.ts';
import {
  findGuest,
  type GuestRecord,
  type GuestRow,
  insertGuest,
  listGuests,
  lockGuest,
} from '../../db/queries/guests/guests.ts';
import { listAllTeams } from '../../db/queries/teams/teams.ts';
import { addMonths } from '../../domain/dates.ts';
import { Invalid, NotFound, Refusal } from '../errors.ts';
import { recordTeamEvent, recordTeamEvents } from '../team-events.ts';
import {
  buildCallOfOperator,
  type ConditionalCall,
  requireVersion,
  type WriteCall,
  type WriteContext,
  type WriteDependencies,
  write,
} from '../write.ts';
import { buildEmailTakenConstraint, buildEmailTakenMessage } from '../writing/constraint-messages.ts';
import { buildErasedMessage, lockAndEraseGuest } from './erase.ts';
import { exportGuest } from './export.ts';
import {
  buildGuest,
  buildGuestCreatedEvent,
  buildGuestEvents,
  decideGuestChange,
  type GuestChange,
  type GuestFields,
  storeGuest,
} from './records.ts';

export type { GuestChange, GuestFields, GuestRow as Guest };
export { exportGuest, findGuest, listGuests };

/** Emails are optional, but unique within the team. */
export function createGuest(
  dependencies: WriteDependencies,
  call: WriteCall<GuestRow>,
  fields: GuestFields,
): Promise<GuestRow> {
  return write(dependencies, call, async (context) => {
    const guest = buildGuest(context.writer.teamId, fields, context.now);
    if (!(await insertGuest(context.tx, guest))) throw new Invalid(buildEmailTakenMessage('email'));
    await recordTeamEvent(context, buildGuestCreatedEvent(guest.id));
    return toGuestRow(guest);
  });
}

/** Changes the fields that are not undefined. Null clears email, phone and notes. */
export function changeGuest(
  dependencies: WriteDependencies,
  call: ConditionalCall<GuestRow>,
  id: string,
  change: GuestChange,
): Promise<GuestRow> {
  const work = async (context: WriteContext): Promise<GuestRow> => {
    const guest = await lockGuest(context.tx, context.writer.teamId, id);
    if (!guest) throw new NotFound();
    await requireVersion(call, () => toGuestRow(guest));
    if (guest.erasedAt) throw new Invalid(buildErasedMessage('guest'));
    const changed = await decideGuestChange(context, guest, change, 'email');
    await storeGuest(context, changed);
    await recordTeamEvents(context, buildGuestEvents(id, changed.fields));
    return toGuestRow(changed.guest);
  };
  return write(dependencies, call, work, buildEmailTakenConstraint('email'));
}

/** Erases everything that identifies a guest, unless a booking, payment or deposit of theirs is not settled. */
export const eraseGuest = (
  dependencies: WriteDependencies,
  call: WriteCall<GuestRow>,
  id: string,
): Promise<GuestRow> =>
  write(dependencies, call, async (context) => toGuestRow(await lockAndEraseGuest(context, id)));

/**
 * Erases the guests of all teams whose last stay ended this many months ago or earlier, unless something of theirs
 * is not settled.
 */
export async function eraseGuestsUnseenFor(
  dependencies: WriteDependencies,
  months: number,
  isStopped: () => boolean,
): Promise<void> {
  const { db, clock } = dependencies;
  const date = addMonths(clock().toISOString().slice(0, 10), -months);
  for (const { id: teamId } of await listAllTeams(db)) {
    let ids: string[] = [];
    do {
      ids = await listGuestIdsNotSeenSince(db, teamId, { date, after: ids.at(-1) ?? null });
      for (const id of ids)
        if (!isStopped())
          await write(dependencies, buildCallOfOperator(teamId), (context) =>
            lockAndEraseGuest(context, id),
          ).catch(ignoreRefusal);
    } while (ids.length > 0 && !isStopped());
  }
}

/** A guest who cannot be erased yet does not hold others up. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}

const toGuestRow = ({ id, name, email, phone, notes, erasedAt, createdAt }: GuestRecord): GuestRow => ({
  id,
  name,
  email,
  phone,
  notes,
  erasedAt,
  createdAt,
});
