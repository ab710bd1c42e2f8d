/** Of units, and of the channels of their feeds (docs/rules.md, 18.1 and 18.8). */
import type { Transaction } from '../../../../db/client.ts';
import { lockUnits } from '../../../../db/queries/bookings/occupancies.ts';
import { lockTeam } from '../../../../db/queries/teams/teams.ts';
import type { AuditTarget } from '../../../../domain/access/audit.ts';
import { noteAuditEntry, recordAuditEntry } from '../../../../services/access/audit.ts';
import { NotFound } from '../../../../services/errors.ts';
import { rewriteAll } from '../../../../services/jobs/batches.ts';
import type { Keyring } from '../../../../services/keys/keyring.ts';
import type { RotationDependencies } from '../../../../services/keys/rotate-tokens.ts';
import { withSealedAnswer } from '../../../../services/keys/sealed-answers.ts';
import type { ReadScope, TeamScope } from '../../../../services/team-scope.ts';
import { type WriteOptions, write } from '../../../../services/write.ts';
import { findCalendarFeed, lockCalendarFeed } from '../../db/queries/calendar-feeds.ts';
import {
  type CalendarAddressRecord,
  type CalendarOwner,
  deleteCalendarAddress,
  findCalendarAddress,
  insertCalendarAddress,
  listCalendarAddressesUnderAnotherKey,
  lockCalendarAddressByHash,
  updateCalendarAddressKey,
} from '../../db/queries/unit-calendars.ts';
import { createCalendarSecret } from './secret.ts';

export const hasCalendar = async ({ db, teamId }: ReadScope, owner: CalendarOwner): Promise<boolean> =>
  (await findCalendarAddress(db, teamId, owner)) !== null;

/** Null if the unit or feed has no calendar. */
export async function showCalendarSecret(scope: TeamScope, owner: CalendarOwner): Promise<string | null> {
  const { db, keyring, teamId } = scope;
  const address = await findCalendarAddress(db, teamId, owner);
  if (address) noteAuditEntry(scope, { action: 'secret_shown', target: toCalendarTarget(owner) });
  return address && openCalendarSecret(keyring, address);
}

/** In the log. A unit or a feed has one. */
const toCalendarTarget = (owner: CalendarOwner): AuditTarget => ({
  type: 'unitId' in owner ? 'unit_calendar' : 'channel_calendar',
  id: 'unitId' in owner ? owner.unitId : owner.feedId,
  name: null,
});

/** For anyone or for one channel. Returns the secret in the address, which a published calendar keeps. */
export function publishCalendar(
  scope: TeamScope,
  owner: CalendarOwner,
  options: WriteOptions<string> = {},
): Promise<string> {
  const { keyring } = scope;
  return write(scope, withSealedAnswer(scope, options), async (scope) => {
    const { tx, teamId, now } = scope;
    await lockTeam(tx, teamId);
    const row = { teamId, ...(await lockOwner(tx, teamId, owner)) };
    await recordAuditEntry(scope, { action: 'secret_shown', target: toCalendarTarget(owner) });
    const present = await findCalendarAddress(tx, teamId, owner);
    if (present) return openCalendarSecret(keyring, present);
    const secret = createCalendarSecret(teamId);
    const sealed = sealCalendarSecret(keyring, row, secret);
    await insertCalendarAddress(tx, { ...row, ...sealed, createdAt: now, fetchedAt: null, shown: [] });
    return secret;
  });
}

/**
 * Also locks the feed if the calendar is for its channel. Throws if the team has no unit or feed with the id.
 */
async function lockOwner(tx: Transaction, teamId: number, owner: CalendarOwner) {
  const feed = 'feedId' in owner ? await findCalendarFeed(tx, teamId, owner.feedId) : null;
  const unitId = 'unitId' in owner ? owner.unitId : feed?.unitId;
  const [unit] = unitId === undefined ? [] : await lockUnits(tx, teamId, [unitId]);
  if (!unit || (feed && !(await lockCalendarFeed(tx, teamId, feed.id)))) throw new NotFound();
  return { unitId: unit.id, feedId: feed?.id ?? null };
}

/** Its address then answers 404. */
export const withdrawCalendar = (
  scope: TeamScope,
  owner: CalendarOwner,
  options: WriteOptions<void> = {},
): Promise<void> =>
  write(scope, options, async ({ tx, teamId }) => {
    await lockTeam(tx, teamId);
    await lockOwner(tx, teamId, owner);
    if (!(await deleteCalendarAddress(tx, teamId, owner))) throw new NotFound();
  });

type Key = Pick<CalendarAddressRecord, 'teamId' | 'unitId' | 'feedId'>;

const toSealedRow = ({ teamId, unitId, feedId }: Key) => ({
  teamId,
  tokenId: `calendar ${feedId ?? unitId}`,
});

/** A hash by which the secret is found, and a ciphertext from which it can be shown again. */
const sealCalendarSecret = (keyring: Keyring, row: Key, secret: string) => ({
  secretHash: keyring.hash(secret),
  ciphertext: keyring.seal(secret, toSealedRow(row)),
  keyId: keyring.currentKeyId,
});

const openCalendarSecret = (keyring: Keyring, address: CalendarAddressRecord): string =>
  keyring.open(address.ciphertext, address.keyId, toSealedRow(address));

export const hasCalendarAddressesUnderAnotherKey = async ({
  db,
  keyring,
}: RotationDependencies): Promise<boolean> =>
  (await listCalendarAddressesUnderAnotherKey(db, keyring.currentKeyId, 1)).length > 0;

/** Returns how many. */
export const rotateCalendarAddressKeys = ({ db, keyring }: RotationDependencies): Promise<number> =>
  rewriteAll(
    (limit) => listCalendarAddressesUnderAnotherKey(db, keyring.currentKeyId, limit),
    ({ teamId, secretHash }) =>
      db.transaction(async (tx) => {
        await lockTeam(tx, teamId);
        const address = await lockCalendarAddressByHash(tx, teamId, [secretHash]);
        if (!address || address.keyId === keyring.currentKeyId) return;
        const sealed = sealCalendarSecret(keyring, address, openCalendarSecret(keyring, address));
        await updateCalendarAddressKey(tx, address, sealed);
      }),
  );
