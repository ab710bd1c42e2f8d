import {
  findGuest,
  type GuestFilter,
  type GuestRecord,
  type GuestRow,
  insertGuest,
  listGuests,
  lockGuest,
} from '../db/queries/guests.ts';
import { emailTaken, emailTakenMeanwhile } from './constraint-refusals.ts';
import { changeLockedGuest, type GuestChange, type GuestFields, newGuest } from './guest-records.ts';
import { done, notFound, type Outcome, refused } from './outcome.ts';
import { type Page, type PageRequest, sliceOf } from './page.ts';
import {
  type WriteCall,
  type WriteContext,
  type WriteDependencies,
  type WriteResult,
  write,
} from './write.ts';

export type { GuestChange, GuestFields, GuestRow as Guest };
export type GuestService = ReturnType<typeof createGuestService>;

/** A team's guests (contract, section 9). */
export function createGuestService(dependencies: WriteDependencies) {
  const { db } = dependencies;
  return {
    findGuest: (teamId: number, id: string): Promise<GuestRow | null> => findGuest(db, teamId, id),

    /** Newest first. */
    listGuests: (teamId: number, filter: GuestFilter, page: PageRequest): Promise<Page<GuestRow>> =>
      listGuests(db, teamId, filter, sliceOf(page)),

    /** Emails, where given, are unique within the team. */
    createGuest(call: WriteCall<GuestRow>, fields: GuestFields): Promise<WriteResult<GuestRow>> {
      return write(dependencies, call, async ({ tx, writer, now }) => {
        const guest = newGuest(writer.teamId, fields, now);
        return (await insertGuest(tx, guest)) ? done(asRow(guest)) : refused(emailTaken('email'));
      });
    },

    /** Sets what is given and differs; null clears email, phone and notes. */
    changeGuest(call: WriteCall<GuestRow>, id: string, change: GuestChange): Promise<WriteResult<GuestRow>> {
      const work = async (context: WriteContext): Promise<Outcome<GuestRow>> => {
        const guest = await lockGuest(context.tx, context.writer.teamId, id);
        if (!guest) return notFound();
        const changed = await changeLockedGuest(context, guest, change);
        return changed ? done(asRow(changed.guest)) : refused(emailTaken('email'));
      };
      return write(dependencies, call, work, emailTakenMeanwhile('email'));
    },
  };
}

const asRow = ({ id, name, email, phone, notes, createdAt }: GuestRecord): GuestRow => ({
  id,
  name,
  email,
  phone,
  notes,
  createdAt,
});
