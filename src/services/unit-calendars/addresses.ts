import type { Database } from '../../db/client.ts';
import { lockUnits } from '../../db/queries/bookings/occupancies.ts';
import {
  type CalendarAddressRecord,
  deleteCalendarAddresses,
  findCalendarAddress,
  findUnitIdByCalendarAddress,
  findUnitOfCalendar,
  insertCalendarAddress,
  listCalendarAddressesUnderAnotherKey,
  listCalendarEntries,
  updateCalendarAddressKey,
} from '../../db/queries/calendar-feeds/unit-calendars.ts';
import { lockTeam } from '../../db/queries/teams/teams.ts';
import { addDays, addMonths, todayInZone } from '../../domain/dates.ts';
import { NotFound } from '../errors.ts';
import type { Keyring } from '../keys/keyring.ts';
import { rewriteAll } from '../keys/rewrite-all.ts';
import { withSealedAnswer } from '../keys/sealed-answers.ts';
import { type WriteCall, type WriteDependencies, write } from '../write.ts';
import { createCalendarSecret, findTeamIdInSecret } from './secret.ts';
import { formatUnitCalendar } from './writing.ts';

const DAYS_BACK = 30;
const MONTHS_AHEAD = 24;

type Dependencies = WriteDependencies & { keyring: Keyring };

/** The secret of a unit's calendar. Null if it has none. */
export async function findCalendarSecret(
  { db, keyring }: Pick<Dependencies, 'db' | 'keyring'>,
  teamId: number,
  unitId: string,
): Promise<string | null> {
  const address = await findCalendarAddress(db, teamId, unitId);
  return address && openCalendarSecret(keyring, address);
}

/** Gives a unit a calendar, and returns its secret. One that it has already keeps its address. */
export function publishCalendar(
  dependencies: Dependencies,
  call: WriteCall<string>,
  unitId: string,
): Promise<string> {
  const { keyring } = dependencies;
  return write(dependencies, withSealedAnswer(keyring, call), async ({ tx, writer: { teamId }, now }) => {
    await lockTeam(tx, teamId);
    const [unit] = await lockUnits(tx, teamId, [unitId]);
    if (!unit) throw new NotFound();
    const present = await findCalendarAddress(tx, teamId, unitId);
    if (present) return openCalendarSecret(keyring, present);
    const secret = createCalendarSecret(teamId);
    const row = { teamId, unitId };
    await insertCalendarAddress(tx, { ...row, ...sealCalendarSecret(keyring, row, secret), createdAt: now });
    return secret;
  });
}

/** Withdraws a unit's calendar: nothing is at its address any more. */
export const withdrawCalendar = (
  dependencies: WriteDependencies,
  call: WriteCall<void>,
  unitId: string,
): Promise<void> =>
  write(dependencies, call, async ({ tx, writer: { teamId } }) => {
    await lockTeam(tx, teamId);
    if ((await deleteCalendarAddresses(tx, teamId, [unitId])) === 0) throw new NotFound();
  });

/** The calendar at an address, as iCalendar. Returns null for an unknown address. */
export async function readUnitCalendar(
  { db, clock, keyring }: Omit<Dependencies, 'answers'>,
  secret: string,
  { withImported }: { withImported: boolean },
): Promise<string | null> {
  const teamId = findTeamIdInSecret(secret);
  if (teamId === null) return null;
  const unitId = await findUnitIdByCalendarAddress(db, teamId, keyring.hashes(secret));
  const unit = unitId && (await findUnitOfCalendar(db, teamId, unitId));
  if (!unitId || !unit) return null;
  const now = clock();
  const today = todayInZone(unit.timezone, now);
  const span = { startDate: addDays(today, -DAYS_BACK), endDate: addMonths(today, MONTHS_AHEAD) };
  const { showsRequests } = unit;
  const nights = await listCalendarEntries(db, teamId, unitId, { ...span, withImported, showsRequests, now });
  return formatUnitCalendar(unit, nights);
}

type Key = Pick<CalendarAddressRecord, 'teamId' | 'unitId'>;

const toSealedRow = ({ teamId, unitId }: Key) => ({ teamId, tokenId: `calendar ${unitId}` });

/** The stored form of a secret: a hash to look it up and a ciphertext to show it, like a token's. */
const sealCalendarSecret = (keyring: Keyring, row: Key, secret: string) => ({
  secretHash: keyring.hash(secret),
  ciphertext: keyring.seal(secret, toSealedRow(row)),
  keyId: keyring.currentKeyId,
});

const openCalendarSecret = (keyring: Keyring, address: CalendarAddressRecord): string =>
  keyring.open(address.ciphertext, address.keyId, toSealedRow(address));

/** Whether a calendar's secret was written with a key other than the current one. */
export const hasCalendarAddressesUnderAnotherKey = async (db: Database, keyring: Keyring): Promise<boolean> =>
  (await listCalendarAddressesUnderAnotherKey(db, keyring.currentKeyId, 1)).length > 0;

/** Stores the secret of every team's calendars under the current key, and returns how many. */
export const rotateCalendarAddressKeys = (db: Database, keyring: Keyring): Promise<number> =>
  rewriteAll(
    (limit) => listCalendarAddressesUnderAnotherKey(db, keyring.currentKeyId, limit),
    ({ teamId, unitId }) =>
      db.transaction(async (tx) => {
        await lockTeam(tx, teamId);
        const address = await findCalendarAddress(tx, teamId, unitId);
        if (!address || address.keyId === keyring.currentKeyId) return;
        const sealed = sealCalendarSecret(keyring, address, openCalendarSecret(keyring, address));
        await updateCalendarAddressKey(tx, { ...address, ...sealed });
      }),
  );
