import { listGuestsNotSeenSince } from '../../db/queries/guests/guest-erasure.ts';
import {
  findGuest,
  type GuestFilter,
  type GuestRecord,
  type GuestRow,
  insertGuest,
  listGuests,
  lockGuest,
} from '../../db/queries/guests/guests.ts';
import { listAllTeams } from '../../db/queries/teams/teams.ts';
import { addMonths } from '../../domain/dates.ts';
import { Invalid, NotFound, Refusal } from '../errors.ts';
import { type Page, type PageRequest, sliceOf } from '../page.ts';
import { recordTeamEvent, recordTeamEvents } from '../team-events.ts';
import {
  byOperator,
  type ConditionalCall,
  requireVersion,
  type WriteCall,
  type WriteContext,
  type WriteDependencies,
  write,
} from '../write.ts';
import { emailTaken, emailTakenMeanwhile } from '../writing/constraint-refusals.ts';
import { erasedUnder, eraseGuest } from './erase.ts';
import { exportGuest, type GuestExport } from './export.ts';
import {
  decideGuest,
  type GuestChange,
  type GuestFields,
  guestCreated,
  guestEvents,
  newGuest,
  storeGuest,
} from './records.ts';

export type { GuestChange, GuestFields, GuestRow as Guest };
export type GuestService = ReturnType<typeof createGuestService>;

/** A team's guests (contract, section 9). */
export function createGuestService(dependencies: WriteDependencies) {
  const { db, clock } = dependencies;
  return {
    findGuest: (teamId: number, id: string): Promise<GuestRow | null> => findGuest(db, teamId, id),

    /** Newest first. */
    listGuests: (teamId: number, filter: GuestFilter, page: PageRequest): Promise<Page<GuestRow>> =>
      listGuests(db, teamId, filter, sliceOf(page)),

    /** Emails are optional, but unique within the team. */
    createGuest(call: WriteCall<GuestRow>, fields: GuestFields): Promise<GuestRow> {
      return write(dependencies, call, async (context) => {
        const guest = newGuest(context.writer.teamId, fields, context.now);
        if (!(await insertGuest(context.tx, guest))) throw new Invalid(emailTaken('email'));
        await recordTeamEvent(context, guestCreated(guest.id));
        return asRow(guest);
      });
    },

    /** Sets given fields that differ. Null clears email, phone and notes. */
    changeGuest(call: ConditionalCall<GuestRow>, id: string, change: GuestChange): Promise<GuestRow> {
      const work = async (context: WriteContext): Promise<GuestRow> => {
        const guest = await lockGuest(context.tx, context.writer.teamId, id);
        if (!guest) throw new NotFound();
        await requireVersion(call, () => asRow(guest));
        if (guest.erasedAt) throw new Invalid(erasedUnder('guest'));
        const changed = await decideGuest(context, guest, change, 'email');
        await storeGuest(context, changed);
        await recordTeamEvents(context, guestEvents(id, changed.fields));
        return asRow(changed.guest);
      };
      return write(dependencies, call, work, emailTakenMeanwhile('email'));
    },

    /** Erases everything that identifies a guest, unless a booking, payment or deposit of theirs is not settled. */
    eraseGuest: (call: WriteCall<GuestRow>, id: string): Promise<GuestRow> =>
      write(dependencies, call, async (context) => asRow(await eraseGuest(context, id))),

    /**
     * Erases the guests of all teams whose last stay ended this many months ago or earlier, unless something of theirs
     * is not settled.
     */
    async eraseGuestsUnseenFor(months: number, isStopped: () => boolean): Promise<void> {
      const date = addMonths(clock().toISOString().slice(0, 10), -months);
      for (const { id: teamId } of await listAllTeams(db)) {
        let ids: string[] = [];
        do {
          ids = await listGuestsNotSeenSince(db, teamId, { date, after: ids.at(-1) ?? null });
          for (const id of ids)
            if (!isStopped())
              await write(dependencies, byOperator(teamId), (context) => eraseGuest(context, id)).catch(
                ignoreRefusal,
              );
        } while (ids.length > 0 && !isStopped());
      }
    },

    /** Everything that the team stores about a guest. Null if there is no such guest. */
    exportGuest: (teamId: number, id: string): Promise<GuestExport | null> => exportGuest(db, teamId, id),
  };
}

/** A guest who cannot be erased yet does not hold others up. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}

const asRow = ({ id, name, email, phone, notes, erasedAt, createdAt }: GuestRecord): GuestRow => ({
  id,
  name,
  email,
  phone,
  notes,
  erasedAt,
  createdAt,
});
