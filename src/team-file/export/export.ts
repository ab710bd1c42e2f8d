import type { Database, Transaction } from '../../db/client.ts';
import type { BookingRecord } from '../../db/queries/bookings/booking-writes.ts';
import { groupFolios } from '../../db/queries/bookings/folio.ts';
import { listPhotoRecords } from '../../db/queries/listings/listing-writes.ts';
import {
  listAllMailSuppressions,
  listStoredMailRules,
  listStoredMailTexts,
} from '../../db/queries/mail/settings.ts';
import { listMembersInFileOrder } from '../../db/queries/people/members.ts';
import {
  type BookingsToExport,
  listGuestIdsAndEmails,
  listReferenceNames,
  loadBookingsAfter,
  loadListingsToExport,
} from '../../db/queries/team-file/team-export.ts';
import {
  findTeamRecordBySlug,
  listLiveTokenRecords,
  loadChargeRecords,
} from '../../db/queries/team-file/team-file.ts';
import { listBlocksWithNames, loadGuestRecords } from '../../db/queries/team-file/team-file-bookings.ts';
import { isMediaPath, parsePicturePath } from '../../domain/picture-address.ts';
import { compareCodePoints, foldCase } from '../../domain/text.ts';
import { presentBlockEntry } from '../../schemas/block.ts';
import { presentCoupon, presentDiscount, presentFee, presentTax } from '../../schemas/charges/entries.ts';
import { presentBookingEntry } from '../../schemas/entries/booking.ts';
import { presentMemberEntry } from '../../schemas/entries/member.ts';
import { presentTokenEntry } from '../../schemas/entries/token.ts';
import { presentGuestEntry } from '../../schemas/guest.ts';
import { presentListingEntry } from '../../schemas/listings/listing.ts';
import { presentMailRule } from '../../schemas/mail/mail-rule.ts';
import { presentMailSuppressionEntry } from '../../schemas/mail/mail-suppression.ts';
import { presentMailTextEntry } from '../../schemas/mail/mail-text.ts';
import { presentTeamEntry } from '../../schemas/team.ts';
import type { Keyring } from '../../services/keys/keyring.ts';
import type { PhotoRow } from '../../services/listings.ts';
import { addSlugs, isChangedRule } from '../../services/mail/rules.ts';
import type { Pictures } from '../../services/media/pictures.ts';
import { splitIntoBatches } from '../read.ts';
import { createFileWriter, type FileOutput, type FileWriter, TeamTooLarge } from './file-writer.ts';
import { createTeamFileNames, type TeamFileNames } from './names.ts';

type TeamExport = FileOutput & {
  /** Whether an export includes tokens and password hashes. */
  secrets: boolean;
  /**
   * A function that receives the pictures of photos, which the file then names. Without a function for
   * pictures, the file does not name them.
   */
  writePicture?: ((name: string, content: Buffer) => Promise<void>) | undefined;
};

/** The maximum number of guests or bookings in memory at once. */
const PAGE = 1_000;
/** The maximum number of listings in memory at once. A listing may have ten years of days. */
const PAGE_OF_LISTINGS = 50;

/**
 * Writes a team as a team file: the whole team at one moment, in an order that depends only on the data.
 * Returns false, and writes nothing, if the team to export does not exist.
 */
