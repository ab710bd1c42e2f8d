import type { Transaction } from '../../db/client.ts';
import { isLimited, wholeTeam } from '../../db/limited.ts';
import {
  EMPTY_GUEST,
  findGuest,
  findGuestIdByEmail,
  type GuestRecord,
  insertGuest,
  lockGuestAgainstErasure,
  updateGuest,
} from '../../db/queries/guests/guests.ts';
import { diffFields } from '../../domain/booking.ts';
import { type CustomFieldsChange, mergeCustomFields } from '../../domain/custom-fields.ts';
import { listFieldNames } from '../../domain/field-names.ts';
import { buildGuestSearchText, foldCase } from '../../domain/text/text.ts';
import { toFieldMessages } from '../catalogue/problems.ts';
import type { OwnFieldColumns } from '../catalogue/rows.ts';
import { ChangedMeanwhile } from '../errors.ts';
import type { FieldMessages } from '../field-messages.ts';
import { newId } from '../new-id.ts';
import type { NonBookingEvent } from '../team-events.ts';
import type { WriteScope } from '../team-scope.ts';
import { buildEmailTakenMessage } from '../writing/constraint-messages.ts';
import { findHolder, type Holder } from '../writing/holder.ts';
import { findOwnFieldProblems } from '../writing/own-fields.ts';

const MAX_ATTEMPTS = 3;

export type GuestColumns = OwnFieldColumns<Omit<GuestRecord, 'teamId' | 'emailKey' | 'searchText'>>;
type OwnColumn = Exclude<keyof GuestColumns, 'id' | 'erasedAt' | 'createdAt' | 'updatedAt' | 'customFields'>;
/** An absent column keeps its value, and null clears it. */
export type GuestChange = { [Column in OwnColumn]?: GuestRecord[Column] | undefined } & {
  customFields?: CustomFieldsChange;
};
export type GuestFields = GuestChange & Pick<GuestRecord, 'name'>;

export function buildGuest(teamId: number, fields: GuestFields, now: Date): GuestRecord {
  const given = { ...EMPTY_GUEST, ...applyChange(EMPTY_GUEST, fields), name: fields.name };
  const times = { createdAt: now, updatedAt: now };
  return { teamId, id: newId(), ...given, ...buildGuestKeys(given), ...times };
}

const applyChange = (
  stored: Pick<GuestRecord, 'customFields'>,
  { customFields, ...change }: GuestChange,
): Partial<GuestRecord> => ({
  ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
  customFields: mergeCustomFields(stored.customFields, customFields),
});

type FoundGuest = { guestId: string; isNew: boolean; isHidden: boolean };

/** A caller who has only some of the listings does not see a guest who has only stayed at others. */
export const isHiddenGuest = async (tx: Transaction, teamId: number, id: string): Promise<boolean> =>
  isLimited(tx) && (await findGuest(tx, teamId, id)) === null;

/**
 * A guest with the email stays unchanged. Without an email, each booking makes a new guest. With `isSecret`,
 * the same statements run for known and new guests, so that the time of the answer does not reveal whether
 * the team knows the guest.
 */
export async function findOrInsertGuest(
  { tx, teamId, now }: WriteScope,
  guest: { id: string } | GuestFields,
  isSecret: boolean,
): Promise<FoundGuest> {
  if ('id' in guest) {
    const locked = await lockGuestAgainstErasure(wholeTeam(tx), teamId, guest.id);
    if (!locked || locked.erasedAt) throw new ChangedMeanwhile();
    return { guestId: guest.id, isNew: false, isHidden: false };
  }
  const record = buildGuest(teamId, guest, now);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const isNew = await insertGuest(tx, record);
    const inserted = { guestId: record.id, isNew, isHidden: false };
    if (isNew && !isSecret) return inserted;
    const id =
      record.emailKey === null ? null : await findGuestIdByEmail(wholeTeam(tx), teamId, record.emailKey);
    if (isNew) return inserted;
    // The guest who had the email may have got another one between the two statements.
    if (id !== null) return { guestId: id, isNew: false, isHidden: await isHiddenGuest(tx, teamId, id) };
  }
  throw new Error('The email of a guest was taken and freed again and again.');
}

/** For searches without regard to case. */
export const buildGuestKeys = ({ name, email }: Pick<GuestRecord, 'name' | 'email'>) => ({
  emailKey: email === null ? null : foldCase(email),
  searchText: buildGuestSearchText(name, email),
});

export type ChangedGuest = { guest: GuestRecord; fields: string[]; problems: FieldMessages };

/**
 * The caller has locked the guest, refuses the change if it has problems, and stores it by `storeGuest`.
 * Undefined fields stay. An email that another guest has is a problem under `emailField`.
 */
export async function decideGuestChange(
  scope: WriteScope,
  guest: GuestRecord,
  change: GuestChange,
  emailField: string,
): Promise<ChangedGuest> {
  const { now } = scope;
  const sent = applyChange(guest, change);
  const fields = listFieldNames(Object.keys(diffFields(guest, sent)));
  const after: GuestRecord = { ...guest, ...sent };
  if (fields.length === 0) return { guest: after, fields, problems: {} };
  const changed = { ...after, ...buildGuestKeys(after), updatedAt: now };
  const holder = await findHolderOfEmail(scope, changed);
  const problems = {
    ...(holder === null ? {} : buildEmailTakenMessage(emailField, holder.existing)),
    ...toFieldMessages(await findOwnFieldProblems(scope, 'guests', after, guest)),
  };
  return { guest: changed, fields, problems };
}

export async function findHolderOfEmail(
  { tx, teamId }: WriteScope,
  { id, emailKey }: Pick<GuestRecord, 'id' | 'emailKey'>,
): Promise<Holder | null> {
  if (emailKey === null) return null;
  const holder = await findHolder(tx, (tx) => findGuestIdByEmail(tx, teamId, emailKey));
  return holder?.existing === id ? null : holder;
}

export async function storeGuest(
  { tx, teamId }: WriteScope,
  { guest: { id, teamId: _, ...columns }, fields }: ChangedGuest,
): Promise<void> {
  if (fields.length > 0) await updateGuest(tx, teamId, id, columns);
}

export const buildGuestCreatedEvent = (guestId: string): NonBookingEvent => ({
  type: 'guest.created',
  data: { guest_id: guestId, changed: [] },
});

export const buildGuestEvents = (guestId: string, changed: string[]): NonBookingEvent[] =>
  changed.length === 0 ? [] : [{ type: 'guest.changed', data: { guest_id: guestId, changed } }];
