import type { Database } from '../../db/client.ts';
import { isLimited, wholeTeam } from '../../db/limited.ts';
import { listGuestIdsNotSeenSince } from '../../db/queries/guests/erasure.ts';
import {
  countBookingsOfGuest,
  countGuests,
  type GuestFilter,
  type GuestRecord,
  type GuestRow,
  insertGuest,
  listGuestsByIds,
  lockGuest,
  findGuest as selectGuest,
  selectGuestIds,
  listGuests as selectGuests,
} from '../../db/queries/guests/guests.ts';
import type { PageRequest } from '../../domain/page.ts';
import { toFieldMessages } from '../catalogue/problems.ts';
import { Invalid, NotFound, Refusal, throwIfAnyMessages } from '../errors.ts';
import type { FieldMessages } from '../field-messages.ts';
import { buildRetention } from '../jobs/retention.ts';
import { recordTeamEvent, recordTeamEvents } from '../team-events.ts';
import type { ReadScope, TeamScope, WriteScope } from '../team-scope.ts';
import { streamByIds } from '../whole-lists.ts';
import { type ConditionalOptions, requireVersion, type WriteOptions, write } from '../write.ts';
import { buildEmailTakenConstraint, buildEmailTakenMessage } from '../writing/constraint-messages.ts';
import { buildReferenceTakenConstraint, findOwnFieldProblems } from '../writing/own-fields.ts';
import { buildErasedMessage, lockAndEraseGuest } from './erase.ts';
import {
  buildGuest,
  buildGuestCreatedEvent,
  buildGuestEvents,
  decideGuestChange,
  findHolderOfEmail,
  type GuestChange,
  type GuestColumns,
  type GuestFields,
  isHiddenGuest,
  storeGuest,
} from './records.ts';

export type { GuestChange, GuestColumns, GuestFields, GuestFilter, GuestRow as Guest };

/** Newest first. */
export const listGuests = ({ db, teamId }: ReadScope, filter: GuestFilter, page: PageRequest) =>
  selectGuests(db, teamId, filter, page);

/** Some at a time, from one snapshot. */
export const writeGuestList = (
  { db, teamId }: ReadScope<Database>,
  filter: GuestFilter,
  write: (rows: readonly GuestRow[]) => Promise<void>,
): Promise<void> =>
  streamByIds(db, {
    count: (tx) => countGuests(tx, teamId, filter),
    select: (tx) => selectGuestIds(tx, teamId, filter),
    each: async (tx, ids) => write(await listGuestsByIds(tx, teamId, ids)),
  });

export const findGuest = ({ db, teamId }: ReadScope, id: string) => selectGuest(db, teamId, id);

/** Emails are optional, but unique within the team. */
export function createGuest(
  scope: TeamScope,
  fields: GuestFields,
  options: WriteOptions<GuestRow> = {},
): Promise<GuestRow> {
  return write(
    scope,
    options,
    async (scope) => {
      const guest = buildGuest(scope.teamId, fields, scope.now);
      await requireOwnFields(scope, guest);
      if (!(await insertGuest(scope.tx, guest))) {
        const holder = await findHolderOfEmail(scope, guest);
        throw new Invalid(buildEmailTakenMessage('email', holder?.existing ?? null));
      }
      await recordTeamEvent(scope, buildGuestCreatedEvent(guest.id));
      return toGuestRow(guest);
    },
    buildReferenceTakenConstraint('guests'),
  );
}

/** Refuses a reference or an email that another guest has. */
async function requireOwnFields(scope: WriteScope, guest: GuestRecord): Promise<void> {
  const problems = await findOwnFieldProblems(scope, 'guests', guest, null);
  if (problems.length === 0) return;
  const holder = await findHolderOfEmail(scope, guest);
  throw new Invalid({
    ...(holder === null ? {} : buildEmailTakenMessage('email', holder.existing)),
    ...toFieldMessages(problems),
  });
}

/** Null clears email, phone and notes. */
export function changeGuest(
  scope: TeamScope,
  id: string,
  change: GuestChange,
  options: ConditionalOptions<GuestRow> = {},
): Promise<GuestRow> {
  const work = async (scope: WriteScope): Promise<GuestRow> => {
    const guest = await lockGuest(scope.tx, scope.teamId, id);
    if (!guest) throw new NotFound();
    await requireVersion(options, () => toGuestRow(guest));
    if (guest.erasedAt) throw new Invalid(buildErasedMessage('guest'));
    const changed = await decideGuestChange(scope, guest, change, 'email');
    throwIfAnyMessages(changed.problems);
    await storeGuest(scope, changed);
    await recordTeamEvents(scope, buildGuestEvents(id, changed.fields));
    return toGuestRow(changed.guest);
  };
  return write(scope, options, work, {
    ...buildEmailTakenConstraint('email'),
    ...buildReferenceTakenConstraint('guests'),
  });
}

/** Refused while a booking, payment or deposit of theirs is not settled. */
export const eraseGuest = (
  scope: TeamScope,
  id: string,
  options: ConditionalOptions<GuestRow> = {},
): Promise<GuestRow> =>
  write(scope, options, async (scope) => {
    if (await isHiddenGuest(scope.tx, scope.teamId, id)) throw new NotFound();
    const checkGuest = async (guest: GuestRecord) => {
      await requireVersion(options, () => toGuestRow(guest));
      if (isLimited(scope.tx)) await requireNoHiddenBooking(scope, id);
    };
    return toGuestRow(await lockAndEraseGuest({ ...scope, tx: wholeTeam(scope.tx) }, id, checkGuest));
  });

async function requireNoHiddenBooking({ tx, teamId }: WriteScope, id: string): Promise<void> {
  const seen = await countBookingsOfGuest(tx, teamId, id);
  if (seen < (await countBookingsOfGuest(wholeTeam(tx), teamId, id))) throw new Invalid(HAS_OTHER_BOOKINGS);
}

const HAS_OTHER_BOOKINGS: FieldMessages = {
  guest: [{ code: 'state', sentence: 'The guest has a booking of a listing that you do not have.' }],
};

/**
 * Of all teams, if their last stay ended this many months ago or earlier, and everything of theirs is
 * settled.
 */
export const eraseGuestsUnseenFor = buildRetention(async (scope, date, isStopped) => {
  let ids: string[] = [];
  do {
    ids = await listGuestIdsNotSeenSince(scope.db, scope.teamId, { date, after: ids.at(-1) ?? null });
    for (const id of ids)
      if (!isStopped()) await write(scope, {}, (scope) => lockAndEraseGuest(scope, id)).catch(ignoreRefusal);
  } while (ids.length > 0 && !isStopped());
});

/** A guest who cannot be erased yet does not stop the erasure of others. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}

const toGuestRow = ({ teamId, emailKey, searchText, updatedAt, ...row }: GuestRecord): GuestRow => row;
