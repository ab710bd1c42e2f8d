import type { Transaction } from '../../../db/client.ts';
import {
  findTeamRecordBySlug,
  listBlockRows,
  listChargeRecords,
  listGuestKeys,
  listMemberRecords,
  listNames,
  listSealedTokens,
  loadBookingsAfter,
  loadGuests,
  loadListings,
} from '../../../db/queries/team-file/team-export.ts';
import { compareCodePoints } from '../../../domain/text.ts';
import { presentCoupon, presentDiscount, presentFee, presentTax } from '../../../schemas/charge.ts';
import type { Keyring } from '../../keyring.ts';
import type { ImportDependencies } from '../import.ts';
import { bookingEntries } from './bookings.ts';
import { blockEntry, guestEntry, listingEntries, memberEntry, teamEntry, tokenEntry } from './entries.ts';
import { createFileWriter, type FileWriter, type Write } from './file-writer.ts';
import { createNames, type Names } from './names.ts';

export type TeamExport = {
  /** Whether to include tokens and password hashes. */
  secrets: boolean;
  write: Write;
};

/** The maximum number of listings, guests or bookings in memory at once. */
const PAGE = 1_000;

/**
 * Writes a team as a team file (contract, section 11): the whole team at one moment, in an order that depends only on
 * the data. Returns false, and writes nothing, if there is no such team.
 */
export function exportTeamFile(
  slug: string,
  { secrets, write }: TeamExport,
  { db, keyring }: Pick<ImportDependencies, 'db' | 'keyring'>,
): Promise<boolean> {
  return db.transaction(
    async (tx) => {
      const team = await findTeamRecordBySlug(tx, slug);
      if (!team) return false;
      const names = createNames(await listNames(tx, team.id));
      const file = createFileWriter(write);
      await file.begin('team', teamEntry(team));
      await writePeople(tx, team.id, file, secrets ? keyring : null);
      await writeCharges(tx, team.id, file, names);
      await file.list('listings', listingPages(tx, team.id, names));
      await file.list('guests', guestPages(tx, team.id));
      await file.list('blocks', [(await listBlockRows(tx, team.id)).map(blockEntry)]);
      await file.list('bookings', bookingPages(tx, team.id, names));
      await file.end();
      return true;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

async function writePeople(
  tx: Transaction,
  teamId: number,
  file: FileWriter,
  keyring: Keyring | null,
): Promise<void> {
  const members = await listMemberRecords(tx, teamId);
  const withHashes = keyring !== null;
  await file.list('members', [members.map((member) => memberEntry(member, withHashes))]);
  if (!keyring) return;
  const emailKeys = new Set(members.map(({ emailKey }) => emailKey));
  const tokens = await listSealedTokens(tx, teamId);
  await file.list('tokens', [
    tokens.map((token) => {
      const opened = keyring.open(token.ciphertext ?? '', token.keyId, { teamId, tokenId: token.id });
      return tokenEntry(token, opened, emailKeys);
    }),
  ]);
}

async function writeCharges(tx: Transaction, teamId: number, file: FileWriter, names: Names): Promise<void> {
  const charges = await listChargeRecords(tx, teamId);
  await file.list('fees', [charges.fees.map((row) => presentFee(row, names.slugs(row.listingIds)))]);
  await file.list('taxes', [charges.taxes.map((row) => presentTax(row, names.slugs(row.listingIds)))]);
  await file.list('discounts', [
    charges.discounts.map((row) => presentDiscount(row, names.slugs(row.listingIds))),
  ]);
  await file.list('coupons', [charges.coupons.map((row) => presentCoupon(row, names.slugs(row.listingIds)))]);
}

async function* listingPages(tx: Transaction, teamId: number, names: Names) {
  for (const ids of pagesOf(names.listingIds)) {
    yield listingEntries(await loadListings(tx, teamId, ids), names);
  }
}

/** Guests by the key that bookings use for them: the email, or the id of a guest without email. */
async function* guestPages(tx: Transaction, teamId: number) {
  const keys = (await listGuestKeys(tx, teamId))
    .map(({ id, email }) => ({ id, key: email ?? id }))
    .sort((a, b) => compareCodePoints(a.key, b.key));
  for (const ids of pagesOf(keys.map(({ id }) => id))) {
    const byId = new Map((await loadGuests(tx, teamId, ids)).map((guest) => [guest.id, guest]));
    yield ids.flatMap((id) => byId.get(id) ?? []).map(guestEntry);
  }
}

async function* bookingPages(tx: Transaction, teamId: number, names: Names) {
  let code: string | undefined = '';
  while (code !== undefined) {
    const page = await loadBookingsAfter(tx, teamId, code, PAGE);
    yield bookingEntries(page, names);
    code = page.bookings.length === PAGE ? page.bookings.at(-1)?.confirmationCode : undefined;
  }
}

function* pagesOf(ids: readonly string[]) {
  for (let start = 0; start < ids.length; start += PAGE) yield ids.slice(start, start + PAGE);
}
