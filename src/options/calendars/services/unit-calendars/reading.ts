/** See docs/rules.md, 18. */
import type { Executor } from '../../../../db/client.ts';
import { addDays, addMonths, todayInZone } from '../../../../domain/dates/dates.ts';
import { Invalid } from '../../../../services/errors.ts';
import type { Keyring } from '../../../../services/keys/keyring.ts';
import type { SystemDependencies } from '../../../../services/team-scope.ts';
import {
  type CalendarAddressRecord,
  findCalendarAddressByHash,
  findReportedByFeed,
  findUnitOfCalendar,
  type ImportedNights,
  listCalendarEntries,
  lockCalendarAddressByHash,
  updateShownNights,
} from '../../db/queries/unit-calendars.ts';
import { toNightMap, toNights, toRuns } from '../../domain/nights.ts';
import { absorbFetch, findFeedWindow } from '../../domain/reading.ts';
import { findTeamIdInSecret } from './secret.ts';
import { formatUnitCalendar } from './writing.ts';

const DAYS_BACK = 30;
const MONTHS_AHEAD = 24;

type Dependencies = SystemDependencies & { keyring: Keyring };
type Request = {
  include: unknown;
  /** GET and not HEAD: the channel then knows the nights that the calendar shows. */
  isFetch: boolean;
};

/** As iCalendar. Returns null for an unknown address. */
export async function readCalendar(
  { db, inTeamTransaction, clock, keyring }: Dependencies,
  secret: string,
  { include, isFetch }: Request,
): Promise<string | null> {
  const teamId = findTeamIdInSecret(secret);
  if (teamId === null) return null;
  const now = clock();
  const hashes = keyring.hashes(secret);
  const address = await findCalendarAddressByHash(db, teamId, hashes);
  if (!address) return null;
  if (address.feedId === null) {
    if (include !== undefined && include !== 'imported')
      throw new Invalid({
        include: [{ code: 'invalid', sentence: 'The include parameter must be imported.' }],
      });
    const imported = include === undefined ? 'none' : 'all';
    return (await loadCalendar(db, address, imported, now))?.text ?? null;
  }
  if (include !== undefined)
    throw new Invalid({
      include: [{ code: 'unknown', sentence: 'The calendar of a channel takes no include parameter.' }],
    });
  if (!isFetch) return (await loadCalendar(db, address, { exceptFeedId: address.feedId }, now))?.text ?? null;
  return inTeamTransaction(teamId, async (tx) => {
    const locked = await lockCalendarAddressByHash(tx, teamId, hashes);
    if (!locked?.feedId) return null;
    const calendar = await loadCalendar(tx, locked, { exceptFeedId: locked.feedId }, now);
    if (!calendar) return null;
    const { nights, today, text } = calendar;
    const window = findFeedWindow(today);
    const reported = await findReportedByFeed(tx, teamId, locked.feedId);
    const before = toNightMap(locked.shown, window);
    const shown = toRuns(absorbFetch(before, toNights(nights, window), reported, window));
    await updateShownNights(tx, locked, { fetchedAt: now, shown });
    return text;
  });
}

async function loadCalendar(
  db: Executor,
  { teamId, unitId }: CalendarAddressRecord,
  imported: ImportedNights,
  now: Date,
) {
  const unit = await findUnitOfCalendar(db, teamId, unitId);
  if (!unit) return null;
  const today = todayInZone(unit.timezone, now);
  const span = { startDate: addDays(today, -DAYS_BACK), endDate: addMonths(today, MONTHS_AHEAD) };
  const { showsRequests } = unit;
  const nights = await listCalendarEntries(db, teamId, unitId, { ...span, imported, showsRequests, now });
  return { nights, today, text: formatUnitCalendar(unit, nights) };
}