export function exportTeamFile(
  { db, keyring, pictures }: { db: Database; keyring: Keyring; pictures: Pictures },
  slug: string,
  { secrets, writePicture, ...output }: TeamExport,
): Promise<boolean> {
  return db.transaction(
    async (tx) => {
      const team = await findTeamRecordBySlug(tx, slug);
      if (!team) return false;
      const names = createTeamFileNames(await listReferenceNames(tx, team.id));
      const file = createFileWriter(output, slug);
      await file.begin(presentTeamEntry(team));
      await writePeople(tx, team.id, file, secrets ? keyring : null);
      await writeCharges(tx, team.id, file, names);
      await writeMailSettings(tx, team.id, file);
      await writeListings(tx, team.id, file, { names, withPictures: writePicture !== undefined });
      if (writePicture) await writePictures(tx, team.id, names, { pictures, writePicture });
      await file.list('guests', guestPages(tx, team.id));
      const blocks = await listBlocksWithNames(tx, team.id);
      await file.wholeList(
        'blocks',
        blocks.map(({ block, ...names }) => presentBlockEntry(block, names)),
      );
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
  const members = await listMembersInFileOrder(tx, teamId);
  const withHashes = keyring !== null;
  await file.list('members', [members.map((member) => presentMemberEntry(member, withHashes))]);
  if (!keyring) return;
  const emailKeys = new Set(members.map(({ emailKey }) => emailKey));
  const tokens = await listLiveTokenRecords(tx, teamId);
  await file.list('tokens', [
    tokens.map((token) => {
      const opened = keyring.open(token.ciphertext ?? '', token.keyId, { teamId, tokenId: token.id });
      // A creator who has left the team is not named, because the file does not include that person.
      const creator = token.createdByEmail;
      return presentTokenEntry(token, opened, creator && emailKeys.has(foldCase(creator)) ? creator : null);
    }),
  ]);
}

async function writeCharges(
  tx: Transaction,
  teamId: number,
  file: FileWriter,
  names: TeamFileNames,
): Promise<void> {
  const charges = await loadChargeRecords(tx, teamId);
  await file.list('fees', [charges.fees.map((row) => presentFee(row, names.slugs(row.listingIds)))]);
  await file.list('taxes', [charges.taxes.map((row) => presentTax(row, names.slugs(row.listingIds)))]);
  await file.list('discounts', [
    charges.discounts.map((row) => presentDiscount(row, names.slugs(row.listingIds))),
  ]);
  await file.list('coupons', [charges.coupons.map((row) => presentCoupon(row, names.slugs(row.listingIds)))]);
}

async function writeMailSettings(tx: Transaction, teamId: number, file: FileWriter): Promise<void> {
  const changed = (await listStoredMailRules(tx, teamId)).filter((rule) => isChangedRule(undefined, rule));
  const rules = await addSlugs(tx, teamId, changed);
  const texts = await listStoredMailTexts(tx, teamId);
  const suppressions = await listAllMailSuppressions(tx, teamId);
  await file.list('mail_rules', [rules.map(presentMailRule)]);
  await file.list('mail_texts', [texts.map(presentMailTextEntry)]);
  await file.list('mail_suppressions', [suppressions.map(presentMailSuppressionEntry)]);
}

/** The parts of a listing, such as its seasons, that its entry in the file has. */
type EntryPart = 'all' | 'all_but_days' | 'days';

/**
 * All listings are in the first file, because charges name them, and unit types their buildings. If the first
 * file has no room for the listings with their days, the days are in further files.
 */
async function writeListings(
  tx: Transaction,
  teamId: number,
  file: FileWriter,
  naming: Naming,
): Promise<void> {
  const pages = (part: EntryPart) => listingPages(tx, teamId, naming, part);
  if (await file.hasRoomFor('listings', pages('all'))) return file.list('listings', pages('all'));

  if (!(await file.hasRoomFor('listings', pages('all_but_days'))))
    throw new TeamTooLarge('its listings are too large for one file, even without their days');
  await file.list('listings', pages('all_but_days'));
  await file.beginNext();
  await file.list('listings', pages('days'));
}

type Naming = { names: TeamFileNames; withPictures: boolean };

/** The name of the file with the picture of a listing's photo, or null for a picture that is not stored here. */
const buildPictureName = (slug: string, photo: PhotoRow, index: number): string | null =>
  photo.originalUrl !== null && isMediaPath(photo.originalUrl) ? `${slug}-${index + 1}.webp` : null;

/**
 * Passes the largest form of every stored picture to the receiver of pictures. An import makes the smaller
 * forms again.
 */
async function writePictures(
  tx: Transaction,
  teamId: number,
  names: TeamFileNames,
  { pictures, writePicture }: { pictures: Pictures; writePicture: NonNullable<TeamExport['writePicture']> },
): Promise<void> {
  for (const listingId of names.listingIds) {
    for (const [index, photo] of (await listPhotoRecords(tx, teamId, listingId)).entries()) {
      const name = buildPictureName(names.slug(listingId) ?? '', photo, index);
      const hash = parsePicturePath(photo.originalUrl ?? '')?.hash;
      const content = name && hash ? await pictures.readWithin(tx, teamId, hash) : null;
      if (name && content) await writePicture(name, content);
    }
  }
}

async function* listingPages(
  tx: Transaction,
  teamId: number,
  { names, withPictures }: Naming,
  part: EntryPart,
) {
  for (const ids of splitIntoBatches(names.listingIds, PAGE_OF_LISTINGS)) {
    const page = await loadListingsToExport(tx, teamId, ids, { withDays: part !== 'all_but_days' });
    const unitsOf = Map.groupBy(page.units, (unit) => unit.listingId);
    const photosOf = Map.groupBy(page.photos, (photo) => photo.listingId);
    const seasonsOf = Map.groupBy(page.seasons, (season) => season.listingId);
    const daysOf = Map.groupBy(page.days, (day) => day.listingId);
    yield page.listings.map((listing) => {
      const entry = presentListingEntry(listing, names.slug(listing.buildingId), {
        units: unitsOf.get(listing.id) ?? [],
        photos: photosOf.get(listing.id) ?? [],
        ...(withPictures
          ? { fileOf: (photo: PhotoRow, index: number) => buildPictureName(listing.slug, photo, index) }
          : {}),
        seasons: seasonsOf.get(listing.id) ?? [],
        days: daysOf.get(listing.id) ?? [],
      });
      if (part === 'all') return entry;
      const { days, ...rest } = entry;
      // The entry in a file of days has the listing's last change, so that the import of the days does not
      // count as a change of the listing.
      return part === 'days' ? { slug: entry.slug, days, updated_at: entry.updated_at } : rest;
    });
  }
}

/** Guests by the key that bookings in a file use for them: the email, or the id of a guest without email. */
async function* guestPages(tx: Transaction, teamId: number) {
  const keys = (await listGuestIdsAndEmails(tx, teamId))
    .map(({ id, email }) => ({ id, key: email ?? id }))
    .sort((a, b) => compareCodePoints(a.key, b.key));
  for (const batch of splitIntoBatches(keys, PAGE)) {
    const ids = batch.map(({ id }) => id);
    const guests = await loadGuestRecords(tx, teamId, { emailKeys: [], ids });
    const byId = new Map(guests.map((guest) => [guest.id, guest]));
    yield ids.flatMap((id) => byId.get(id) ?? []).map(presentGuestEntry);
  }
}

async function* bookingPages(tx: Transaction, teamId: number, names: TeamFileNames) {
  let code: string | undefined = '';
  while (code !== undefined) {
    const page = await loadBookingsAfter(tx, teamId, code, PAGE);
    yield toBookingEntries(page, names);
    code = page.bookings.length === PAGE ? page.bookings.at(-1)?.confirmationCode : undefined;
  }
}

/** The bookings of one page of an export, each with its price, folio and events. */
function toBookingEntries(page: BookingsToExport, names: TeamFileNames) {
  const folioOf = groupFolios(page);
  const eventsOf = Map.groupBy(page.events, (event) => event.bookingId);
  const heldUnitsOf = Map.groupBy(page.heldUnits, ({ bookingId }) => bookingId ?? '');
  const emails = new Map(page.guests.map(({ id, email }) => [id, email]));
  return page.bookings.map((booking) => {
    const held = (heldUnitsOf.get(booking.id) ?? []).map(({ unitId }) => unitId);
    const named = {
      listing: names.slug(booking.listingId),
      unit: names.unit(booking.unitId),
      units: isOtherThanActive(booking, held, names) ? names.unitNames(held) : null,
      guest: emails.get(booking.guestId) ?? booking.guestId,
      // The currency of a booking, which the file gives only if its listing has changed its currency since.
      currency: booking.currency === names.currency(booking.listingId) ? null : booking.currency,
      coupon: names.coupon(booking.couponKey),
    };
    const events = eventsOf.get(booking.id) ?? [];
    return presentBookingEntry(booking, named, { ...folioOf(booking.id), events });
  });
}

/** Whether an import would choose other units for a whole building, because units were added or closed since. */
function isOtherThanActive(booking: BookingRecord, held: readonly string[], names: TeamFileNames): boolean {
  if (!booking.wholeBuilding || held.length === 0) return false;
  const active = new Set(names.activeUnitIds(booking.listingId));
  return held.length !== active.size || !held.every((id) => active.has(id));
}
