import type { Database } from '../db/client.ts';
import {
  findGuest,
  type GuestRecord,
  type GuestRow,
  insertGuest,
  isEmailTaken,
  listGuests,
  lockGuest,
  updateGuest,
} from '../db/queries/guests.ts';
import { changedFields } from '../domain/booking.ts';
import { keyOf } from '../domain/key.ts';
import { asUuid } from '../domain/uuid.ts';
import type { Clock } from './clock.ts';
import { type GuestFields, guestKeys, newGuest } from './guest-records.ts';
import { done, notFound, refused } from './outcome.ts';
import { type Page, type PageRequest, sliceOf } from './page.ts';
import { emailTaken, type Idempotency, type WriteResult, write } from './write.ts';

export type { GuestFields, GuestRow as Guest };
export type GuestChange = { [Field in keyof GuestFields]?: GuestFields[Field] | undefined };
export type GuestService = ReturnType<typeof createGuestService>;

/** A team's guests (contract, section 9). */
export function createGuestService({ db, clock }: { db: Database; clock: Clock }) {
  return {
    findGuest: (teamId: number, id: string): Promise<GuestRow | null> => findGuest(db, teamId, id),

    /** Whether the team has a guest of that id, for routes that look for it before they judge a body. */
    async hasGuest(teamId: number, id: string): Promise<boolean> {
      const uuid = asUuid(id);
      return uuid !== null && (await findGuest(db, teamId, uuid)) !== null;
    },

    /** Newest first; `search` is a part of the name or email, and letters' case does not matter. */
    listGuests(
      teamId: number,
      { email, search }: { email?: string | undefined; search?: string | undefined },
      page: PageRequest,
    ): Promise<Page<GuestRow>> {
      const filter = {
        emailKey: email === undefined ? undefined : keyOf(email),
        search: search === undefined ? undefined : keyOf(search),
      };
      return listGuests(db, teamId, filter, sliceOf(page));
    },

    /** Emails, where given, are unique within the team. */
    createGuest(
      teamId: number,
      fields: GuestFields,
      idempotency: Idempotency<GuestRow> | null,
    ): Promise<WriteResult<GuestRow>> {
      const now = clock();
      return write(db, { teamId, now, idempotency }, async (tx) => {
        const guest = newGuest(teamId, fields, now);
        return (await insertGuest(tx, guest)) ? done(asRow(guest)) : refused(emailTaken('email'));
      });
    },

    /** Sets what is given and differs; null clears email, phone and notes. */
    changeGuest(
      teamId: number,
      id: string,
      change: GuestChange,
      idempotency: Idempotency<GuestRow> | null,
    ): Promise<WriteResult<GuestRow>> {
      const now = clock();
      return write(db, { teamId, now, idempotency }, async (tx) => {
        const uuid = asUuid(id);
        const guest = uuid === null ? null : await lockGuest(tx, teamId, uuid);
        if (!guest) return notFound();
        const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
        const after: GuestRecord = { ...guest, ...given };
        if (Object.keys(changedFields(guest, given)).length === 0) return done(asRow(guest));
        if (after.email !== null && (await isEmailTaken(tx, teamId, keyOf(after.email), guest.id))) {
          return refused(emailTaken('email'));
        }
        await updateGuest(tx, teamId, guest.id, { ...given, ...guestKeys(after), updatedAt: now });
        return done(asRow(after));
      });
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
