import {
  clearBlockTextsOfGuest,
  clearBookingTextsOfGuest,
  clearInvoicesOfGuest,
  countOpenMatters,
  dropIdempotentAnswers,
  listEventDetailsOfGuest,
  listIdempotentAnswers,
  lockBlocksWithTextOfGuest,
  lockBookingsOfGuest,
  updateEventDetails,
} from '../../db/queries/guests/erasure.ts';
import { type GuestRecord, lockGuestForErasure, updateGuest } from '../../db/queries/guests/guests.ts';
import { diffFields, findCompletionInstant, hasHoldLapsed } from '../../domain/booking.ts';
import { listFieldNames } from '../../domain/field-names.ts';
import { buildBlockChangedEvent } from '../blocks.ts';
import { completeBookingAndRecord, expireHolds } from '../bookings/expire.ts';
import { cancelFeePayments } from '../bookings/folio/erased-fees.ts';
import { Invalid, NotFound } from '../errors.ts';
import type { FieldMessages } from '../field-messages.ts';
import { recordTeamEvent, recordTeamEvents } from '../team-events.ts';
import type { ErasedGuest, SystemScope, WriteScope } from '../team-scope.ts';
import { computeExpiredBefore } from '../write.ts';
import { unpackAnswer } from '../writing/compressed-answers.ts';
import { buildGuestKeys } from './records.ts';
import { removeFreeTexts } from './texts.ts';

const ERASED_NAME = 'Erased guest';

/** For a write that would add texts or bookings to an erased guest. */
export const buildErasedMessage = (field: string): FieldMessages => ({
  [field]: [{ code: 'state', sentence: 'This guest has been erased.' }],
});

/**
 * Keeps amounts, dates, and invoices without addresses. A second erasure removes texts that were added since the
 * first, such as those of an imported booking. `checkVersion` gets the guest as soon as the row is locked.
 */
export async function lockAndEraseGuest(
  scope: WriteScope<SystemScope>,
  guestId: string,
  checkVersion: (guest: GuestRecord) => Promise<void> = async () => {},
): Promise<GuestRecord> {
  const { tx, teamId, now } = scope;
  await lockBlocksWithTextOfGuest(tx, teamId, guestId);
  const bookings = await lockBookingsOfGuest(tx, teamId, guestId);
  const holds = bookings.flatMap(({ booking }) => (hasHoldLapsed(booking, now) ? [booking] : []));
  await expireHolds(scope, holds);
  for (const { booking, listing } of bookings) {
    const dueAt = findCompletionInstant({ ...booking, ...listing }, now);
    if (dueAt) await completeBookingAndRecord(scope, booking, dueAt);
  }
  const guest = await lockGuestForErasure(tx, teamId, guestId);
  if (!guest) throw new NotFound();
  await checkVersion(guest);
  if (guest.erasedAt) {
    const isChanged = await eraseTexts(scope, { id: guestId, email: null });
    if (isChanged) await recordErasure(scope, guestId, []);
    return guest;
  }
  const obstacles = listObstacles(await countOpenMatters(tx, teamId, guestId));
  if (obstacles.length > 0)
    throw new Invalid({ guest: obstacles.map((sentence) => ({ code: 'state', sentence })) });
  await cancelFeePayments(
    scope,
    bookings.map(({ booking }) => booking),
  );
  const erased = { name: ERASED_NAME, ...clearColumns(scope.fieldMarks.personal.guests) };
  const keys = buildGuestKeys({ ...guest, ...erased });
  const columns = { ...erased, ...keys, erasedAt: now, updatedAt: now };
  await updateGuest(tx, teamId, guestId, columns);
  await eraseTexts(scope, guest);
  const changed = listFieldNames(Object.keys(diffFields(guest, erased)));
  await recordErasure(scope, guestId, changed);
  return { ...guest, ...columns };
}

const recordErasure = (scope: WriteScope<SystemScope>, guestId: string, changed: string[]): Promise<void> =>
  recordTeamEvent(scope, { type: 'guest.erased', data: { guest_id: guestId, changed } });

/**
 * In bookings, their events, responses of webhooks and stored answers. Returns whether a booking or an invoice
 * said anything.
 */
async function eraseTexts(scope: WriteScope<SystemScope>, guest: ErasedGuest): Promise<boolean> {
  const guestId = guest.id;
  const { tx, teamId, now } = scope;
  const cleared = clearColumns(scope.fieldMarks.personal.bookings);
  const { rowCount: bookings } = await clearBookingTextsOfGuest(tx, teamId, guestId, {
    cleared,
    updatedAt: now,
  });
  const { rowCount: invoices } = await clearInvoicesOfGuest(tx, teamId, guestId);
  const blocks = await clearBlockTextsOfGuest(tx, teamId, guestId, now);
  await recordTeamEvents(
    scope,
    blocks.map((block) => buildBlockChangedEvent(block, ['summary', 'description', 'link'])),
  );
  const details = await listEventDetailsOfGuest(tx, teamId, guestId);
  const stripped = details.map((event) => ({ ...event, details: removeFreeTexts(event.details) }));
  await updateEventDetails(
    tx,
    teamId,
    stripped.filter((event, index) => countFields(event.details) !== countFields(details[index]?.details)),
  );
  await dropAnswersAbout(scope, guestId);
  // Last, because the rows that these hooks lock may delay the team's background work until the commit.
  for (const erase of scope.hooks.onErase) await erase(scope, { id: guestId, email: guest.email });
  return (bookings ?? 0) + (invoices ?? 0) + blocks.length > 0;
}

const clearColumns = <Column extends string>(columns: readonly Column[]) =>
  Object.fromEntries(columns.map((column) => [column, null])) as Record<Column, null>;

const countFields = (details: object = {}): number => Object.keys(details).length;

const listObstacles = ({ bookings, deposits, payments }: Awaited<ReturnType<typeof countOpenMatters>>) => [
  ...(bookings > 0 ? ['The guest has a booking that is pending or confirmed.'] : []),
  ...(deposits > 0 ? ['A security deposit of the guest is held.'] : []),
  ...(payments > 0 ? ['A payment of the guest is scheduled.'] : []),
];

/** Stored answers are compressed, so each one is unpacked and searched for the guest. */
async function dropAnswersAbout(
  { tx, teamId, now }: WriteScope<SystemScope>,
  guestId: string,
): Promise<void> {
  for (let lastKey = ''; ; ) {
    const answers = await listIdempotentAnswers(tx, teamId, lastKey);
    const showing: string[] = [];
    for (const { key, body } of answers)
      if (body && (await unpackAnswer(body)).includes(guestId)) showing.push(key);
    await dropIdempotentAnswers(tx, teamId, showing, computeExpiredBefore(now));
    const last = answers.at(-1);
    if (!last) return;
    lastKey = last.key;
  }
}
